package dev.flyball.base;

import java.util.Locale;

/** Text from outside, in a form that fits into one line of a log, a message or a terminal. */
public final class OneLine {

  private OneLine() {}

  /** The text with everything that would break or garble a line written as its code. */
  public static String of(String text) {
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
