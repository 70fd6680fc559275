package dev.flyball.files;

/** The content of a file, in a form that fits into a message of one line. */
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
}
