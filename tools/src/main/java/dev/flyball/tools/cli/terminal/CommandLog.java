package dev.flyball.tools.cli.terminal;

import dev.flyball.expose.GovernorLog;
import dev.flyball.lab.report.text.TextWidth;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.logging.ConsoleHandler;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * The format of this project's log on the command line: like the command's own messages, since its
 * reader has typed a command and operates no log.
 *
 * <p>A warning is one line; the exception of an error, which is a defect, is shown in full.
 */
public final class CommandLog extends Formatter {

  /**
   * Kept in a field, since the JDK forgets the handlers and the level of an unreferenced logger.
   */
  private static final Logger HOUSE = Logger.getLogger("dev.flyball");

  /** What governors do, which each command shows in its own way. Kept as above. */
  private static final Logger GOVERNORS = Logger.getLogger(GovernorLog.class.getName());

  /** Sends this project's log, and no other, to standard error in this format. */
  public static void install() {
    GOVERNORS.setLevel(Level.OFF);
    if (HOUSE.getHandlers().length == 0) {
      ConsoleHandler console = new ConsoleHandler();
      console.setFormatter(new CommandLog());
      HOUSE.addHandler(console);
      HOUSE.setUseParentHandlers(false);
    }
  }

  /** Leaves out warnings from now on, for a command that shows in its own way what they say. */
  public static void errorsOnly() {
    HOUSE.setLevel(Level.SEVERE);
  }

  @Override
  public String format(LogRecord said) {
    Throwable thrown = said.getThrown();
    String line = "flyball: " + TextWidth.printable(formatMessage(said));
    if (thrown == null) {
      return line + System.lineSeparator();
    }
    if (said.getLevel().intValue() < Level.SEVERE.intValue()) {
      return line
          + ": "
          + TextWidth.printable(thrown.toString().replaceAll("\\s+", " "))
          + System.lineSeparator();
    }
    StringWriter trace = new StringWriter();
    thrown.printStackTrace(new PrintWriter(trace));
    return line + System.lineSeparator() + trace;
  }
}
