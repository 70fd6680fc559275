package dev.flyball.lab.tasks;

import dev.flyball.lab.harness.HostCalibration;
import dev.flyball.lab.report.BarChart;
import dev.flyball.lab.report.Chart.Axis;
import dev.flyball.lab.report.Figure;
import dev.flyball.lab.report.Figures;
import dev.flyball.lab.report.Findings.Chapter;
import dev.flyball.lab.report.JsonFields;
import dev.flyball.lab.report.LineChart;
import dev.flyball.lab.report.LineChart.Series;
import dev.flyball.lab.report.NumberFormat;
import dev.flyball.lab.report.Printed;
import dev.flyball.lab.report.Printed.Claim;
import dev.flyball.lab.report.Section;
import dev.flyball.lab.report.Section.Paragraph;
import dev.flyball.lab.report.Section.Picture;
import dev.flyball.lab.report.Table;
import dev.flyball.lab.tasks.PredictionFindings.StartCost.Costs;
import dev.flyball.lab.tasks.TaskBench.BenchmarkRun;
import dev.flyball.lab.tasks.TaskLoad.Regularity;
import dev.flyball.sim.race.Aggregate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The findings of the experiments on prediction, as tables, pictures and figures.
 *
 * @param experiment what was run
 * @param results what was measured
 */
record PredictionFindings(Prediction experiment, Prediction.Results results) {

  private static final Figures<Costs> OF_COSTS =
      Figures.of(
          Figure.count("computingThreads", "computing threads", Costs::computing),
          Figure.number(
              "startMillisMedian",
              "started to running, median",
              "ms",
              costs -> median(costs.startMillis())),
          Figure.number(
              "startMillisMean",
              "started to running, mean",
              "ms",
              costs -> mean(costs.startMillis())),
          Figure.number(
              "wakeMillisMedian",
              "woken to running, median",
              "ms",
              costs -> median(costs.wakeMillis())),
          Figure.number(
              "wakeMillisMean", "woken to running, mean", "ms", costs -> mean(costs.wakeMillis())),
          Figure.number(
              "startCallMillisMedian",
              "call of start, median",
              "ms",
              costs -> median(costs.startCallMillis())));

  private static final String SOURCE = "Zhang, Su and Wang, Figs. 2 and 3";

  Chapter chapter() {
    List<Section> sections = new ArrayList<>();
    sections.add(printed());
    sections.add(costTable());
    sections.add(new Picture(costChart(), COST_CAPTION));
    Stream.concat(results.waiting().stream(), results.computing().stream())
        .filter(rounds -> rounds.rounds() > 0)
        .forEach(rounds -> addTo(sections, rounds));
    sections.add(new Paragraph(REMARKS));
    return new Chapter("prediction", summary(), sections, figures());
  }

  private static final String COST_CAPTION =
      "Where the processors are free, the difference is the price of a start. Beside threads that"
          + " compute, whoever waits for a time slice waits longest, and that shows in a mean.";

  private static final String REMARKS =
      "As published, the predicted number becomes the core size of a cached pool. That starts no"
          + " thread: the JDK starts as many as tasks wait, and in a cached pool no task waits."
          + " And while fewer threads exist than the core size, each task starts another, even when"
          + " threads are idle. So no thread is ever started before its task. Moreover,"
          + " with a smoothing of a half the average lags a steady rise by as much as the rise in"
          + " an interval, which is just what the formula adds: it comes out at the present, not"
          + " ahead of it. Our pre-started pools have the threads waiting, last in first out, start"
          + " more on demand as a cached pool does, and keep those for a minute as it does.";

  private void addTo(List<Section> sections, Rounds rounds) {
    sections.add(RoundsFigures.table(rounds));
    for (String name : List.of(Prediction.PRINTED, Prediction.EMA, Prediction.OURS)) {
      sections.add(
          new Picture(
              threads(rounds, name),
              "Threads that run a task, threads wanted, and threads there are, in the last round."));
    }
  }

  private static LineChart threads(Rounds rounds, String name) {
    BenchmarkRun last = rounds.last(name);
    String title = name + ", " + rounds.load().regularity() + ": predicted and active threads";
    return LineChart.of(
        title,
        Axis.of("time", "s"),
        Axis.of("threads", ""),
        Series.steps("active", RoundsFigures.points(last, BenchmarkRun.Sample::active)),
        Series.steps("predicted", RoundsFigures.points(last, sample -> sample.asked().orElse(0))),
        RoundsFigures.threads("there", last));
  }

