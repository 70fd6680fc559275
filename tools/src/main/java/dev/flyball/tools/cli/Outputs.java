package dev.flyball.tools.cli;

import dev.flyball.lab.papers.Findings;
import dev.flyball.lab.report.RunOutput;
import dev.flyball.lab.report.Section;
import dev.flyball.lab.report.Table;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Where an experiment's findings go: options that several commands share.
 *
 * <p>Both places are tried before the experiment begins, so that no run is lost to a typing error.
 */
final class Outputs {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write the figures as JSON to FILE; - is standard output.")
  private @Nullable String json;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = "Write the page with the pictures to FILE (default: flyball-NAME.html here).")
  private @Nullable String report;

  /** The places, known to be writable. */
  record Places(Optional<RunOutput> json, RunOutput report, String reportPath, boolean quiet) {}

  /**
   * Checks the places.
   *
   * @param name what the page is called unless said
   * @throws ParameterException when one of them cannot be written
   */
  Places check(String name) {
    String reportPath = report == null ? "flyball-" + name + ".html" : report;
    if ("-".equals(json) && "-".equals(reportPath)) {
      throw new ParameterException(
          spec.commandLine(), "--json and --report must not both be - (standard output)");
    }
    return new Places(
        Optional.ofNullable(json).map(path -> checked("--json", path)),
        checked("--report", reportPath),
        reportPath,
        "-".equals(json) || "-".equals(reportPath));
  }

  private RunOutput checked(String option, String path) {
    try {
      return RunOutput.check(path);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), option + ": " + e.getMessage(), e);
    }
  }

  /** Writes the findings to their places and says where they are; tables go to the terminal. */
  static void write(Findings findings, Places places, PrintWriter out) {
    places.json().ifPresent(output -> output.write(findings.figures()));
    places.report().write(findings.page());
    if (places.quiet()) {
      return;
    }
    for (Section section : findings.page().sections()) {
      if (section instanceof Table table) {
        out.println();
        out.println(table.title());
        out.println();
        print(table, out);
      }
    }
    out.println();
    out.println(findings.page().summary());
    out.println();
    out.println("The page with the pictures: " + places.reportPath());
    out.flush();
  }

  private static void print(Table table, PrintWriter out) {
    TextTable text =
        new TextTable(
            table.columns().stream()
                .map(column -> new TextTable.Column(column.heading(), column.numeric()))
                .toList(),
            List.of());
    for (List<String> cells : table.texts()) {
      text = text.row(cells.toArray());
    }
    text.lines().forEach(out::println);
  }
}
