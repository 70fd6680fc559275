package dev.flyball.lab.papers;

import dev.flyball.lab.load.Arrivals;
import dev.flyball.lab.load.Schedule;
import dev.flyball.lab.report.Axis;
import dev.flyball.lab.report.BarChart;
import dev.flyball.lab.report.Column;
import dev.flyball.lab.report.Facts;
import dev.flyball.lab.report.Figures;
import dev.flyball.lab.report.LineChart;
import dev.flyball.lab.report.LineChart.Point;
import dev.flyball.lab.report.LineChart.Series;
import dev.flyball.lab.report.Paragraph;
import dev.flyball.lab.report.Picture;
import dev.flyball.lab.report.Printed;
import dev.flyball.lab.report.Printed.Claim;
import dev.flyball.lab.report.Report;
import dev.flyball.lab.report.RunReport;
import dev.flyball.lab.report.RunRow;
import dev.flyball.lab.report.Table;
import dev.flyball.lab.server.Workload;
import dev.flyball.lab.trial.AdaptiveUnderTest;
import dev.flyball.lab.trial.JdkUnderTest;
import dev.flyball.lab.trial.PoolSample;
import dev.flyball.lab.trial.PoolUnderTest;
import dev.flyball.lab.trial.Trial;
import dev.flyball.lab.trial.TrialResult;
import dev.flyball.policy.Policies;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * The experiment of Bahadur et al., "A Perfect Knob to Scale Thread Pool on Runtime" (2022, section
 * 4): Poisson arrivals at 100 per second for a minute, the four kinds of request of Table 1, every
 * pool beginning with 10 workers.
 *
 * <p>The paper compares its workload profile with the JDK's pool, which it models as "as many
 * workers as the highest request rate so far". Here run, one after the other over real sockets:
 * that model, the paper's algorithm as printed, the same corrected, Little's law, and the JDK's
 * real pool in its three usual configurations.
 *
 * @param length how long requests are sent; the paper's minute, or less
 * @param ratePerSecond the mean arrival rate; the paper's is 100
 * @param seed what the arrivals grow from
 * @param port the server's port, 0 for any
 * @param policies the policies that run, in this order, as {@link Policies#parse} reads them
 * @param jdk whether the JDK's three pools run as well
 */
public record PerfectKnob(
    Duration length,
    double ratePerSecond,
    long seed,
    int port,
    List<String> policies,
    boolean jdk) {

  /** The paper's two pools, the paper's own corrected, and Little's law. */
  public static final List<String> ALL_POLICIES =
      List.of("request-rate", "workload-profile-printed", "workload-profile", "littles-law");

  private static final int WORKERS_AT_START = 10;
  private static final int WARM_UP_WORKERS = 200;
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Workload WORKLOAD = Workload.PERFECT_KNOB_TABLE_1;
  private static final String MODEL = "request-rate";
  private static final String AS_PRINTED = "workload-profile-printed";
  private static final String CORRECTED = "workload-profile";

  /** The service times of Table 1, by the kind's id. */
  private static final Map<String, Duration> SERVICES =
      Map.of(
          "file-100kb", Duration.ofMillis(300),
          "file-1000kb", Duration.ofMillis(400),
          "file-2000kb", Duration.ofMillis(2000),
          "cpu", Duration.ofMillis(40));

  private static final double LONGEST_MILLIS = 2000;

  /** Runs all pools and says what was found; what was interrupted is left out, saying so. */
  public Findings run(Progress progress) throws IOException {
    Schedule schedule = new Schedule(Arrivals.poisson(ratePerSecond), WORKLOAD.mix(), length, seed);
    Trial trial = Trial.of(WORKLOAD, schedule, port, PATIENCE);
    List<Entry> entries = entries();
    List<TrialResult> results = new ArrayList<>();
    warmUp();
    for (Entry entry : entries) {
      progress.begins(new Progress.Step(results.size() + 1, entries.size(), entry.name(), length));
      results.add(trial.run(entry.pool(), progress));
      if (Thread.currentThread().isInterrupted()) {
        break;
      }
    }
    return new Account(this, NoWait.of(WORKLOAD, SERVICES, schedule), results, entries.size())
        .findings();
  }

  /** A short load that nobody looks at, so that the first pool is not charged for cold code. */
  private void warmUp() throws IOException {
    Schedule schedule =
        new Schedule(Arrivals.constant(ratePerSecond), WORKLOAD.mix(), Duration.ofSeconds(1), seed);
    Trial.of(WORKLOAD, schedule, port, PATIENCE)
        .run(ours("fixed(workers=" + WARM_UP_WORKERS + ")").pool(), Trial.Watcher.NONE);
  }

  private record Entry(String name, Supplier<PoolUnderTest> pool) {}

  private List<Entry> entries() {
    List<Entry> entries = new ArrayList<>();
    policies.forEach(policy -> entries.add(ours(policy)));
    if (jdk) {
      entries.add(
          jdk("jdk-fixed-10", WORKERS_AT_START, WORKERS_AT_START, LinkedBlockingQueue::new));
      entries.add(jdk("jdk-cached", 0, Integer.MAX_VALUE, SynchronousQueue::new));
      entries.add(
          jdk(
              "jdk-10-to-200-queue-100",
              WORKERS_AT_START,
              200,
              () -> new ArrayBlockingQueue<>(100)));
    }
    return entries;
  }

  private static Entry jdk(
      String name, int core, int max, Supplier<BlockingQueue<Runnable>> queue) {
    return new Entry(name, () -> new JdkUnderTest(name, core, max, queue.get()));
  }

  private static Entry ours(String policy) {
    return new Entry(
        policy, () -> AdaptiveUnderTest.of(policy, Policies.parse(policy), WORKERS_AT_START));
  }

  private String command() {
    return String.format(
        Locale.ROOT,
        jdk
            ? "./flyball paper perfect-knob --seconds %d --rate %s --seed %d"
            : "./flyball demo --seconds %d --rate %s --seed %d",
        length.toSeconds(),
        Figures.text(ratePerSecond),
        seed);
  }

  /** The mean service time of Table 1 in seconds: 1.144. */
  private static double meanServiceSeconds() {
    return WORKLOAD.kinds().stream()
        .mapToDouble(kind ->
            kind.share() * Objects.requireNonNull(SERVICES.get(kind.id())).toMillis() / 1000)
        .sum();
  }

  /** Turns results into figures and a page. */
  private record Account(
      PerfectKnob experiment, NoWait ceiling, List<TrialResult> results, int planned) {

    Findings findings() {
      List<RunRow> rows = new ArrayList<>();
      rows.add(ceiling.row(experiment.seed()));
      results.forEach(result -> rows.add(result.row()));
      Printed printed = printed();
      RunReport figures =
          RunReport.of("perfect-knob", "real", rows)
              .with("printed", printed.extra())
              .with("demandWorkers", demand())
              .with("complete", complete());
      return new Findings(Provenance.addTo(figures, experiment.command()), page(figures, printed));
    }

    private boolean complete() {
      return results.size() == planned && results.stream().noneMatch(TrialResult::cutShort);
    }

    private double demand() {
      return experiment.ratePerSecond() * meanServiceSeconds();
    }

    private Report page(RunReport figures, Printed printed) {
      Report page =
          Report.of(
                  !experiment.jdk()
                      ? "A governed server under load"
                      : "A perfect knob to scale a thread pool",
                  summary())
              .with(figures.table("Side by side"))
              .with(bars())
              .with(health());
      page =
          page.with(
                  new Picture(
                      overTime("Pool sizes", PoolSample::workersAsked, "workers asked for"),
                      "Fig. 4 of the paper: the size that each pool was given, second by second."))
              .with(
                  new Picture(
                      overTime("Workers that exist", PoolSample::workersAlive, "workers alive"),
                      "What the sizes cost: a worker that idles for 500 ms ends."))
              .with(
                  new Picture(
                      throughput(),
                      "Fig. 5 of the paper: responses completed in each second. A pool that is too"
                          + " small goes on long after the load has ended."))
              .with(
                  new Picture(
                      averages(),
                      "Fig. 6 of the paper: responses per second, up to the last response."))
              .with(
                  new Picture(
                      load(),
                      "Fig. 3 of the paper: requests sent in each second, the same for every"
                          + " pool."));
      if (experiment.jdk()) {
        page = page.with(printed).with(new Paragraph(REMARKS));
      }
      Facts parameters =
          Facts.of("How it was measured")
              .and("load", "Poisson, " + Figures.text(experiment.ratePerSecond()) + " per second")
              .and("length", experiment.length().toSeconds() + " s")
              .and(
                  "kinds",
                  "20 % 100 kB file, 300 ms; 20 % 1000 kB, 400 ms; 50 % 2000 kB, 2000 ms;"
                      + " 10 % CPU, 40 ms")
              .and("offered work", Figures.text(demand()) + " busy workers (lambda * S)")
              .and("workers at the start", WORKERS_AT_START)
              .and("a response is awaited", PATIENCE.toSeconds() + " s")
              .and("latency", "from the intended time of sending")
              .and("seed", experiment.seed());
      return Provenance.addTo(page, parameters, experiment.command());
    }

    private static final String REMARKS =
        "Throughput in the table is counted while requests are sent; the top row is what a pool in"
            + " which nobody ever waits would reach, since the last requests of two seconds cannot"
            + " end in time. The paper's figures are counted up to the last response.";

    private String summary() {
      if (results.isEmpty()) {
        return "The run was ended before anything was measured.";
      }
      TrialResult best =
          results.stream()
              .filter(result -> result.load().completed() > 0)
              .min((a, b) ->
                  Double.compare(
                      a.response().p95().orElse(Double.MAX_VALUE),
                      b.response().p95().orElse(Double.MAX_VALUE)))
              .orElse(results.get(0));
      String text =
          String.format(
              Locale.ROOT,
              "%s answered 95 of 100 requests within %s ms, with %s workers on average where the"
                  + " work itself keeps %s busy.",
              best.policy(),
              Figures.text(best.response().p95()),
              Figures.text(best.pool().workersMean()),
              Figures.text(demand()));
      Optional<TrialResult> model = result(MODEL);
      if (model.isPresent() && !model.get().policy().equals(best.policy())) {
        text +=
            " "
                + MODEL
                + ", the paper's model of the JDK pool, needed "
                + Figures.text(model.get().response().p95())
                + " ms.";
      }
      return complete() ? text : text + " The run was ended early; what is missing was not run.";
    }

    private Optional<TrialResult> result(String policy) {
      return results.stream()
          .filter(result -> result.policy().equals(policy) && !result.cutShort())
          .findFirst();
    }

    /** The three bars a good policy passes, for every pool. */
    private Table health() {
      Table table =
          Table.of(
              "Fast enough, small enough",
              Column.text("policy"),
              Column.number("completed of offered", "%"),
              Column.number("throughput of offered rate", "%"),
              Column.number("throughput of the oracle's", "%"),
              Column.number("p95 / longest service"),
              Column.number("mean workers / offered work"),
              Column.number("sent late, p99", "ms"));
      for (TrialResult result : results) {
        double offered = result.load().offeredPerSecond();
        double throughput = result.load().throughputPerSecond();
        table =
            table.row(
                result.policy(),
                100.0 * result.load().completed() / Math.max(1, result.load().offered()),
                100 * throughput / offered,
                100 * throughput / ceiling.throughputPerSecond(),
                result.response().p95().orElse(Double.NaN) / LONGEST_MILLIS,
                result.pool().workersMean() / demand(),
                result.load().sendLag().percentileNanos(99) / 1e6);
      }
      return table;
    }

    private Picture bars() {
      BarChart chart =
          BarChart.of("Response times", Axis.of("response time", "s"), "p50", "p90", "p95");
      chart = chart.with("oracle: nobody waits", seconds(ceiling.row(0)));
      for (TrialResult result : results) {
        chart = chart.with(result.policy(), seconds(result.row()));
      }
      return new Picture(
          chart,
          "Fig. 7 of the paper: quantiles of the response time, from the intended time of sending"
              + " to the last byte.");
    }

    private static double[] seconds(RunRow row) {
      return new double[] {
        row.responseMillis().p50().orElse(Double.NaN) / 1000,
        row.responseMillis().p90().orElse(Double.NaN) / 1000,
        row.responseMillis().p95().orElse(Double.NaN) / 1000
      };
    }

    private LineChart overTime(String title, ToDoubleFunction<PoolSample> figure, String axis) {
      LineChart chart = LineChart.of(title, Axis.of("time", "s"), Axis.of(axis, ""));
      for (TrialResult result : results) {
        chart = chart.with(result.overTime(figure));
      }
      return chart;
    }

    private LineChart throughput() {
      LineChart chart =
          LineChart.of("Throughput", Axis.of("time", "s"), Axis.of("responses", "1/s"));
      for (TrialResult result : results) {
        chart = chart.with(result.completedOverTime());
      }
      return chart;
    }

    private BarChart averages() {
      BarChart chart =
          BarChart.of("Average throughput", Axis.of("responses", "1/s"), "to the last response");
      for (TrialResult result : results) {
        chart = chart.with(result.policy(), result.load().throughputToLastResponse());
      }
      return chart;
    }

    private LineChart load() {
      LineChart chart = LineChart.of("Load", Axis.of("time", "s"), Axis.of("requests sent", "1/s"));
      return results.isEmpty()
          ? chart
          : chart.with(
              Series.of(
                  "all pools",
                  results.get(0).load().seconds().stream()
                      .map(second -> new Point(second.index() + 1, second.offered()))
                      .toList()));
    }

    private Printed printed() {
      Printed printed =
          Printed.of(
              "Printed beside measured",
              "Bahadur et al. 2022, section 4 (text to Figs. 4 to 7) and section 5");
      Optional<TrialResult> model = result(MODEL);
      if (model.isEmpty()) {
        return printed;
      }
      printed =
          printed.and(
              Claim.within(
                  0.1,
                  "responses per second, pool sized by request rate",
                  "1/s",
                  80,
                  model.get().load().throughputToLastResponse()));
      for (String ours : List.of(AS_PRINTED, CORRECTED)) {
        Optional<TrialResult> profile = result(ours);
        if (profile.isPresent()) {
          printed = claims(printed, model.get(), profile.get());
        }
      }
      return printed;
    }

    private static Printed claims(Printed printed, TrialResult model, TrialResult profile) {
      String who = " (" + profile.policy() + ")";
      return printed
          .and(
              Claim.within(
                  0.1,
                  "responses per second, workload profile" + who,
                  "1/s",
                  98,
                  profile.load().throughputToLastResponse()))
          .and(
              Claim.within(
                  0.25,
                  "reduction of the 50th percentile" + who,
                  "%",
                  35,
                  reduction(model.response().p50().orElse(0), profile.response().p50().orElse(0))))
          .and(
              Claim.within(
                  0.25,
                  "reduction of the 90th percentile" + who,
                  "%",
                  59.8,
                  reduction(model.response().p90().orElse(0), profile.response().p90().orElse(0))))
          .and(
              Claim.within(
                  0.25,
                  "reduction of the 95th percentile" + who,
                  "%",
                  73.5,
                  reduction(model.response().p95().orElse(0), profile.response().p95().orElse(0))));
    }

    private static double reduction(double from, double to) {
      return from > 0 ? 100 * (from - to) / from : Double.NaN;
    }
  }
}
