package dev.flyball.tools.cli.flow;

import dev.flyball.dataflow.measure.SweepPlan;
import dev.flyball.dataflow.measure.TrialFailedException;
import dev.flyball.lab.flow.FlowMeasurement;
import dev.flyball.lab.flow.HostFacts;
import dev.flyball.lab.flow.MeasuredFlow;
import dev.flyball.lab.flow.MeasuredFlowPage;
import dev.flyball.lab.flow.tasks.NodeWorkText;
import dev.flyball.lab.flow.tasks.WorkSite;
import dev.flyball.lab.report.PictureFiles;
import dev.flyball.lab.report.Provenance;
import dev.flyball.lab.report.Report;
import dev.flyball.lab.report.RunOutput;
import dev.flyball.tools.cli.shared.Arguments;
import dev.flyball.tools.cli.shared.Interruption;
import dev.flyball.tools.cli.shared.Outputs;
import dev.flyball.tools.cli.shared.PicturesOption;
import dev.flyball.tools.cli.shared.ShellWord;
import dev.flyball.tools.cli.terminal.FittedPage;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code flyball flow measure}: service rates of nodes on this machine. */
@Command(
    name = "measure",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Measures how fast nodes are on this machine, and writes a network file to plan with.",
      "",
      "Each node's work is done by so many threads for a while, again and again, until each rate is"
          + " known well enough or time is up; then a curve is fitted. Ctrl-C ends it, and what is"
          + " known by then is written. The nodes of the file are a chain, in the order given."
    },
    footer = {
      "",
      "Works: transform[,bytes=256B]   parses fields, writes JSON, makes a SHA-256",
      "       write[,bytes=256B][,fsync]   appends to a file, and waits for the disk",
      "       insert[,bytes=256B][,connections=10]   inserts into a MariaDB server, started for it",
      "       send[,bytes=256B][,ack]   sends over TCP on this machine, and waits for an answer",
      "       class:NAME   a public class of your own on --class-path, with a constructor without",
      "         parameters: a Callable that each thread calls once for the Runnable that does a"
          + " record",
      "",
      "As in: flyball flow measure --node decoder=transform --node serializer=write,fsync"
          + " --node feeder=insert --threads 1,2,4,8 --seconds 20 --out network.yaml"
    })
final class FlowMeasureCommand implements Callable<Integer> {

  private static final int FAILED = 1;
  private static final int DAY_SECONDS = 86_400;
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final String LATE = "what was measured could not be written in time";

  @Spec private CommandSpec spec;

  @Option(
      names = "--node",
      required = true,
      paramLabel = "NAME=WORK",
      description = "A node and what it does (see below); once for each node.")
  private List<String> nodes = List.of();

