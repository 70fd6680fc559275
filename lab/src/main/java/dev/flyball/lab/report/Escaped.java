package dev.flyball.lab.report;

/** Text made safe to stand in HTML and XML, between tags and inside quoted attributes. */
final class Escaped {

  private static final char REPLACEMENT = '\uFFFD';

  private Escaped() {}

  static String of(String text) {
    StringBuilder escaped = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); i++) {
      escape(escaped, text.charAt(i));
    }
    return escaped.toString();
  }

  private static void escape(StringBuilder escaped, char c) {
    switch (c) {
      case '&' -> escaped.append("&amp;");
      case '<' -> escaped.append("&lt;");
      case '>' -> escaped.append("&gt;");
      case '"' -> escaped.append("&quot;");
      case '\'' -> escaped.append("&#39;");
      case '\t', '\n', '\r' -> escaped.append(c);
      default -> escaped.append(c < ' ' ? REPLACEMENT : c);
    }
  }
}
