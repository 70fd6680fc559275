package dev.flyball.files;

import java.util.Locale;

/** What a file says, in a form that fits into a message of one line. */
public final class Shown {

  private static final int VALUE_LENGTH_MAX = 60;

  private Shown() {}

  /** A value as it stands in the file, cut when it is long. */
  public static String value(String text) {
    if (text.isEmpty()) {
      return "nothing";
    }
    return text.codePointCount(0, text.length()) <= VALUE_LENGTH_MAX
        ? text
        : text.substring(0, text.offsetByCodePoints(0, VALUE_LENGTH_MAX)) + "...";
  }

  /** The text with everything that would break or garble a line written as its code. */
  public static String onOneLine(String text) {
    StringBuilder line = new StringBuilder();
    text.codePoints()
        .forEach(point -> {
          if (isPlain(point)) {
            line.appendCodePoint(point);
          } else {
            line.append(code(point));
          }
        });
    return line.toString();
  }

  /** The code of a character, as in {@code \\u0009}. */
  public static String code(int point) {
    return String.format(Locale.ROOT, "\\u%04X", point);
  }

  private static boolean isPlain(int point) {
    return switch (Character.getType(point)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE,
          Character.UNASSIGNED ->
          false;
      default -> true;
    };
  }
}