  private Table costTable() {
    return OF_COSTS
        .only(
            "computingThreads",
            "startCallMillisMedian",
            "startMillisMedian",
            "startMillisMean",
            "wakeMillisMedian",
            "wakeMillisMean")
        .table("What a thread costs, beside threads that compute", results.costs());
  }

  private static double median(List<Double> values) {
    return Aggregate.MEDIAN.of(values, value -> value);
  }

  private static double mean(List<Double> values) {
    return values.stream().mapToDouble(value -> value).average().orElse(Double.NaN);
  }

  private BarChart costChart() {
    BarChart chart =
        BarChart.of("To the first instruction", Axis.of("mean time", "ms"), "started", "woken");
    for (Costs costs : results.costs()) {
      chart =
          chart.with(
              costs.computing() + " threads compute",
              mean(costs.startMillis()),
              mean(costs.wakeMillis()));
    }
    return chart;
  }

  // ---- Printed beside measured

  private Printed printed() {
    Printed printed = Printed.of("Prediction: printed beside measured", SOURCE);
    for (Rounds rounds : results.computing()) {
      if (rounds.rounds() > 0 && rounds.load().regularity() == Regularity.SINE) {
        printed = figure3(printed, rounds);
      }
    }
    for (Rounds rounds :
        Stream.concat(results.waiting().stream(), results.computing().stream()).toList()) {
      if (rounds.rounds() > 0) {
        printed = printed.and(better(rounds, Prediction.EMA));
        printed = printed.and(better(rounds, Prediction.OURS));
      }
    }
    return printed;
  }

  private static Printed figure3(Printed printed, Rounds rounds) {
    Printed more = printed;
    String[] names = {Prediction.PRINTED, Prediction.CACHED, Prediction.PER_TASK};
    double[] means = {42.5, 29.8, 22.5};
    double[] maxima = {421.1, 302.8, 203.4};
    for (int i = 0; i < names.length; i++) {
      String name = names[i];
      more =
          more.and(beside(name + ": mean", means[i], rounds.median(name, BenchmarkRun::meanMillis)))
              .and(beside(name + ": max", maxima[i], rounds.median(name, BenchmarkRun::maxMillis)))
              .and(
                  beside(
                      name + ": median",
                      0.08,
                      rounds.median(name, run -> run.quantileMillis(0.5))));
    }
    return more.and(order(rounds));
  }

  /** Another machine, and loads a tenth as long: nothing follows from the two being alike. */
  private static Claim beside(String what, double printed, double measured) {
    return new Claim(
        what,
        "ms",
        printed,
        measured,
        Printed.Verdict.NOT_COMPARABLE,
        "another machine; the order of the executors is compared below");
  }

