package dev.flyball.tools.cli.terminal;

import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Pattern;

/**
 * The properties of the terminal or file behind standard output.
 *
 * <p>A JVM cannot find them on its own, so the launcher sets system properties. Without them output
 * counts as a file, which is right wherever there is no terminal.
 *
 * @param live whether a line can be drawn over: there is a terminal and it is not a dumb one
 * @param columns how many characters fit on a line
 * @param rows how many lines fit on the screen
 * @param colour whether colour is welcome
 * @param unicode whether characters beyond ASCII arrive unchanged
 */
public record Terminal(boolean live, int columns, int rows, boolean colour, boolean unicode) {

  /** Whether there is a terminal: {@code true} or {@code false}. */
  public static final String TERMINAL_PROPERTY = "flyball.terminal";

  /** How many characters fit on a line. */
  public static final String COLUMNS_PROPERTY = "flyball.columns";

  /** How many lines fit on the screen. */
  public static final String ROWS_PROPERTY = "flyball.rows";

  /** From 1 to 9999. */
  private static final Pattern SIZE = Pattern.compile("[1-9][0-9]{0,3}");

  private static final int USUAL_COLUMNS = 80;
  private static final int USUAL_ROWS = 24;

  public Terminal {
    atLeastOne("columns", columns);
    atLeastOne("rows", rows);
  }

  /** The terminal of this process. */
  public static Terminal here() {
    return of(System.getProperties(), System.getenv());
  }

  /** The terminal that these system properties and environment variables describe. */
  static Terminal of(Properties properties, Map<String, String> environment) {
    boolean terminal = flag(properties.getProperty(TERMINAL_PROPERTY, ""));
    boolean live = terminal && !environment.getOrDefault("TERM", "").equals("dumb");
    return new Terminal(
        live,
        size(COLUMNS_PROPERTY, properties, USUAL_COLUMNS),
        size(ROWS_PROPERTY, properties, USUAL_ROWS),
        live && environment.getOrDefault("NO_COLOR", "").isEmpty(),
        isUnicode(environment));
  }

  private static boolean flag(String value) {
    return switch (value) {
      case "true" -> true;
      case "", "false" -> false;
      default ->
          throw new IllegalArgumentException(
              TERMINAL_PROPERTY + " must be true or false but was '" + value + "'");
    };
  }

  /**
   * The launcher passes on COLUMNS and LINES, which a shell, a container or a window may have set
   * to anything: what is no size of a terminal counts as not set, for a command's work does not
   * depend on it.
   */
  private static int size(String name, Properties properties, int usual) {
    String value = properties.getProperty(name, "").strip();
    return SIZE.matcher(value).matches() ? Integer.parseInt(value) : usual;
  }

  private static int atLeastOne(String name, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " must be at least 1 but was " + value);
    }
    return value;
  }

  /** The locale, as the first of its variables that is set gives it. */
  private static boolean isUnicode(Map<String, String> environment) {
    for (String name : new String[] {"LC_ALL", "LC_CTYPE", "LANG"}) {
      String locale = environment.getOrDefault(name, "").toUpperCase(Locale.ROOT);
      if (!locale.isEmpty()) {
        return locale.contains("UTF-8") || locale.contains("UTF8");
      }
    }
    return false;
  }
}
