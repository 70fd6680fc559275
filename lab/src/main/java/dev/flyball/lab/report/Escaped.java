package dev.flyball.lab.report;

import dev.flyball.base.OneLine;
import java.util.stream.Collectors;

/**
 * Text made safe to stand in HTML and XML, between tags and inside quoted attributes.
 *
 * <p>What has no sign of its own, such as a control or a line feed in a name, is written as its
 * code: a reader sees that it is there, and XML has no other way to write most of it.
 */
final class Escaped {

  private Escaped() {}

  static String of(String text) {
    StringBuilder escaped = new StringBuilder(text.length() + 16);
    OneLine.of(text).codePoints().forEach(c -> escape(escaped, c));
    return escaped.toString();
  }

  /** The same for a text of several lines, which stay lines. */
  static String lines(String text) {
    return text.lines().map(Escaped::of).collect(Collectors.joining("\n"));
  }

  private static void escape(StringBuilder escaped, int c) {
    switch (c) {
      case '&' -> escaped.append("&amp;");
      case '<' -> escaped.append("&lt;");
      case '>' -> escaped.append("&gt;");
      case '"' -> escaped.append("&quot;");
      case '\'' -> escaped.append("&#39;");
      default -> escaped.appendCodePoint(c);
    }
  }
}
