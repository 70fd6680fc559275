package dev.flyball.lab.report;

import dev.flyball.base.Require;

/**
 * Plain text between the other sections.
 *
 * @param text the text, without any markup
 */
public record Paragraph(String text) implements Section {

  public Paragraph {
    Require.notBlank("text", text);
  }
}
