package dev.flyball.lab.tasks;

import dev.flyball.lab.report.Figure;
import dev.flyball.lab.report.Figures;
import dev.flyball.lab.report.Findings.Chapter;
import dev.flyball.lab.report.Headline;
import dev.flyball.lab.report.JsonFields;
import dev.flyball.lab.report.Printed;
import dev.flyball.lab.report.Printed.Claim;
import dev.flyball.lab.report.Section;
import dev.flyball.lab.report.Section.Paragraph;
import dev.flyball.lab.report.Section.Picture;
import dev.flyball.lab.report.Table;
import dev.flyball.lab.report.chart.BarChart;
import dev.flyball.lab.report.chart.Chart.Axis;
import dev.flyball.lab.report.chart.LineChart;
import dev.flyball.lab.report.chart.LineChart.Series;
import dev.flyball.lab.tasks.TaskBench.BenchmarkRun;
import dev.flyball.lab.tasks.TaskBench.BenchmarkRun.Sample;
import dev.flyball.lab.tasks.TaskLoad.Granularity;
import dev.flyball.lab.tasks.TaskLoad.Regularity;
import dev.flyball.pool.PoolBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The experiment on under-use, Figure 6: tasks that sleep a good part, on as many threads as there
 * are cores, and on as many as it takes to keep the cores busy.
 *
 * @param rounds how often each executor runs the load
 * @param seed what the load grows from
 * @param scale the length of the tasks, in turns; 1 is the published one
 */
public record UnderUse(int rounds, long seed, double scale) {

  private static final String PUBLISHED = "cpu-share as published";
  private static final String FILLING = "cpu-share, filling";
  private static final String STANDARD = "standard";

  private static final int TASKS = 32;

  /** Each task computes and then sleeps for 50 ms, 50 times. */
  private static final int TURNS = 50;

  private static final Duration SLEEP = Duration.ofMillis(50);

  /**
   * 32 tasks took 36.0 s on four threads: 4.5 s each, of which 2.5 s asleep, so that each turn
   * computes for 40 ms.
   */
  private static final Duration WORK = Duration.ofMillis(40);

  /** The publication's machine had as many. */
  private static final int BASE_MAX = 4;

  /** Runs it, as far as it is not interrupted. */
  public Chapter run(TaskBench bench, Consumer<String> progress) {
    progress.accept("under-use: " + load().text());
    Rounds all = Rounds.of(bench, load(), executors(), rounds, seed, progress);
    return all.rounds() == 0 ? Rounds.nothing("under-use") : new UnderUseFindings(all).chapter();
  }

  private static int base() {
    return Math.min(BASE_MAX, Runtime.getRuntime().availableProcessors());
  }

  /** The published tasks; the scale changes how many turns they have, not how long a turn is. */
  TaskLoad load() {
    int turns = (int) Math.max(1, Math.round(TURNS * scale));
    Duration turn = WORK.plus(SLEEP);
    Duration wave = Duration.ofSeconds(1); // there is none
    return new TaskLoad(
        TASKS,
        Granularity.SMALL,
        Regularity.AT_ONCE,
        turn.multipliedBy(turns),
        (double) SLEEP.toNanos() / turn.toNanos(),
        turns,
        1,
        wave);
  }

  List<TaskExecutor> executors() {
    List<TaskExecutor> all = new ArrayList<>();
    all.add(TaskExecutor.fixed(base()));
    all.add(TaskExecutor.adaptive(PUBLISHED, "cpu-share(base=" + base() + ")", this::plan));
    all.add(
        TaskExecutor.adaptive(
            FILLING, "cpu-share(fill=true,tolerance=0.05,base=" + base() + ")", this::plan));
    all.add(TaskExecutor.adaptive(STANDARD, "flyball", this::plan));
    sweep().mapToObj(TaskExecutor::fixed).forEach(all::add);
    return all;
  }

  private PoolBuilder plan(PoolBuilder pool) {
    return pool.workers(base()).period(Duration.ofMillis(100));
  }

  /** Sizes above the base, among which the best one is looked for. */
  private static IntStream sweep() {
    return DoubleStream.of(2, 3, 4, 5.5, 8, 16)
        .mapToInt(factor -> Math.min(TASKS, (int) Math.round(factor * base())))
        .distinct();
  }

  /**
   * The findings of the experiment on under-use, as tables, pictures and figures.
   *
   * @param rounds what was measured
   */
  private record UnderUseFindings(Rounds rounds) {

