package dev.flyball.lab.papers;

import dev.flyball.expose.PoolMonitor;
import dev.flyball.lab.load.ClosedLoop;
import dev.flyball.lab.load.LoadProgress;
import dev.flyball.lab.load.ThinkTime;
import dev.flyball.lab.report.Axis;
import dev.flyball.lab.report.BarChart;
import dev.flyball.lab.report.Column;
import dev.flyball.lab.report.Facts;
import dev.flyball.lab.report.Figures;
import dev.flyball.lab.report.Paragraph;
import dev.flyball.lab.report.Picture;
import dev.flyball.lab.report.Printed;
import dev.flyball.lab.report.Printed.Claim;
import dev.flyball.lab.report.Report;
import dev.flyball.lab.report.RunReport;
import dev.flyball.lab.report.RunRow;
import dev.flyball.lab.report.Table;
import dev.flyball.lab.server.LabServer;
import dev.flyball.lab.server.Workload;
import dev.flyball.lab.trial.AdaptiveUnderTest;
import dev.flyball.lab.trial.PoolSample;
import dev.flyball.lab.trial.PoolUnderTest;
import dev.flyball.lab.trial.Trial;
import dev.flyball.lab.trial.TrialResult;
import dev.flyball.policy.FixedSize;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Verdict;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import javax.management.JMException;
import javax.management.MBeanServer;

/**
 * The experiments of Pepperdine, "Tuning the Size of Your Thread Pool" (2013): one unit of work
 * over and over, from 1 or 10 clients that do not think, on 1, 1, 4 and 8 workers; and the run
 * beyond capacity that the article proposes at its end.
 *
 * <p>The figures are read where the article reads them: from the pool's bean, over JMX.
 *
 * <p><b>The unit of work.</b> The article does not say how long it takes, but its figures do. Four
 * workers retired a little over 2000 requests in 30 s: 4 * 30 / 2000 = 60 ms each. Eight workers
 * retired 3621 with four cores nearly full: 4 * 30 / 3621 = 33 ms of it on a core, and so 27 ms
 * waiting. On a machine with fewer cores the same 60 ms are kept, with the share on a core reduced
 * in proportion, so that eight workers fill this machine as they filled that one.
 *
 * @param length how long each experiment lasts; the article's 30 s, or less
 * @param seed what the clients' chance grows from; they make no use of it, their work being uniform
 */
public record LittlesLawExperiments(Duration length, long seed) {

  private static final double ARTICLE_CORES = 4;
  private static final double ARTICLE_SECONDS = 30;
  private static final double UNIT_MILLIS = 60;
  private static final double UNIT_CPU_MILLIS = 33;
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /**
   * One experiment.
   *
   * @param name what tables call it
   * @param clients how many clients ask, one request at a time each
   * @param workers the fixed size of the pool
   * @param printed the printed figures by the name of what they are; none for a run of our own
   */
  private record Experiment(String name, int clients, int workers, Map<String, Double> printed) {}

  private static final String ACTIVE = "active requests";
  private static final String DEAD = "dead time of response time, %";
  private static final String RETIRED = "requests retired in 30 s";

  private static final List<Experiment> EXPERIMENTS =
      List.of(
          new Experiment("1: 1 client, 1 worker", 1, 1, Map.of(ACTIVE, 0.98, DEAD, 0.1)),
          new Experiment("2: 10 clients, 1 worker", 10, 1, Map.of(ACTIVE, 10.0, DEAD, 90.0)),
          new Experiment(
              "3: 10 clients, 4 workers", 10, 4, Map.of(ACTIVE, 10.0, DEAD, 60.0, RETIRED, 2000.0)),
          new Experiment(
              "4: 10 clients, 8 workers", 10, 8, Map.of(ACTIVE, 10.0, DEAD, 19.0, RETIRED, 3621.0)),
          new Experiment("stress: 40 clients, 8 workers", 40, 8, Map.of()),
          new Experiment("stress: 40 clients, 16 workers", 40, 16, Map.of()),
          new Experiment("stress: 40 clients, 32 workers", 40, 32, Map.of()));

