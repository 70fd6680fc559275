package dev.flyball.tools.cli.experiment;

import dev.flyball.base.Nearest;
import dev.flyball.lab.harness.Neighbours;
import dev.flyball.lab.harness.Neighbours.Look;
import dev.flyball.lab.papers.Progress;
import dev.flyball.lab.report.Findings;
import dev.flyball.lab.report.Findings.Chapter;
import dev.flyball.lab.report.Headline;
import dev.flyball.lab.report.Report;
import dev.flyball.lab.report.RunReport;
import dev.flyball.lab.report.Section.Facts;
import dev.flyball.lab.report.text.NumberFormat;
import dev.flyball.lab.tasks.NestedBench;
import dev.flyball.lab.tasks.NestedComparison;
import dev.flyball.lab.tasks.NestedLoad;
import dev.flyball.lab.tasks.NestedLoad.Waiting;
import dev.flyball.lab.tasks.TaskComparison;
import dev.flyball.tools.cli.shared.Arguments;
import dev.flyball.tools.cli.shared.Experiments;
import dev.flyball.tools.cli.shared.Outputs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code flyball bench-tasks nested}: requests that wait for tasks of their own pool. */
@Command(
    name = "nested",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Requests that wait, on a worker, for tasks of their own pool; with a burst in between.",
      "",
      "Shows what was done of what was offered, latencies from the intended times, workers alive at"
          + " most and ten seconds after the burst, and whether three bars were met: all done; p95 at"
          + " most twice the cached pool's; at most twice the workers needed ten seconds later."
    })
final class BenchNestedCommand implements Callable<Integer> {

  private static final Duration WARM = Duration.ofSeconds(10);
  private static final Duration AFTER = Duration.ofSeconds(10);

  @Spec private CommandSpec spec;
  @Mixin private Outputs outputs;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "40",
      description = "Requests per second, at equal gaps (default: ${DEFAULT-VALUE}).")
  private double rate;

  @Option(
      names = "--children",
      paramLabel = "N",
      defaultValue = "3",
      description = "Tasks that each request waits for (default: ${DEFAULT-VALUE}).")
  private int children;

  @Option(
      names = "--child-millis",
      paramLabel = "MS",
      defaultValue = "20",
      description = "How long each of these tasks sleeps (default: ${DEFAULT-VALUE}).")
  private int childMillis;

  @Option(
      names = "--bursts",
      paramLabel = "N",
      split = ",",
      defaultValue = "10,60,300,1000",
      description = "Requests that come at once, a load for each (default: ${DEFAULT-VALUE}).")
  private List<Integer> bursts = List.of();

  @Option(
      names = "--start",
      paramLabel = "NAME",
      split = ",",
      defaultValue = "cold,warm",
      description =
          "cold for a burst at the start, warm for one after ten seconds (default:"
              + " ${DEFAULT-VALUE}).")
  private List<String> starts = List.of();

  @Option(
      names = "--wait",
      paramLabel = "NAME",
      split = ",",
      defaultValue = "outside,invoke-all,join",
      description =
          "How requests wait: invoke-all, join for CompletableFuture.supplyAsync and join, or"
              + " outside for the same tasks without nesting, which the others are compared with"
              + " (default: ${DEFAULT-VALUE}).")
  private List<String> waits = List.of();

  @Option(
      names = "--executors",
      paramLabel = "NAME",
      split = ";",
      defaultValue = "flyball;limiter;cached",
      description =
          "Some of flyball, on-demand(N), limiter, cached, fixed(N) and flyball:POLICY, with ; between"
              + " them (default: ${DEFAULT-VALUE}).")
  private List<String> executors = List.of();

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "1",
      description = "How often each executor runs each load (default: ${DEFAULT-VALUE}).")
  private int rounds;

  @Option(
      names = "--patience",
      paramLabel = "S",
      defaultValue = "20",
      description =
          "How long to wait for the last request, in seconds (default: ${DEFAULT-VALUE}).")
  private int patienceSeconds;

  private static Duration warmTime(String start) {
    return switch (start) {
      case "cold" -> Duration.ZERO;
      case "warm" -> WARM;
      default ->
          throw new IllegalArgumentException(
              Nearest.unknown("start", start, List.of("cold", "warm")));
    };
  }

  @Override
  public Integer call() throws Exception {
    NestedComparison comparison = comparison();
    return Experiments.run(
        spec, outputs.check("bench-tasks-nested"), progress -> findings(comparison, progress));
  }

  private NestedComparison comparison() {
    return Arguments.checked(
        spec,
        () -> {
          List<NestedLoad> loads = new ArrayList<>();
          for (String waiting : waits) {
            for (String start : starts) {
              for (int burst : bursts) {
                loads.add(
                    new NestedLoad(
                        rate,
                        children,
                        Duration.ofMillis(childMillis),
                        burst,
                        warmTime(start),
                        AFTER,
                        Waiting.of(waiting)));
              }
            }
          }
          return new NestedComparison(
              loads, executors.stream().map(TaskComparison::executor).toList(), rounds);
        });
  }

  private Findings findings(NestedComparison comparison, Progress progress) {
    progress.prepares("calibrating");
    NestedBench bench = NestedBench.here(Duration.ofSeconds(patienceSeconds));
    Look began = Look.now();
    Chapter chapter = comparison.run(bench, progress::prepares);
    Headline headline = chapter.headline().doubted(Neighbours.since(began).doubts());
    return new Findings(
            RunReport.of("bench-tasks-nested", "real", List.of()),
            new Report("Executors under nested work", headline, chapter.sections()))
        .figure("nested", chapter.figures())
        .measuredBy(
            command(),
            Facts.of("How it was measured")
                .and("requests per second", NumberFormat.text(rate))
                .and("tasks per request", children)
                .and("a task sleeps", childMillis + " ms")
                .and("rounds", rounds)
                .and("patience", patienceSeconds + " s"));
  }

  private String command() {
    return String.format(
        Locale.ROOT,
        "./flyball bench-tasks nested --rate %s --children %d --child-millis %d --bursts %s --start"
            + " %s --wait %s --executors '%s' --rounds %d --patience %d",
        rate,
        children,
        childMillis,
        joined(bursts),
        joined(starts),
        joined(waits),
        String.join(";", executors),
        rounds,
        patienceSeconds);
  }

  private static String joined(List<?> values) {
    return values.stream().map(Object::toString).collect(Collectors.joining(","));
  }
}