    private static final double PRINTED_SPEED_UP = 36.0 / 19.0;
    private static final double NEAR_BEST = 1.05;

    Chapter chapter() {
      List<Section> sections =
          List.of(
              printed(),
              table(),
              new Picture(totals(), "The fewer seconds, the better the cores were used."),
              new Picture(
                  cores(),
                  "Processors that the process used, in the last round; the more the better."),
              new Picture(rounds.threads(shown()), "Threads there were, in the last round."),
              new Paragraph(REMARKS));
      JsonFields figures = JsonFields.of("printed", printed().extra()).and("load", rounds.json());
      return new Chapter("under-use", headline(), sections, figures);
    }

    private static final String REMARKS =
        "The published policy adds the unused share of its size every 300 ms, and none where that is"
            + " less than a worker; ours adds at once what would use the idle cores, twice as many at"
            + " most. The tasks sleep for five ninths of their time, so no size is more than 2.25"
            + " times as fast as one thread per core."
            + " At the end fewer tasks are left than fill the cores, and no size helps.";

    private String fixed() {
      return TaskExecutor.fixedName(base());
    }

    private double seconds(String executor) {
      return rounds.median(executor, BenchmarkRun::totalSeconds);
    }

    private String best() {
      return IntStream.concat(IntStream.of(base()), sweep())
          .mapToObj(TaskExecutor::fixedName)
          .min(Comparator.comparingDouble(this::seconds))
          .orElseThrow();
    }

    private Printed printed() {
      return Printed.of("Under-use: printed beside measured", "Zhang, Su and Wang, Fig. 6")
          .and(
              Claim.statement(
                  PUBLISHED + ": times as fast as fixed with the same base",
                  "",
                  PRINTED_SPEED_UP,
                  speedUp(PUBLISHED),
                  figure -> figure >= PRINTED_SPEED_UP,
                  "holds if at least the printed 36.0 s / 19.0 s"))
          .and(nearBest(PUBLISHED))
          .and(nearBest(FILLING))
          .and(nearBest(STANDARD));
    }

    private double speedUp(String executor) {
      return seconds(fixed()) / seconds(executor);
    }

    private Claim nearBest(String executor) {
      double part = seconds(executor) / seconds(best());
      return Claim.statement(
          executor + ": within 5 % of the best fixed size",
          part <= NEAR_BEST,
          Rounds.said("%s times the time of ", part) + best());
    }

    private Table table() {
      Figures<String> figures =
          Figures.of(
              Figure.text("", "executor", name -> name),
              rounds.figure("", "total, median", "s", BenchmarkRun::totalSeconds),
              Figure.number("", "shortest", "s", name -> all(name).min().orElse(0)),
              Figure.number("", "longest", "s", name -> all(name).max().orElse(0)),
              Figure.number("", "times as fast as the base", "", this::speedUp),
              rounds.figure("", "cores used", "", BenchmarkRun::coresUsed),
              rounds.figure("", "threads max", "", BenchmarkRun::threadsMax));
      return figures.table(rounds.load().text(), rounds.names(), best()::equals);
    }

    private DoubleStream all(String executor) {
      return rounds.of(executor).stream().mapToDouble(BenchmarkRun::totalSeconds);
    }

    private BarChart totals() {
      BarChart chart =
          BarChart.of("Time for 32 tasks", Axis.of("total running time", "s"), "median");
      for (String name : rounds.names()) {
        chart = chart.with(name, seconds(name));
      }
      return chart;
    }

    private List<String> shown() {
      return Stream.of(fixed(), PUBLISHED, FILLING, STANDARD, best()).distinct().toList();
    }

    private LineChart cores() {
      return Rounds.overTime(
          "CPU use over time",
          "cores used",
          shown().stream()
              .map(name -> Series.of(name, Rounds.smoothed(rounds.last(name), Sample::busyCores))));
    }

    private Headline headline() {
      return Headline.of("Under-use: " + printed().tally() + ".")
          .and(seconds())
          .doubtedIfFew(rounds.rounds());
    }

    private String seconds() {
      return Rounds.said(
              "32 tasks that sleep: %s s on a thread per core, %s s with cpu-share as published, %s s"
                  + " with ours, %s s with the standard policy, %s s with the best fixed size, ",
              seconds(fixed()),
              seconds(PUBLISHED),
              seconds(FILLING),
              seconds(STANDARD),
              seconds(best()))
          + best()
          + ".";
    }
  }
}
