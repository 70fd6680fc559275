package dev.flyball.lab.report.text;

import dev.flyball.base.OneLine;

/** Text as it stands in HTML and SVG. */
public final class Markup {

  private Markup() {}

  /** The text without any markup, and with control characters by their codes. */
  public static String escaped(String text) {
    return OneLine.of(text)
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }
}
