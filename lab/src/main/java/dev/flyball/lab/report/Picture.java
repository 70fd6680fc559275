package dev.flyball.lab.report;

import dev.flyball.base.Require;

/**
 * A chart in a report.
 *
 * @param chart what is drawn
 * @param caption what to see in it, in a sentence; shown below, and read out for the picture
 */
public record Picture(Chart chart, String caption) implements Section {

  public Picture {
    Require.notBlank("caption", caption);
  }
}
