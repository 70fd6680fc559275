package dev.flyball.tools.cli.experiment;

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
import dev.flyball.lab.tasks.TaskBench;
import dev.flyball.lab.tasks.TaskComparison;
import dev.flyball.lab.tasks.TaskExecutor;
import dev.flyball.lab.tasks.TaskLoad;
import dev.flyball.lab.tasks.TaskLoad.Granularity;
import dev.flyball.lab.tasks.TaskLoad.Regularity;
import dev.flyball.tools.cli.shared.Arguments;
import dev.flyball.tools.cli.shared.Experiments;
import dev.flyball.tools.cli.shared.Outputs;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code flyball bench-tasks}: executors under a load of tasks, taking turns. */
@Command(
    name = "bench-tasks",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    subcommands = BenchNestedCommand.class,
    description = {
      "Executors under one load of real tasks, taking turns: start latency, total time, threads.",
      "",
      "The benchmark of Zhang, Su and Wang, \"Self-adapting ExecutorService implementation\", section"
          + " III."
    })
public final class BenchTasksCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private Outputs outputs;

  @Option(
      names = "--tasks",
      paramLabel = "N",
      defaultValue = "100",
      description = "How many tasks (default: ${DEFAULT-VALUE}).")
  private int tasks;

  @Option(
      names = "--granularity",
      paramLabel = "NAME",
      defaultValue = "small",
      description = "small, large (ten units each) or mostly-small (default: ${DEFAULT-VALUE}).")
  private String granularity = "";

  @Option(
      names = "--regularity",
      paramLabel = "NAME",
      defaultValue = "sine",
      description =
          "fixed-rate, random, periodic-random, sine or at-once, or those of the publication's"
              + " program: square-wave, uniform-gaps or stepped-gaps (default: ${DEFAULT-VALUE}).")
  private String regularity = "";

  @Option(
      names = "--unit-millis",
      paramLabel = "MS",
      defaultValue = "20",
      description = "How long a unit of work takes alone (default: ${DEFAULT-VALUE}).")
  private double unitMillis;

  @Option(
      names = "--sleeping",
      paramLabel = "X",
      defaultValue = "0",
      description =
          "The part of each task that sleeps, from 0 to 1, in ten turns with the part that"
              + " computes (default: ${DEFAULT-VALUE}).")
  private double sleeping;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "50",
      description = "Tasks per second on average (default: ${DEFAULT-VALUE}).")
  private double rate;

  @Option(
      names = "--period",
      paramLabel = "S",
      defaultValue = "1",
      description = "The length of a wave of the rate, in seconds (default: ${DEFAULT-VALUE}).")
  private double periodSeconds;

  @Option(
      names = "--executors",
      paramLabel = "NAME",
      split = ";",
      description =
          "Some of fixed(N), cached, single, thread-per-task, virtual-threads, flyball, on-demand(N) for"
              + " that with up to N workers for tasks that find none free, limiter and flyball:POLICY,"
              + " with ; between them (default: fixed(N) of this machine's processors, cached,"
              + " thread-per-task and flyball:flyball).")
  private List<String> executors =
      List.of(
          "fixed(" + Runtime.getRuntime().availableProcessors() + ")",
          "cached",
          "thread-per-task",
          "flyball:flyball");

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "3",
      description = "How often each executor runs the load (default: ${DEFAULT-VALUE}).")
  private int rounds;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "What the load's chance grows from (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Override
  public Integer call() throws Exception {
    TaskComparison comparison = comparison();
    return Experiments.run(
        spec, outputs.check("bench-tasks"), progress -> findings(comparison, progress));
  }

  private TaskComparison comparison() {
    return Arguments.checked(
        spec,
        () -> {
          TaskLoad load =
              new TaskLoad(
                  tasks,
                  Granularity.of(granularity),
                  Regularity.of(regularity),
                  nanos("unit-millis", unitMillis * 1e6),
                  sleeping,
                  sleeping == 0 ? 1 : 10,
                  rate,
                  nanos("period", periodSeconds * 1e9));
          List<TaskExecutor> all = executors.stream().map(TaskComparison::executor).toList();
          return new TaskComparison(load, all, rounds, seed);
        });
  }

  private static Duration nanos(String name, double nanos) {
    if (!(nanos >= 1 && nanos <= 3600e9)) {
      throw new IllegalArgumentException(
          name + " must be above 0 and at most an hour but was " + nanos / 1e9 + " s");
    }
    return Duration.ofNanos(Math.round(nanos));
  }

  private Findings findings(TaskComparison comparison, Progress progress) {
    progress.prepares("calibrating");
    TaskBench bench = TaskBench.here();
    Look began = Look.now();
    Chapter chapter = comparison.run(bench, progress::prepares);
    Headline headline = chapter.headline().doubted(Neighbours.since(began).doubts());
    return new Findings(
            RunReport.of("bench-tasks", "real", List.of()),
            new Report("Executors under a load of tasks", headline, chapter.sections()))
        .figure("tasks", chapter.figures())
        .measuredBy(
            command(),
            Facts.of("How it was measured")
                .and("tasks", tasks)
                .and("granularity", granularity)
                .and("regularity", regularity)
                .and("a unit of work", NumberFormat.text(unitMillis) + " ms")
                .and("of which it sleeps", NumberFormat.text(100 * sleeping) + " %")
                .and("tasks per second", NumberFormat.text(rate))
                .and("a wave of the rate", NumberFormat.text(periodSeconds) + " s")
                .and("rounds", rounds)
                .and("seed", seed));
  }

  private String command() {
    return String.format(
        Locale.ROOT,
        "./flyball bench-tasks --tasks %d --granularity %s --regularity %s --unit-millis %s"
            + " --sleeping %s --rate %s --period %s --executors '%s' --rounds %d --seed %d",
        tasks,
        granularity,
        regularity,
        unitMillis,
        sleeping,
        rate,
        periodSeconds,
        String.join(";", executors),
        rounds,
        seed);
  }
}
