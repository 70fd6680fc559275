package dev.flyball.lab.report;

/** Text made safe to stand in HTML and XML, between tags and inside quoted attributes. */
final class Escaped {

  private static final char REPLACEMENT = '\uFFFD';

  private Escaped() {}

  static String of(String text) {
    StringBuilder escaped = new StringBuilder(text.length() + 16);
    text.codePoints().forEach(c -> escape(escaped, c));
    return escaped.toString();
  }

  private static void escape(StringBuilder escaped, int c) {
    switch (c) {
      case '&' -> escaped.append("&amp;");
      case '<' -> escaped.append("&lt;");
      case '>' -> escaped.append("&gt;");
      case '"' -> escaped.append("&quot;");
      case '\'' -> escaped.append("&#39;");
      default -> escaped.appendCodePoint(isAllowed(c) ? c : REPLACEMENT);
    }
  }

  /** XML has no way to write controls, halves of surrogate pairs and non-characters. */
  private static boolean isAllowed(int c) {
    if (c < ' ') {
      return c == '\t' || c == '\n' || c == '\r';
    }
    return !(c >= 0xd800 && c <= 0xdfff) && c != 0xfffe && c != 0xffff;
  }
}