  /** The attributes of the bean that the article's listing 2 has, in its order. */
  private static final List<String> ATTRIBUTES =
      List.of(
          "RequestPerSecondRetirementRate",
          "AverageServiceTime",
          "AverageTimeWaitingInPool",
          "AverageResponseTime",
          "EstimatedAverageNumberOfActiveRequests",
          "RatioOfDeadTimeToResponseTime",
          "RatioOfActiveRequestsToCoreCount",
          "MeasuredAverageNumberOfActiveRequests");

  /** One experiment's end: the client's side, the bean's figures, and the whole run as a window. */
  private record Ending(
      Experiment experiment, TrialResult trial, Map<String, Double> bean, Observation life) {

    double retiredIn30Seconds() {
      return trial.load().completed() * ARTICLE_SECONDS / trial.load().offeredSeconds();
    }

    double figure(String name) {
      return switch (name) {
        case ACTIVE -> bean.getOrDefault("EstimatedAverageNumberOfActiveRequests", Double.NaN);
        case DEAD -> 100 * bean.getOrDefault("RatioOfDeadTimeToResponseTime", Double.NaN);
        case RETIRED -> retiredIn30Seconds();
        default -> throw new IllegalArgumentException("name must be a figure but was " + name);
      };
    }
  }

  /** Runs all experiments, one after the other. */
  public Findings run(Progress progress) throws IOException {
    double cores = Runtime.getRuntime().availableProcessors();
    double cpuMillis = UNIT_CPU_MILLIS * Math.min(1, cores / ARTICLE_CORES);
    Workload workload = Workload.unit(millis(cpuMillis), millis(UNIT_MILLIS - cpuMillis));
    List<Ending> endings = new ArrayList<>();
    for (Experiment experiment : EXPERIMENTS) {
      progress.begins(
          new Progress.Step(endings.size() + 1, EXPERIMENTS.size(), experiment.name(), length));
      endings.add(run(experiment, workload, progress));
      if (Thread.currentThread().isInterrupted()) {
        break;
      }
    }
    return findings(endings, cpuMillis);
  }

  private static Duration millis(double millis) {
    return Duration.ofNanos(Math.round(millis * 1e6));
  }

  private Ending run(Experiment experiment, Workload workload, Progress progress)
      throws IOException {
    ClosedLoop clients =
        new ClosedLoop(experiment.clients(), ThinkTime.NONE, workload.mix(), length, seed);
    BeanReader reader = new BeanReader(progress);
    TrialResult trial =
        Trial.of(workload, clients, LabServer.ANY_PORT, PATIENCE)
            .run(
                () -> {
                  AdaptiveUnderTest pool =
                      AdaptiveUnderTest.of(
                          experiment.name(),
                          new FixedSize(experiment.workers()),
                          experiment.workers());
                  PoolMonitor.register(pool.pool());
                  return pool;
                },
                reader);
    return new Ending(experiment, trial, reader.bean, reader.life());
  }

  /** Passes the progress on, and reads the bean when the load has ended. */
  private static final class BeanReader implements Trial.Watcher {
    private final Progress progress;
    private final Map<String, Double> bean = new TreeMap<>();
    private final List<Observation> lives = new ArrayList<>();

    BeanReader(Progress progress) {
      this.progress = progress;
    }

    @Override
    public void onSecond(LoadProgress second, PoolSample sample) {
      progress.onSecond(second, sample);
    }

    @Override
    public void ended(PoolUnderTest pool) {
      lives.add(((AdaptiveUnderTest) pool).pool().lifetime());
      MBeanServer server = ManagementFactory.getPlatformMBeanServer();
      for (String attribute : ATTRIBUTES) {
        try {
          Object value = server.getAttribute(PoolMonitor.objectName(pool.policy()), attribute);
          bean.put(attribute, (Double) value);
        } catch (JMException e) {
          throw new IllegalStateException("the pool's bean does not say " + attribute, e);
        }
      }
    }

    Observation life() {
      return lives.get(0);
    }
  }

