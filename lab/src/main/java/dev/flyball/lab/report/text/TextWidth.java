package dev.flyball.lab.report.text;

import dev.flyball.base.OneLine;
import java.util.List;

/** How many columns of a terminal a text takes, and how to make it take as many as there are. */
public final class TextWidth {

  private TextWidth() {}

  /** The columns of a text: none for a combining mark, two for an ideograph or an emoji. */
  public static int columns(String text) {
    return text.codePoints().map(TextWidth::columns).sum();
  }

  /** The text with blanks behind it until it takes so many columns; a longer one is as it was. */
  public static String padded(String text, int columns) {
    return text + " ".repeat(Math.max(0, columns - columns(text)));
  }

  /** The text with blanks before it until it takes so many columns; a longer one is as it was. */
  public static String indented(String text, int columns) {
    return " ".repeat(Math.max(0, columns - columns(text))) + text;
  }

  /** As much of the text's beginning as fits into so many columns. */
  public static String cut(String text, int columns) {
    int used = 0;
    for (int at = 0; at < text.length(); at += Character.charCount(text.codePointAt(at))) {
      used += columns(text.codePointAt(at));
      if (used > columns) {
        return text.substring(0, at);
      }
    }
    return text;
  }

  /** The text with the code of whatever would move the cursor or speak to the terminal. */
  public static String printable(String text) {
    return OneLine.of(text);
  }

  private static int columns(int c) {
    int type = Character.getType(c);
    if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK) {
      return 0;
    }
    boolean wide =
        (c >= 0x1100 && c <= 0x115f)
            || (c >= 0x2e80 && c <= 0xa4cf)
            || (c >= 0xac00 && c <= 0xd7a3)
            || (c >= 0xf900 && c <= 0xfaff)
            || (c >= 0xfe30 && c <= 0xfe6f)
            || (c >= 0xff00 && c <= 0xff60)
            || (c >= 0xffe0 && c <= 0xffe6)
            || (c >= 0x1f300 && c <= 0x1faff)
            || (c >= 0x20000 && c <= 0x3fffd);
    return wide ? 2 : 1;
  }

  /** A row of small bars, one character each, from 0 up to the highest of them. */
  public static final class TextSparkline {

    private static final String BLOCKS = "▁▂▃▄▅▆▇█";
    private static final String ASCII = "_.:-=+*#";

    private TextSparkline() {}

    /** The bars of the last so many values; a value that is NaN is a blank. */
    public static String of(List<Double> values, int most, boolean unicode) {
      String levels = unicode ? BLOCKS : ASCII;
      List<Double> shown = values.subList(Math.max(0, values.size() - most), values.size());
      double highest = shown.stream().filter(v -> !v.isNaN()).mapToDouble(v -> v).max().orElse(0);
      StringBuilder line = new StringBuilder();
      for (double value : shown) {
        line.append(Double.isNaN(value) ? ' ' : levels.charAt(level(value, highest, levels)));
      }
      return line.toString();
    }

    private static int level(double value, double highest, String levels) {
      if (highest <= 0 || value <= 0) {
        return 0;
      }
      return (int) Math.min(levels.length() - 1, Math.floor(value / highest * levels.length()));
    }
  }
}
