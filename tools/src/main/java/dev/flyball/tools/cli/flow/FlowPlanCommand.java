package dev.flyball.tools.cli.flow;

import dev.flyball.dataflow.network.Network;
import dev.flyball.dataflow.network.NetworkFile;
import dev.flyball.dataflow.solve.Plan;
import dev.flyball.dataflow.solve.Planner;
import dev.flyball.dataflow.solve.Sensitivity;
import dev.flyball.files.FileException;
import dev.flyball.lab.flow.PlanPage;
import dev.flyball.lab.flow.WhatIf;
import dev.flyball.lab.report.JsonFields;
import dev.flyball.lab.report.PictureFiles;
import dev.flyball.lab.report.Provenance;
import dev.flyball.lab.report.Report;
import dev.flyball.lab.report.RunOutput;
import dev.flyball.lab.report.Section;
import dev.flyball.lab.report.Section.Facts;
import dev.flyball.lab.report.Section.Picture;
import dev.flyball.lab.report.text.NumberFormat;
import dev.flyball.tools.cli.shared.Arguments;
import dev.flyball.tools.cli.shared.PicturesOption;
import dev.flyball.tools.cli.shared.ShellWord;
import dev.flyball.tools.cli.terminal.FittedPage;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code flyball flow plan}: the threads that a network should have. */
@Command(
    name = "plan",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "The threads that each node of a network should have on its host, and what would help.",
      "",
      "The network is a YAML file, as docs/dataflow.md describes it. Exit code 1 says that its goal"
          + " cannot be reached; the plan is then the nearest there is."
    })
final class FlowPlanCommand implements Callable<Integer> {

  private static final int NOT_FEASIBLE = 1;
  private static final int PICTURE_WIDTH = 720;

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "The network.")
  private @Nullable Path file;

  @Option(
      names = "--what-if",
      paramLabel = "NODE.rate=xN",
      description =
          "With one thing changed: node.rate=x10 (ten times as fast), node.threads=4, host.cores=16,"
              + " source.rate=2000; may be given several times.")
  private List<String> changes = List.of();

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write the plan as JSON to FILE; - is standard output.")
  private @Nullable String json;

  @Option(
      names = "--svg",
      paramLabel = "FILE",
      description = "Write a picture of the network with its utilisations to FILE.")
  private @Nullable String svg;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = "Write a page with all of it to FILE.")
  private @Nullable String report;

  @Mixin private PicturesOption pictures;

  @Override
  public Integer call() {
    RunOutput jsonPlace = json == null ? null : Arguments.output(spec, "--json", json);
    RunOutput svgPlace = svg == null ? null : Arguments.output(spec, "--svg", svg);
    RunOutput reportPlace = report == null ? null : Arguments.output(spec, "--report", report);
    Optional<PictureFiles> files = pictures.check();
    Network network = network();
    Plan plan = Planner.plan(network);
    PlanPage page = new PlanPage(network, plan);
    Sensitivity sensitivity = Sensitivity.of(network);
    boolean quiet =
        Stream.of(json, svg, report)
            .anyMatch(path -> path != null && RunOutput.isStandardOutput(path));
    if (!quiet) {
      print(page, sensitivity);
    }
    if (jsonPlace != null) {
      jsonPlace.writeText(figures(page, sensitivity).json() + "\n");
    }
    if (svgPlace != null) {
      svgPlace.writeText(page.chart().draw(PICTURE_WIDTH, true).svg());
    }
    Report whole = report(page, sensitivity);
    if (reportPlace != null) {
      reportPlace.write(whole);
    }
    PrintWriter out = spec.commandLine().getOut();
    files.ifPresent(place -> PicturesOption.write(place, whole, out, quiet));
    out.flush();
    return plan.feasible() ? 0 : NOT_FEASIBLE;
  }

  private Network network() {
    try {
      Network network =
          NetworkFile.read(Objects.requireNonNull(file, "the command line has a file"));
      for (String change : changes) {
        network = WhatIf.of(change).applied(network);
      }
      return network;
    } catch (FileException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), "--what-if: " + e.getMessage(), e);
    }
  }

  private void print(PlanPage page, Sensitivity sensitivity) {
    PrintWriter out = spec.commandLine().getOut();
    List<Section> tables = List.of(page.nodes(), PlanPage.gains(sensitivity));
    FittedPage.show(tables, page.headline(), FittedPage.columns(), out);
  }

  private JsonFields figures(PlanPage page, Sensitivity sensitivity) {
    JsonFields figures =
        page.figures()
            .and("network", page.network().name())
            .and("whatIf", changes)
            .and("gainsIn", sensitivity.terms().name().toLowerCase(Locale.ROOT))
            .and("gains", PlanPage.figures(sensitivity))
            .and("nextBottleneck", sensitivity.nextBottleneck())
            .and("next", sensitivity.next());
    return Provenance.addTo(figures, command());
  }

  private Report report(PlanPage page, Sensitivity sensitivity) {
    Report whole =
        new Report(
            "Plan: threads for " + page.network().name(),
            page.headline(),
            List.of(
                page.nodes(),
                new Picture(page.chart(), "The bar says how busy a node's threads are."),
                PlanPage.gains(sensitivity)));
    Facts facts =
        Facts.of("How it was planned")
            .and("goal", page.plan().goal().text())
            .and("cores of the host", NumberFormat.text(page.network().host().cores()))
            .and("what if", changes.isEmpty() ? "nothing was changed" : String.join(", ", changes))
            .and("seed", Provenance.NO_SEED);
    return Provenance.addTo(whole, facts, command());
  }

  private String command() {
    StringBuilder command = new StringBuilder("./flyball flow plan ");
    command.append(ShellWord.of(String.valueOf(file)));
    changes.forEach(change -> command.append(" --what-if ").append(ShellWord.of(change)));
    return command.toString();
  }
}