  private Findings findings(List<Ending> endings, double cpuMillis) {
    String command =
        String.format(
            Locale.ROOT,
            "./flyball paper littles-law --seconds %d --seed %d",
            length.toSeconds(),
            seed);
    List<RunRow> rows = new ArrayList<>();
    Printed printed =
        Printed.of("Printed beside measured", "Pepperdine 2013, experiments 1 to 4, Figs. 2 to 5");
    for (Ending ending : endings) {
      rows.add(row(ending));
      printed = claims(printed, ending);
    }
    RunReport figures =
        RunReport.of("littles-law", "real", rows)
            .with("printed", printed.extra())
            .with("unitCpuMillis", cpuMillis)
            .with("unitWaitMillis", UNIT_MILLIS - cpuMillis);
    Report page =
        Report.of("Little's law and the size of a pool", summary(endings))
            .with(beanTable(endings))
            .with(printed)
            .with(helpTable(endings))
            .with(
                new Picture(
                    retired(endings),
                    "More workers retire more requests until the processors are full; beyond that"
                        + " they only move the wait from the queue into the service time."))
            .with(
                new Picture(
                    responseParts(endings), "Where a response's time goes: waiting or service."))
            .with(figures.table("As the clients saw it"))
            .with(new Paragraph(REMARKS));
    Facts parameters =
        Facts.of("How it was measured")
            .and(
                "unit of work",
                Figures.text(cpuMillis)
                    + " ms digits of pi, then "
                    + Figures.text(UNIT_MILLIS - cpuMillis)
                    + " ms waiting")
            .and("each experiment", length.toSeconds() + " s, closed loop, no think time")
            .and("the article's machine", "4 cores; unit about 33 ms on a core and 27 ms waiting")
            .and("seed", seed);
    return new Findings(
        Provenance.addTo(figures, command), Provenance.addTo(page, parameters, command));
  }

  private static final String REMARKS =
      "The load generator shares the processors with the server, and retired requests are scaled to"
          + " 30 s where a run was shorter. Where the article's machine had four cores and this one"
          + " has fewer, the same share of busy processors means more waiting for them, so the last"
          + " step gains less here. \"Estimated\" active requests are retirement rate times"
          + " response time (Little's law); \"measured\" is the number in the pool averaged over"
          + " time, counted independently.";

  private static RunRow row(Ending ending) {
    RunRow plain = ending.trial().row();
    RunRow.Builder row =
        RunRow.builder(plain.policy(), plain.seed())
            .offered(ending.trial().load().offered())
            .completed(ending.trial().load().completed())
            .failed(plain.failed().orElse(0))
            .throughputPerSecond(ending.trial().load().throughputPerSecond())
            .responseMillis(plain.responseMillis())
            .waitMillis(plain.waitMillis())
            .workersMean(ending.trial().pool().workersMean())
            .workersMax(ending.trial().pool().workersMax())
            .workerSeconds(ending.trial().pool().workerSeconds())
            .resizes(ending.trial().pool().resizes());
    ending.bean().forEach((name, value) -> row.extra(uncapitalised(name), value));
    row.extra("requestsRetiredIn30Seconds", ending.retiredIn30Seconds());
    row.extra("hostBusyPercent", hostBusyPercent(ending).orElse(Double.NaN));
    Verdict verdict = Verdict.on(ending.life());
    row.extra("moreWorkers", verdict.answer().sentence()).extra("moreWorkersWhy", verdict.why());
    return row.build();
  }

  private static String uncapitalised(String name) {
    return name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
  }

  private static OptionalDouble hostBusyPercent(Ending ending) {
    Observation.Host host = ending.life().host();
    return host.hostBusyCores().isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(100 * host.hostBusyCores().getAsDouble() / host.cores());
  }

  private static Printed claims(Printed printed, Ending ending) {
    Printed more = printed;
    for (Map.Entry<String, Double> figure :
        new TreeMap<>(ending.experiment().printed()).entrySet()) {
      String what = ending.experiment().name() + ": " + figure.getKey();
      double measured = ending.figure(figure.getKey());
      boolean nearZero = figure.getValue() < 1 && figure.getKey().equals(DEAD);
      more =
          more.and(
              nearZero
                  ? Claim.statement(
                      what + ": printed " + Figures.text(figure.getValue()),
                      measured < 1,
                      "measured " + Figures.text(measured) + "; both next to nothing (below 1 %)")
                  : Claim.within(0.15, what, "", figure.getValue(), measured));
    }
    return more;
  }