  @Option(
      names = "--threads",
      paramLabel = "N",
      split = ",",
      defaultValue = "1,2,4,8",
      description = "The numbers of threads to try, four or more for a law (default: 1,2,4,8).")
  private List<Integer> threads = List.of();

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "20",
      description = "How long to measure each node at most (default: ${DEFAULT-VALUE}).")
  private int seconds;

  @Option(
      names = "--precision",
      paramLabel = "PERCENT",
      defaultValue = "5",
      description =
          "How well to know each rate: half of its 95 %% confidence interval (default:"
              + " ${DEFAULT-VALUE}).")
  private double precision;

  @Option(
      names = "--class-path",
      paramLabel = "PATH",
      split = "[:;]",
      description = "Where classes of your own are: jars, and folders of classes.")
  private List<Path> classPath = List.of();

  @Option(
      names = "--folder",
      paramLabel = "FOLDER",
      description =
          "On which disk to write; what is written there is deleted (default: the temporary"
              + " folder).")
  private Path folder = Path.of(System.getProperty("java.io.tmpdir", "."));

  @Option(
      names = "--out",
      paramLabel = "FILE",
      defaultValue = "network.yaml",
      description = "Write the network to FILE; - is standard output (default: ${DEFAULT-VALUE}).")
  private String out = "";

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write the figures as JSON to FILE; - is standard output.")
  private @Nullable String json;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = "Write the page with the pictures to FILE.")
  private @Nullable String report;

  @Mixin private PicturesOption pictures;

  @Override
  public Integer call() {
    List<NodeWorkText> works = Arguments.checked(spec, "--node", this::works);
    SweepPlan plan = plan();
    if (json != null && RunOutput.isStandardOutput(json) && RunOutput.isStandardOutput(out)) {
      throw refused("--json and --out must not both be - (standard output)");
    }
    Places places =
        new Places(
            Arguments.output(spec, "--out", out),
            place("--json", json),
            place("--report", report),
            pictures.check());
    boolean quiet =
        Stream.of(out, json, report)
            .anyMatch(path -> path != null && RunOutput.isStandardOutput(path));
    PrintStream says = quiet ? System.err : System.out;
    try (Interruption ctrlC = Interruption.ofThisThread(PATIENCE, LATE);
        WorkSite site =
            Arguments.checked(spec, () -> WorkSite.open(folder, classPath, says::println))) {
      works.forEach(node ->
          Arguments.checked(
              spec,
              "--node " + node.name(),
              () -> {
                node.work().check(site);
                return node;
              }));
      HostFacts host = HostFacts.here(folder);
      host.lines().forEach(says::println);
      FlowMeasurement measurement = new FlowMeasurement(works, plan, host, says::println);
      Optional<RuntimeException> failure = run(measurement, site);
      boolean interrupted = ctrlC.interruptNoMore(); // or files could not be written
      measurement.found().ifPresent(flow -> write(flow, places, says));
      if (interrupted) {
        return Interruption.EXIT_CODE;
      }
      failure.ifPresent(e -> spec.commandLine().getErr().println("flyball: " + e.getMessage()));
      return failure.isPresent() ? FAILED : 0;
    }
  }

  /** Measures; what went wrong with a node, for what is known of others is worth writing. */
  private static Optional<RuntimeException> run(FlowMeasurement measurement, WorkSite site) {
    try {
      measurement.run(site);
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    } catch (TrialFailedException | IllegalStateException e) {
      return Optional.of(e);
    }
  }

  /** The destination of the results. */
  private record Places(
      RunOutput network,
      Optional<RunOutput> figures,
      Optional<RunOutput> report,
      Optional<PictureFiles> pictures) {}

  private Optional<RunOutput> place(String option, @Nullable String path) {
    return Optional.ofNullable(path).map(to -> Arguments.output(spec, option, to));
  }

  /** Each file on its own, so that a full disk costs no more than it must; words come last. */
  private void write(MeasuredFlow flow, Places places, PrintStream says) {
    MeasuredFlowPage found = new MeasuredFlowPage(flow);
    Report page =
        Provenance.addTo(found.page(), found.facts().and("seed", Provenance.NO_SEED), command());
    Optional<UncheckedIOException> network =
        Outputs.tried(() -> places.network().writeText(flow.yaml()));
    Optional<UncheckedIOException> figures =
        places
            .figures()
            .flatMap(place ->
                Outputs.tried(
                    () -> place.writeText(Provenance.addTo(flow.figures(), command()).json())));
    Optional<UncheckedIOException> shown =
        places.report().flatMap(place -> Outputs.tried(() -> place.write(page)));
    PrintWriter lines = new PrintWriter(says, true, StandardCharsets.UTF_8);
    FittedPage.show(List.of(flow.table()), page.headline(), FittedPage.columns(), lines);
    if (network.isEmpty() && !RunOutput.isStandardOutput(out)) {
      says.println("The network: " + out);
    }
    if (shown.isEmpty() && report != null && !RunOutput.isStandardOutput(report)) {
      says.println("The page with the pictures: " + report);
    }
    Optional<UncheckedIOException> files =
        places
            .pictures()
            .flatMap(to -> Outputs.tried(() -> PicturesOption.write(to, page, lines, false)));
    Outputs.rethrow(List.of(network, figures, shown, files));
  }

  private String command() {
    StringBuilder line = new StringBuilder("./flyball flow measure");
    nodes.forEach(node -> line.append(" --node ").append(ShellWord.of(node)));
    line.append(" --threads ");
    line.append(threads.stream().map(String::valueOf).collect(Collectors.joining(",")));
    line.append(" --seconds ").append(seconds).append(" --precision ").append(precision);
    return line.toString();
  }

  private List<NodeWorkText> works() {
    List<NodeWorkText> works = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (String text : nodes) {
      NodeWorkText node = NodeWorkText.parse(text);
      if (!names.add(node.name())) {
        throw new IllegalArgumentException("nodes must differ but two were '" + node.name() + "'");
      }
      works.add(node);
    }
    return works;
  }

  private SweepPlan plan() {
    Arguments.between(spec, "--seconds", 1, DAY_SECONDS, seconds);
    if (!(precision > 0 && precision < 100)) {
      throw refused("--precision must be above 0 and below 100 but was " + precision);
    }
    return Arguments.checked(
        spec,
        "--threads",
        () -> new SweepPlan(threads, precision / 100, Duration.ofSeconds(seconds)));
  }

  private ParameterException refused(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