  /** "The mean and max latency performance of the EMA implementation regressed". */
  private static Claim order(Rounds rounds) {
    double ema = rounds.median(Prediction.PRINTED, BenchmarkRun::meanMillis);
    double cached = rounds.median(Prediction.CACHED, BenchmarkRun::meanMillis);
    double perTask = rounds.median(Prediction.PER_TASK, BenchmarkRun::meanMillis);
    return Claim.statement(
        "the published EMA pool's mean is above cached's, and that above thread-per-task's",
        ema > cached && cached > perTask,
        String.format(
            Locale.ROOT,
            "%s, %s and %s ms, medians of %d rounds",
            NumberFormat.text(ema),
            NumberFormat.text(cached),
            NumberFormat.text(perTask),
            rounds.rounds()));
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
        String.format(
            Locale.ROOT,
            "mean %s against %s ms, max %s against %s ms, medians of %d rounds",
            NumberFormat.text(mean),
            NumberFormat.text(meanBest),
            NumberFormat.text(max),
            NumberFormat.text(maxBest),
            rounds.rounds()));
  }

  private static double least(Rounds rounds, ToDoubleFunction<BenchmarkRun> figure) {
    return Math.min(
        rounds.median(Prediction.CACHED, figure), rounds.median(Prediction.PER_TASK, figure));
  }

  // ---- For machines

  private JsonFields figures() {
    List<JsonFields> loads =
        Stream.concat(results.waiting().stream(), results.computing().stream())
            .filter(rounds -> rounds.rounds() > 0)
            .map(RoundsFigures::json)
            .toList();
    return JsonFields.of("printed", printed().extra())
        .and("threadCosts", OF_COSTS.json(results.costs()))
        .and("loads", loads);
  }

  private String summary() {
    return Stream.concat(results.waiting().stream(), results.computing().stream())
        .filter(rounds -> rounds.rounds() > 0)
        .map(rounds ->
            String.format(
                Locale.ROOT,
                "%s, %.0f %% asleep: mean start latency %s ms for our pre-started pool, %s ms"
                    + " for cached, %s ms for a thread per task.",
                rounds.load().regularity(),
                100 * rounds.load().sleeping(),
                NumberFormat.text(rounds.median(Prediction.OURS, BenchmarkRun::meanMillis)),
                NumberFormat.text(rounds.median(Prediction.CACHED, BenchmarkRun::meanMillis)),
                NumberFormat.text(rounds.median(Prediction.PER_TASK, BenchmarkRun::meanMillis))))
        .reduce((one, other) -> one + " " + other)
        .orElse("Ended before a round was over.");
  }

  /**
   * The cost of starting a thread, and of waking a parked one, while so many other threads compute.
   *
   * <p>Each time counts from just before {@code start} or {@code unpark} to the first instruction
   * over there. With nothing else to run that is the price of the call; with every processor taken
   * it is mostly the wait for a time slice, which a new thread gets later than one that was parked.
   *
   * @param calibration what the others compute with
   * @param tries how often each is measured
   */
  record StartCost(HostCalibration calibration, int tries) {

    private static final long PAUSE_NANOS = 1_000_000;

    /**
     * The measurements beside one number of computing threads.
     *
     * @param computing how many threads computed
     * @param startMillis from start to first instruction, each try
     * @param wakeMillis from unpark to first instruction, each try
     * @param startCallMillis how long the call of start kept the caller, each try
     */
    record Costs(
        int computing,
        List<Double> startMillis,
        List<Double> wakeMillis,
        List<Double> startCallMillis) {}

    Costs beside(int computing) throws InterruptedException {
      List<Thread> others = new ArrayList<>();
      for (int i = 0; i < computing; i++) {
        others.add(started(this::computeForEver));
      }
      Sleeper sleeper = new Sleeper();
      Thread parked = started(sleeper);
      Costs costs = new Costs(computing, new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
      try {
        for (int attempt = 0; attempt < tries; attempt++) {
          start(costs);
          LockSupport.parkNanos(PAUSE_NANOS);
          costs.wakeMillis().add(sleeper.wakeNanos(parked) / 1e6);
          LockSupport.parkNanos(PAUSE_NANOS);
        }
      } finally {
        parked.interrupt();
        others.forEach(Thread::interrupt);
      }
      for (Thread other : others) {
        other.join();
      }
      return costs;
    }

    private static void start(Costs costs) throws InterruptedException {
      long[] begun = new long[1];
      Thread thread = new Thread(() -> begun[0] = System.nanoTime());
      long beforeNanos = System.nanoTime();
      thread.start();
      long afterNanos = System.nanoTime();
      thread.join();
      costs.startMillis().add((begun[0] - beforeNanos) / 1e6);
      costs.startCallMillis().add((afterNanos - beforeNanos) / 1e6);
    }

    private static Thread started(Runnable what) {
      Thread thread = new Thread(what, "flyball-start-cost");
      thread.setDaemon(true);
      thread.start();
      return thread;
    }

    private void computeForEver() {
      try {
        while (true) {
          calibration.work(PAUSE_NANOS);
        }
      } catch (InterruptedException ended) {
        Thread.currentThread().interrupt();
      }
    }

    /** A thread that parks, and tells when it was woken. */
    private static final class Sleeper implements Runnable {
      private volatile @Nullable CountDownLatch called;
      private volatile long wokenNanos;

      @Override
      public void run() {
        while (!Thread.currentThread().isInterrupted()) {
          CountDownLatch answer = called;
          if (answer == null) {
            LockSupport.park(this);
          } else {
            wokenNanos = System.nanoTime();
            called = null;
            answer.countDown();
          }
        }
      }

      long wakeNanos(Thread parked) throws InterruptedException {
        CountDownLatch answer = new CountDownLatch(1);
        long beforeNanos = System.nanoTime();
        called = answer;
        LockSupport.unpark(parked);
        answer.await();
        return wokenNanos - beforeNanos;
      }
    }
  }
}
