package dev.flyball.lab.tasks;

import dev.flyball.base.Nearest;
import dev.flyball.base.Require;
import dev.flyball.lab.report.Findings.Chapter;
import dev.flyball.lab.report.Headline;
import dev.flyball.lab.report.Section.Picture;
import dev.flyball.lab.tasks.TaskBench.BenchmarkRun;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A comparison of chosen executors under a chosen load, taking turns.
 *
 * @param load the load
 * @param executors the executors, at least one, each as {@link #executor} understands it
 * @param rounds how often each runs it
 * @param seed the seed of the load; each round has the next one
 */
public record TaskComparison(TaskLoad load, List<TaskExecutor> executors, int rounds, long seed) {

  private static final Pattern SIZED = Pattern.compile("(fixed|on-demand)\\(([1-9][0-9]{0,4})\\)");

  /** The executors, of which the last is our pool with a policy of the catalogue. */
  private static final List<String> NAMES =
      List.of(
          "fixed(N)",
          "on-demand(N)",
          "cached",
          "single",
          "thread-per-task",
          "virtual-threads",
          "flyball",
          "limiter",
          "flyball:POLICY");

  public TaskComparison {
    executors = List.copyOf(executors);
    Require.atLeast("number of executors", 1, executors.size());
    Require.atLeast("rounds", 1, rounds);
    if (executors.stream().map(TaskExecutor::name).distinct().count() < executors.size()) {
      throw new IllegalArgumentException("executor must be given once but one was given twice");
    }
  }

  /**
   * The executor of that name: fixed(N), cached, single, thread-per-task, virtual-threads, flyball
   * for our pool as its users have it, on-demand(N) for the same with up to N workers more, limiter
   * for our limiter, or {@code flyball:POLICY} for our pool with a policy of the catalogue.
   *
   * @throws IllegalArgumentException when there is none of that name, or not on this JDK
   */
  public static TaskExecutor executor(String name) {
    if (name.startsWith("flyball:")) {
      return TaskExecutor.adaptive(name, name.substring("flyball:".length()), pool -> pool);
    }
    Matcher sized = SIZED.matcher(name);
    if (sized.matches()) {
      int workers = Integer.parseInt(sized.group(2));
      return sized.group(1).equals("fixed")
          ? TaskExecutor.fixed(workers)
          : TaskExecutor.onDemand(workers);
    }
    return switch (name) {
      case "cached" -> TaskExecutor.cached();
      case "single" -> TaskExecutor.single();
      case "flyball" -> TaskExecutor.pool();
      case "limiter" -> TaskExecutor.limiter();
      case "thread-per-task" -> TaskExecutor.threadPerTask();
      case "virtual-threads" ->
          TaskExecutor.virtualThreads()
              .orElseThrow(() ->
                  new IllegalArgumentException(
                      "virtual-threads must have Java 21 or newer but this is "
                          + Runtime.version().feature()));
      default -> throw new IllegalArgumentException(Nearest.unknown("executor", name, NAMES));
    };
  }

  /** Runs all of it, as far as it is not interrupted. */
  public Chapter run(TaskBench bench, Consumer<String> progress) {
    Rounds all = Rounds.of(bench, load, executors, rounds, seed, progress);
    if (all.rounds() == 0) {
      return Rounds.nothing("tasks");
    }
    return new Chapter(
        "tasks",
        headline(all),
        List.of(
            all.table(all.first(BenchmarkRun::totalSeconds)),
            new Picture(all.threads(all.names()), "In the last round.")),
        all.json());
  }

  private static Headline headline(Rounds all) {
    String first = all.first(BenchmarkRun::totalSeconds);
    String others =
        all.names().stream()
            .filter(name -> !name.equals(first))
            .map(name -> name + Rounds.said(" %s s", all.median(name, BenchmarkRun::totalSeconds)))
            .collect(Collectors.joining(", "));
    return Headline.of(
            first
                + Rounds.said(
                    " was done first, after %s s", all.median(first, BenchmarkRun::totalSeconds))
                + (others.isEmpty() ? "" : "; " + others)
                + ".")
        .and(
            "The load: "
                + all.load().text()
                + (all.rounds() == 1
                    ? "; one round."
                    : "; medians of " + all.rounds() + " rounds."))
        .doubtedIfFew(all.rounds());
  }
}
