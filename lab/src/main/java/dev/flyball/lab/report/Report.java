package dev.flyball.lab.report;

import dev.flyball.base.Require;
import java.util.ArrayList;
import java.util.List;

/**
 * The readable form of a run.
 *
 * @param title what was run, and on what: no two kinds of report have the same
 * @param headline what came out
 * @param sections all that follows
 */
public record Report(String title, Headline headline, List<Section> sections) {

  public Report {
    Require.notBlank("title", title);
    sections = List.copyOf(sections);
  }

  public static Report of(String title, Headline headline) {
    return new Report(title, headline, List.of());
  }

  /** This report and one more section at its end. */
  public Report with(Section section) {
    List<Section> more = new ArrayList<>(sections);
    more.add(section);
    return new Report(title, headline, more);
  }
}
