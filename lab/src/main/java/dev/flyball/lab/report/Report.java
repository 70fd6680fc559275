package dev.flyball.lab.report;

import dev.flyball.base.Require;
import java.util.ArrayList;
import java.util.List;

/**
 * The readable form of a run.
 *
 * @param title what was run
 * @param summary what came out, in a sentence or two
 * @param sections all that follows
 */
public record Report(String title, String summary, List<Section> sections) {

  public Report {
    Require.notBlank("title", title);
    Require.notBlank("summary", summary);
    sections = List.copyOf(sections);
  }

  public static Report of(String title, String summary) {
    return new Report(title, summary, List.of());
  }

  /** This report and one more section at its end. */
  public Report with(Section section) {
    List<Section> more = new ArrayList<>(sections);
    more.add(section);
    return new Report(title, summary, more);
  }
}
