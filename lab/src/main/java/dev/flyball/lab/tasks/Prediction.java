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
import dev.flyball.lab.report.chart.BarChart;
import dev.flyball.lab.report.chart.Chart.Axis;
import dev.flyball.lab.report.chart.LineChart;
import dev.flyball.lab.report.chart.LineChart.Series;
import dev.flyball.lab.tasks.StartCost.Costs;
import dev.flyball.lab.tasks.TaskBench.BenchmarkRun;
import dev.flyball.lab.tasks.TaskBench.BenchmarkRun.Sample;
import dev.flyball.lab.tasks.TaskLoad.Granularity;
import dev.flyball.lab.tasks.TaskLoad.Regularity;
import dev.flyball.policy.spec.Spelling;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The experiments on prediction, Figures 2 and 3: does it help to have threads before their tasks?
 *
 * <p>Three questions, each with a measurement:
 *
 * <ol>
 *   <li>What does a start cost beside a wake-up, and what beside threads that compute?
 *   <li>The published loads: tasks that only compute, at a rate that swings over and under what the
 *       processors can do.
 *   <li>Short tasks that mostly wait, at a rate that swings: many threads, free processors.
 * </ol>
 *
 * @param rounds how often each executor runs each load
 * @param seed what the loads grow from; each round has the next one
 * @param scale the length of the loads; 1 is a tenth of the published one
 */
public record Prediction(int rounds, long seed, double scale) {

  private static final String PRINTED = "EMA as published";
  static final String CACHED = "cached";
  private static final String PER_TASK = "thread-per-task";
  private static final String EMA = "EMA, pre-started";
  private static final String OURS = "standard, pre-started";

  private static final int TASKS = 100;
  private static final int WORKERS_READY = 8;
  private static final int WORKERS_MAX = 10_000;

  /** The published lengths, in seconds; a load of scale 1 takes a tenth of them. */
  private static final double TENTH = 0.1;

  private static final double WAVE_SECONDS = 25 * 0.75 + 25 * 0.1;
  private static final double STEPPED_GAP_SECONDS = 0.8;
  private static final double INTERVAL_SECONDS = 0.5;
  private static final double KEEP_ALIVE_SECONDS = 1;

  /**
   * In the published log 5.3 threads are active on average while a task comes each 750 ms: so a
   * task takes 4 s, on 16 processors.
   */
  private static final double TASK_SECONDS = 5.3 * 0.75;

  private static final double PUBLISHED_PROCESSORS = 16;

  /** Runs all of it, as far as it is not interrupted. */
  public Chapter run(TaskBench bench, Consumer<String> progress) {
    progress.accept("prediction: what a thread's start costs");
    List<Costs> costs = costs(bench);
    List<Rounds> computing = new ArrayList<>();
    List<Rounds> waiting = new ArrayList<>();
    progress.accept("prediction: warming up"); // once each, in small, and not looked at
    Rounds.of(bench, waiting(200, Regularity.SINE), executors(), 1, seed, line -> {});
    int tasks = (int) Math.max(100, Math.round(800 * scale));
    for (Regularity regularity : List.of(Regularity.SINE, Regularity.PERIODIC_RANDOM)) {
      waiting.add(
          Rounds.of(bench, waiting(tasks, regularity), executors(), rounds, seed, progress));
    }
    for (TaskLoad load : List.of(squareWave(), steppedGaps())) {
      computing.add(Rounds.of(bench, load, executors(), rounds, seed, progress));
    }
    List<Rounds> loads =
        Stream.concat(waiting.stream(), computing.stream())
            .filter(measured -> measured.rounds() > 0)
            .toList();
    return new PredictionFindings(costs, loads).chapter();
  }

