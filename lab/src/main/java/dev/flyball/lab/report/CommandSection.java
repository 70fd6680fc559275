package dev.flyball.lab.report;

import dev.flyball.base.Require;

/**
 * The command lines that repeat a run.
 *
 * @param title the section's heading
 * @param lines what to type, line by line
 */
public record CommandSection(String title, String lines) implements Section {

  public CommandSection {
    Require.notBlank("title", title);
    Require.notBlank("lines", lines);
  }
}
