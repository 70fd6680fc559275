package dev.flyball.lab.report;

import dev.flyball.base.Require;
import dev.flyball.lab.report.Section.Facts;
import java.util.List;

/**
 * What an experiment found, once for machines and once for people. What both are to have is added
 * to both at once.
 *
 * @param figures the machine-readable form
 * @param page the form to look at
 */
public record Findings(RunReport figures, Report page) {

  /** Adds a value for machines only. */
  public Findings figure(String name, Object value) {
    return new Findings(figures.with(name, value), page);
  }

  /** Adds a section for people only. */
  public Findings with(Section section) {
    return new Findings(figures, page.with(section));
  }

  /** Adds results: a list for machines, a table for people. */
  public <T> Findings table(String name, String title, Figures<T> columns, List<T> results) {
    return figure(name, columns.json(results)).with(columns.table(title, results));
  }

  /** Adds printed figures beside measured ones. */
  public Findings printed(Printed printed) {
    return figure("printed", printed.extra()).with(printed);
  }

  /** Adds the parameters, and where, when and by which command it was measured. */
  public Findings measuredBy(String command, Facts parameters) {
    return new Findings(
        new RunReport(
            figures.scenario(),
            figures.bench(),
            figures.rows(),
            Provenance.addTo(figures.extra().and("doubts", page.headline().doubts()), command)),
        Provenance.addTo(page, parameters, command));
  }

  /** Adds the parameters, and by which command it was made in virtual time, on any machine. */
  public Findings simulatedBy(String command, Facts parameters) {
    return new Findings(
        figures
            .with("doubts", page.headline().doubts())
            .with("commit", Provenance.commit())
            .with("command", command),
        Provenance.addVirtualTo(page, parameters, command));
  }

  /**
   * One experiment of several that make a report.
   *
   * @param name what it is called on the command line and in files
   * @param headline what came out
   * @param sections what is shown of it
   * @param figures what is written of it for machines
   */
  public record Chapter(
      String name, Headline headline, List<Section> sections, JsonFields figures) {

    public Chapter {
      Require.notBlank("name", name);
      sections = List.copyOf(sections);
    }
  }
}