  private List<Costs> costs(TaskBench bench) {
    int cores = Runtime.getRuntime().availableProcessors();
    int tries = (int) Math.max(5, Math.round(60 * Math.min(1, scale)));
    StartCost cost = new StartCost(bench.calibration(), tries);
    List<Costs> costs = new ArrayList<>();
    try {
      for (int perCore : new int[] {0, 1, 2, 4, 8}) {
        costs.add(cost.beside(perCore * cores));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return costs;
  }

  /** The load of Figures 2 and 3, named a sine there. */
  TaskLoad squareWave() {
    return computing(Regularity.SQUARE_WAVE, 50 / WAVE_SECONDS);
  }

  private TaskLoad steppedGaps() {
    return computing(Regularity.STEPPED_GAPS, 1 / STEPPED_GAP_SECONDS);
  }

  /** 100 tasks that compute, each so long that it takes the published share of the processors. */
  private TaskLoad computing(Regularity regularity, double publishedPerSecond) {
    double cores = Runtime.getRuntime().availableProcessors();
    return new TaskLoad(
        TASKS,
        Granularity.SMALL,
        regularity,
        scaled(TASK_SECONDS * cores / PUBLISHED_PROCESSORS),
        0,
        1,
        publishedPerSecond / (TENTH * scale),
        scaled(WAVE_SECONDS));
  }

  private Duration scaled(double publishedSeconds) {
    return Duration.ofNanos(Math.round(publishedSeconds * TENTH * scale * 1e9));
  }

  /** Tasks of 20 ms that compute for 0.5 ms of it, 400 a second on average. */
  private static TaskLoad waiting(int tasks, Regularity regularity) {
    Duration unit = Duration.ofMillis(20);
    Duration wave = Duration.ofMillis(500);
    return new TaskLoad(tasks, Granularity.SMALL, regularity, unit, 0.975, 1, 400, wave);
  }

  /** The compared executors, all polled in the published interval. */
  List<TaskExecutor> executors() {
    Duration interval = scaled(INTERVAL_SECONDS);
    String average = "moving-average(each-task=true,interval=" + Spelling.duration(interval) + ")";
    List<TaskExecutor> all =
        new ArrayList<>(
            List.of(
                TaskExecutor.printed(interval, scaled(KEEP_ALIVE_SECONDS)),
                TaskExecutor.cached(),
                TaskExecutor.threadPerTask(),
                TaskExecutor.cached("cached, 8 ready", WORKERS_READY),
                prestarted(EMA, average, 1),
                prestarted(OURS, "flyball(min=" + WORKERS_READY + ")", WORKERS_READY)));
    TaskExecutor.virtualThreads().ifPresent(all::add);
    return all;
  }

  private TaskExecutor prestarted(String name, String policy, int workers) {
    return TaskExecutor.adaptive(
        name,
        policy,
        plan ->
            plan.workers(workers)
                .prestart()
                .maximumWorkers(WORKERS_MAX)
                .keepAlive(Duration.ofSeconds(60))
                .period(scaled(INTERVAL_SECONDS)));
  }

  /**
   * The findings of the experiments on prediction, as tables, pictures and figures.
   *
   * @param costs what a thread's start costs, beside more and more threads that compute
   * @param loads the loads of which a round is over at least
   */
  private record PredictionFindings(List<Costs> costs, List<Rounds> loads) {

    private static final Figures<Costs> OF_COSTS =
        Figures.of(
            Figure.count("computingThreads", "computing threads", Costs::computing),
            Figure.number(
                "startMillisMedian", "started to running, median", "ms", Costs::startMedian),
            Figure.number("startMillisMean", "started to running, mean", "ms", Costs::startMean),
            Figure.number("wakeMillisMedian", "woken to running, median", "ms", Costs::wakeMedian),
            Figure.number("wakeMillisMean", "woken to running, mean", "ms", Costs::wakeMean),
            Figure.number(
                "startCallMillisMedian", "call of start, median", "ms", Costs::callMedian));

    Chapter chapter() {
      List<Section> sections = new ArrayList<>();
      sections.add(printed());
      sections.add(
          OF_COSTS
              .only(
                  "computingThreads",
                  "startCallMillisMedian",
                  "startMillisMedian",
                  "startMillisMean",
                  "wakeMillisMedian",
                  "wakeMillisMean")
              .table("What a thread costs, beside threads that compute", costs));
      sections.add(new Picture(costChart(), COST_CAPTION));
      for (Rounds rounds : loads) {
        sections.add(rounds.table(OURS));
        for (String name : List.of(PRINTED, EMA, OURS)) {
          sections.add(new Picture(threads(rounds, name), THREADS_CAPTION));
        }
      }
      sections.add(new Paragraph(REMARKS));
      JsonFields figures =
          JsonFields.of("printed", printed().extra())
              .and("threadCosts", OF_COSTS.json(costs))
              .and("loads", loads.stream().map(Rounds::json).toList());
      return new Chapter("prediction", headline(), sections, figures);
    }

    private static final String COST_CAPTION =
        "Where the processors are free, the difference is the price of a start. Beside threads that"
            + " compute, whoever waits for a time slice waits longest, and that shows in a mean.";

    private static final String REMARKS =
        "As published, the predicted number becomes the core size of a JDK pool with an unbounded"
            + " queue. That starts a thread for each task that waits, and none for those that are"
            + " foretold. While fewer threads exist than the core size, each task starts another,"
            + " even when threads are idle; when as many exist and all are busy, a task waits for the"
            + " next poll. So no thread is ever started before its task, though the formula looks"
            + " ahead: on a steady rise it asks for the present threads and the rise of two intervals"
            + " more. Our pre-started pools have the threads waiting, last in first out, start more on"
            + " demand as a cached pool does, and keep those for a minute as it does."
            + " The published load is named a sine, and is a square wave: 25 tasks 750 ms apart and 25"
            + " tasks 100 ms apart, in turns; here all times are a tenth of that, times the scale.";

    private static final String THREADS_CAPTION =
        "Threads that run a task, threads wanted, and threads there are, in the last round.";

    private static LineChart threads(Rounds rounds, String name) {
      BenchmarkRun last = rounds.last(name);
      return Rounds.overTime(
          name
              + ", "
              + TaskLoad.word(rounds.load().regularity())
              + ": predicted and active threads",
          "threads",
          Stream.of(
              Series.steps("active", Rounds.points(last, Sample::active)),
              Series.steps("predicted", Rounds.points(last, sample -> sample.asked().orElse(0))),
              Rounds.threads("there", last)));
    }

    private BarChart costChart() {
      BarChart chart =
          BarChart.of("To the first instruction", Axis.of("mean time", "ms"), "started", "woken");
      for (Costs beside : costs) {
        chart =
            chart.with(
                beside.computing() + " threads compute", beside.startMean(), beside.wakeMean());
      }
      return chart;
    }

    // ---- Printed beside measured

    private Printed printed() {
      List<Claim> claims = new ArrayList<>();
      for (Rounds rounds : loads) {
        if (rounds.load().sleeping() == 0 && rounds.load().regularity() == Regularity.SQUARE_WAVE) {
          claims.addAll(printed(rounds, PRINTED, 42.5, 421.1));
          claims.addAll(printed(rounds, CACHED, 29.8, 302.8));
          claims.addAll(printed(rounds, PER_TASK, 22.5, 203.4));
          claims.add(order(rounds));
        }
      }
      for (Rounds rounds : loads) {
        claims.add(better(rounds, EMA));
        claims.add(better(rounds, OURS));
      }
      return new Printed(
          "Prediction: printed beside measured", "Zhang, Su and Wang, Figs. 2 and 3", claims);
    }

    /** An executor in Figure 3. */
    private static List<Claim> printed(Rounds rounds, String name, double mean, double max) {
      return List.of(
          beside(name + ": mean", mean, rounds.median(name, BenchmarkRun::meanMillis)),
          beside(name + ": max", max, rounds.median(name, BenchmarkRun::maxMillis)),
          beside(name + ": median", 0.08, rounds.median(name, run -> run.quantileMillis(0.5))));
    }

    /** What would be near, if the figures could be compared. */
    private static final double NEAR = 0.25;

    /** Another machine, and loads a tenth as long: nothing follows from the two being alike. */
    private static Claim beside(String what, double printed, double measured) {
      return Claim.within(NEAR, what, "ms", printed, measured)
          .notComparable("another machine; the order of the executors is compared below");
    }

    /** "The mean and max latency performance of the EMA implementation regressed". */
    private static Claim order(Rounds rounds) {
      double ema = rounds.median(PRINTED, BenchmarkRun::meanMillis);
      double cached = rounds.median(CACHED, BenchmarkRun::meanMillis);
      double perTask = rounds.median(PER_TASK, BenchmarkRun::meanMillis);
      return Claim.statement(
          "the published EMA pool's mean is above cached's, and that above thread-per-task's",
          ema > cached && cached > perTask,
          Rounds.said("%s, %s and %s ms, medians of ", ema, cached, perTask)
              + rounds.rounds()
              + " rounds");
    }

    private static Claim better(Rounds rounds, String name) {
      double mean = rounds.median(name, BenchmarkRun::meanMillis);
      double max = rounds.median(name, BenchmarkRun::maxMillis);
      double meanBest = least(rounds, BenchmarkRun::meanMillis);
      double maxBest = least(rounds, BenchmarkRun::maxMillis);
      return Claim.statement(
          name
              + " starts tasks sooner than cached and thread-per-task, in mean and max: "
              + rounds.load().text(),
          mean < meanBest && max < maxBest,
          Rounds.said(
                  "mean %s against %s ms, max %s against %s ms, medians of ",
                  mean, meanBest, max, maxBest)
              + rounds.rounds()
              + " rounds");
    }

    private static double least(Rounds rounds, ToDoubleFunction<BenchmarkRun> figure) {
      return Math.min(rounds.median(CACHED, figure), rounds.median(PER_TASK, figure));
    }

    private Headline headline() {
      if (loads.isEmpty()) {
        return Headline.of("Prediction: ended before a round was over.")
            .doubted(Headline.ENDED_EARLY);
      }
      return Headline.of("Prediction: " + printed().tally() + ".")
          .and(loads.stream().map(PredictionFindings::summary).collect(Collectors.joining(" ")))
          .doubtedIfFew(loads.stream().mapToInt(Rounds::rounds).min().orElse(0));
    }

    private static String summary(Rounds rounds) {
      TaskLoad load = rounds.load();
      return String.format(
              Locale.ROOT,
              "%s, %.0f %% asleep",
              TaskLoad.word(load.regularity()),
              100 * load.sleeping())
          + Rounds.said(
              ": mean start latency %s ms for our pre-started pool, %s ms for cached, %s ms for a"
                  + " thread per task.",
              rounds.median(OURS, BenchmarkRun::meanMillis),
              rounds.median(CACHED, BenchmarkRun::meanMillis),
              rounds.median(PER_TASK, BenchmarkRun::meanMillis));
    }
  }
}