  private static Table beanTable(List<Ending> endings) {
    List<Column> columns = new ArrayList<>();
    columns.add(Column.text("experiment"));
    columns.add(Column.number("retirement rate", "1/s"));
    columns.add(Column.number("service", "ms"));
    columns.add(Column.number("waiting", "ms"));
    columns.add(Column.number("response", "ms"));
    columns.add(Column.number("active, estimated"));
    columns.add(Column.number("active, measured"));
    columns.add(Column.number("dead time", "%"));
    columns.add(Column.number("active / cores"));
    columns.add(Column.number("retired in 30 s"));
    columns.add(Column.number("processors busy", "%"));
    Table table =
        Table.of("The pool's bean at the end of each run", columns.toArray(new Column[0]));
    for (Ending ending : endings) {
      Map<String, Double> bean = ending.bean();
      table =
          table.row(
              ending.experiment().name(),
              bean.getOrDefault("RequestPerSecondRetirementRate", Double.NaN),
              1000 * bean.getOrDefault("AverageServiceTime", Double.NaN),
              1000 * bean.getOrDefault("AverageTimeWaitingInPool", Double.NaN),
              1000 * bean.getOrDefault("AverageResponseTime", Double.NaN),
              bean.getOrDefault("EstimatedAverageNumberOfActiveRequests", Double.NaN),
              bean.getOrDefault("MeasuredAverageNumberOfActiveRequests", Double.NaN),
              100 * bean.getOrDefault("RatioOfDeadTimeToResponseTime", Double.NaN),
              bean.getOrDefault("RatioOfActiveRequestsToCoreCount", Double.NaN),
              ending.retiredIn30Seconds(),
              hostBusyPercent(ending).orElse(Double.NaN));
    }
    return table;
  }

  private static Table helpTable(List<Ending> endings) {
    Table table =
        Table.of(
            "Would more workers help?",
            Column.text("experiment"),
            Column.text("verdict"),
            Column.text("because"));
    for (Ending ending : endings) {
      Verdict verdict = Verdict.on(ending.life());
      table = table.row(ending.experiment().name(), verdict.answer().sentence(), verdict.why());
    }
    return table;
  }

  private static BarChart retired(List<Ending> endings) {
    BarChart chart =
        BarChart.of("Requests retired", Axis.of("requests in 30 s", ""), "printed", "measured");
    for (Ending ending : endings) {
      double printed = ending.experiment().printed().getOrDefault(RETIRED, Double.NaN);
      chart = chart.with(ending.experiment().name(), printed, ending.retiredIn30Seconds());
    }
    return chart;
  }

  private static BarChart responseParts(List<Ending> endings) {
    BarChart chart =
        BarChart.of("Parts of the response time", Axis.of("mean time", "ms"), "waiting", "service");
    for (Ending ending : endings) {
      chart =
          chart.with(
              ending.experiment().name(),
              1000 * ending.bean().getOrDefault("AverageTimeWaitingInPool", Double.NaN),
              1000 * ending.bean().getOrDefault("AverageServiceTime", Double.NaN));
    }
    return chart;
  }

  private static String summary(List<Ending> endings) {
    if (endings.size() < 4) {
      return "The run was ended before all experiments were done.";
    }
    return String.format(
        Locale.ROOT,
        "From 1 to 8 workers, 10 clients got %s, then %s, then %s requests done in 30 s, while"
            + " waiting fell from %s %% of the response time to %s %%.",
        Figures.text((double) Math.round(endings.get(1).retiredIn30Seconds())),
        Figures.text((double) Math.round(endings.get(2).retiredIn30Seconds())),
        Figures.text((double) Math.round(endings.get(3).retiredIn30Seconds())),
        Figures.text((double) Math.round(endings.get(1).figure(DEAD))),
        Figures.text((double) Math.round(endings.get(3).figure(DEAD))));
  }
}
