package dev.flyball.lab.papers;

import dev.flyball.expose.PoolMonitor;
import dev.flyball.lab.harness.AdaptiveSubject;
import dev.flyball.lab.harness.Neighbours;
import dev.flyball.lab.harness.Neighbours.Look;
import dev.flyball.lab.harness.Subject;
import dev.flyball.lab.harness.Trial;
import dev.flyball.lab.harness.Trial.PoolSample;
import dev.flyball.lab.harness.TrialResult;
import dev.flyball.lab.load.Load.ClosedLoop;
import dev.flyball.lab.load.LoadResult.Second;
import dev.flyball.lab.report.Figure;
import dev.flyball.lab.report.Figures;
import dev.flyball.lab.report.Findings;
import dev.flyball.lab.report.Headline;
import dev.flyball.lab.report.Printed;
import dev.flyball.lab.report.Printed.Claim;
import dev.flyball.lab.report.Report;
import dev.flyball.lab.report.RunReport;
import dev.flyball.lab.report.RunRow;
import dev.flyball.lab.report.Section.Facts;
import dev.flyball.lab.report.Section.Paragraph;
import dev.flyball.lab.report.Section.Picture;
import dev.flyball.lab.report.chart.BarChart;
import dev.flyball.lab.report.chart.Chart.Axis;
import dev.flyball.lab.report.text.NumberFormat;
import dev.flyball.lab.server.LabServer;
import dev.flyball.lab.server.Workload;
import dev.flyball.policies.law.Verdict;
import dev.flyball.policy.FixedSize;
import dev.flyball.policy.Observation;
import dev.flyball.sim.workload.TimeDistribution;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.management.JMException;

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

  /** Run first and not looked at, so that the first experiment is not charged for cold code. */
  private static final Experiment WARM_UP = new Experiment("warm-up", 8, 8, Map.of());

  private static final Duration WARM_UP_LENGTH = Duration.ofSeconds(2);

  /** The attributes of the bean that the article's listing 2 has, by their names. */
  private static final Figures<Ending> BEAN =
      Figures.of(
          bean("RequestPerSecondRetirementRate", "retirement rate", "1/s", 1),
          bean("AverageServiceTime", "service", "ms", 1000),
          bean("AverageTimeWaitingInPool", "waiting", "ms", 1000),
          bean("AverageResponseTime", "response", "ms", 1000),
          bean("EstimatedAverageNumberOfActiveRequests", "active, estimated", "", 1),
          bean("MeasuredAverageNumberOfActiveRequests", "active, measured", "", 1),
          bean("RatioOfDeadTimeToResponseTime", "dead time", "%", 100),
          bean("RatioOfActiveRequestsToCoreCount", "active / cores", "", 1));

  private static Figure<Ending> bean(String attribute, String title, String unit, double times) {
    return Figure.<Ending>number(attribute, title, unit, ending -> ending.read(attribute))
        .times(times);
  }

  /** One experiment's end: what was measured, and the bean's figures by their names. */
  private record Ending(Experiment experiment, TrialResult trial, Map<String, Double> bean) {

    String name() {
      return experiment.name();
    }

    /** The pool over the whole run. */
    Observation life() {
      return trial.pool();
    }

    double retiredIn30Seconds() {
      return trial.load().counts().completed() * ARTICLE_SECONDS / trial.load().offeredSeconds();
    }

    /** What the bean said of an attribute. */
    double read(String attribute) {
      return bean.getOrDefault(attribute, Double.NaN);
    }

    double figure(String name) {
      return switch (name) {
        case ACTIVE -> read("EstimatedAverageNumberOfActiveRequests");
        case DEAD -> 100 * read("RatioOfDeadTimeToResponseTime");
        default -> retiredIn30Seconds();
      };
    }
  }

  /** Runs all experiments, one after the other. */
  public Findings run(Progress progress) throws IOException {
    double cores = Runtime.getRuntime().availableProcessors();
    double cpuMillis = UNIT_CPU_MILLIS * Math.min(1, cores / ARTICLE_CORES);
    Workload workload = Workload.unit(millis(cpuMillis), millis(UNIT_MILLIS - cpuMillis));
    List<Ending> endings = new ArrayList<>();
    progress.prepares(
        "calibrating and warming up, then %s experiments of %s s each"
            .formatted(EXPERIMENTS.size(), length.toSeconds()));
    run(WARM_UP, workload, WARM_UP_LENGTH, Progress.NONE);
    Look began = Look.now();
    for (Experiment experiment : EXPERIMENTS) {
      progress.begins(
          new Progress.Step(endings.size() + 1, EXPERIMENTS.size(), experiment.name(), length));
      endings.add(run(experiment, workload, length, progress));
      if (Thread.currentThread().isInterrupted()) {
        break;
      }
    }
    return findings(endings, cpuMillis, Neighbours.since(began));
  }

  private static Duration millis(double millis) {
    return Duration.ofNanos(Math.round(millis * 1e6));
  }

  private Ending run(Experiment experiment, Workload workload, Duration time, Progress progress)
      throws IOException {
    ClosedLoop clients =
        new ClosedLoop(experiment.clients(), TimeDistribution.NONE, workload.mix(), time, seed);
    Map<String, Double> bean = new TreeMap<>();
    Trial.Watcher watcher =
        new Trial.Watcher() {
          @Override
          public void onSecond(Second second, PoolSample sample) {
            progress.onSecond(second, sample);
          }

          @Override
          public void ended(Subject pool) {
            BEAN.all().forEach(it -> bean.put(it.key(), read(pool, it.key())));
          }
        };
    TrialResult trial =
        new Trial(workload, clients, LabServer.ANY_PORT, PATIENCE)
            .run(() -> pool(experiment), watcher);
    return new Ending(experiment, trial, bean);
  }

  private static AdaptiveSubject pool(Experiment experiment) {
    int workers = experiment.workers();
    AdaptiveSubject pool = AdaptiveSubject.of(experiment.name(), new FixedSize(workers), workers);
    PoolMonitor.register(pool.pool());
    return pool;
  }

  private static Double read(Subject pool, String attribute) {
    try {
      return (Double)
          ManagementFactory.getPlatformMBeanServer()
              .getAttribute(PoolMonitor.objectName(pool.name()), attribute);
    } catch (JMException e) {
      throw new IllegalStateException("the pool's bean does not say " + attribute, e);
    }
  }

  private static final Figures<Ending> NAME =
      Figures.of(Figure.text("", "experiment", Ending::name));

  private static final Figures<Ending> BESIDE_IT =
      Figures.of(
          Figure.number(
              "requestsRetiredIn30Seconds", "retired in 30 s", "", Ending::retiredIn30Seconds),
          Figure.number(
              "hostBusyPercent", "processors busy", "%", LittlesLawExperiments::hostBusyPercent));

  private static final Figures<Ending> HELP =
      Figures.of(
          Figure.text(
              "moreWorkers", "verdict", ending -> Verdict.on(ending.life()).answer().sentence()),
          Figure.text("moreWorkersWhy", "because", ending -> Verdict.on(ending.life()).why()));

  /** What was measured, experiment by experiment, as figures and a page. */
  private Findings findings(List<Ending> endings, double cpuMillis, Neighbours others) {
    BarChart retired =
        BarChart.of("Requests retired", Axis.of("requests in 30 s", ""), "printed", "measured");
    BarChart responseParts =
        BarChart.of("Parts of the response time", Axis.of("mean time", "ms"), "waiting", "service");
    for (Ending ending : endings) {
      retired =
          retired.with(
              ending.name(),
              ending.experiment().printed().getOrDefault(RETIRED, Double.NaN),
              ending.retiredIn30Seconds());
      responseParts =
          responseParts.with(
              ending.name(),
              1000 * ending.read("AverageTimeWaitingInPool"),
              1000 * ending.read("AverageServiceTime"));
    }
    double waitMillis = UNIT_MILLIS - cpuMillis;
    RunReport rows =
        RunReport.of(
            "littles-law", "real", endings.stream().map(LittlesLawExperiments::row).toList());
    Printed printed =
        new Printed(
            "Printed beside measured",
            "Pepperdine 2013, experiments 1 to 4, Figs. 2 to 5",
            endings.stream().flatMap(LittlesLawExperiments::claims).toList());
    Headline headline =
        endings.size() < EXPERIMENTS.size()
            ? Headline.of("Not all experiments were done.").doubted(Headline.ENDED_EARLY)
            : Headline.of(printed.tally() + ".").and(summary(endings));
    headline = headline.doubted(others.doubts());
    return new Findings(
            rows, Report.of("Pepperdine 2013, Little's law and the size of a pool", headline))
        .with(
            NAME.and(BEAN).and(BESIDE_IT).table("The pool's bean at the end of each run", endings))
        .printed(printed)
        .with(NAME.and(HELP).table("Would more workers help?", endings))
        .with(
            new Picture(
                retired,
                "More workers retire more requests until the processors are full; beyond that"
                    + " they only move the wait from the queue into the service time."))
        .with(new Picture(responseParts, "Where a response's time goes: waiting or service."))
        .with(rows.table("As the clients saw it"))
        .with(new Paragraph(REMARKS))
        .figure("unitCpuMillis", cpuMillis)
        .figure("unitWaitMillis", waitMillis)
        .measuredBy(
            "./flyball paper littles-law --seconds %s --seed %s"
                .formatted(length.toSeconds(), seed),
            Facts.of("How it was measured")
                .and(
                    "unit of work",
                    "%s ms digits of pi, then %s ms waiting"
                        .formatted(NumberFormat.text(cpuMillis), NumberFormat.text(waitMillis)))
                .and("each experiment", length.toSeconds() + " s, closed loop, no think time")
                .and(
                    "the article's machine",
                    "4 cores; unit about 33 ms on a core and 27 ms waiting")
                .and("seed", seed));
  }

  private static final String REMARKS =
      "The load generator shares the processors with the server, and retired requests are scaled to"
          + " 30 s where a run was shorter. Where the article's machine had four cores and this one"
          + " has fewer, the same share of busy processors means more waiting for them, so the last"
          + " step gains less here. \"Estimated\" active requests are retirement rate times"
          + " response time (Little's law); \"measured\" is the number in the pool averaged over"
          + " time, counted independently.";

  private static RunRow row(Ending ending) {
    RunRow.Builder row = ending.trial().basics();
    ending.bean().forEach((name, value) -> row.extra(uncapitalised(name), value));
    return row.extras(BESIDE_IT, ending).extras(HELP, ending).build();
  }

  private static String uncapitalised(String name) {
    return name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
  }

  private static double hostBusyPercent(Ending ending) {
    Observation.Host host = ending.life().host();
    return 100 * host.hostBusyCores().orElse(Double.NaN) / host.cores();
  }

  private static Stream<Claim> claims(Ending ending) {
    return new TreeMap<>(ending.experiment().printed())
        .entrySet().stream().map(figure -> claim(ending, figure.getKey(), figure.getValue()));
  }

  private static Claim claim(Ending ending, String name, double printed) {
    String what = ending.name() + ": " + name;
    double measured = ending.figure(name);
    return printed < 1 && name.equals(DEAD)
        ? Claim.statement(
            what + ": printed " + NumberFormat.text(printed),
            measured < 1,
            "measured " + NumberFormat.text(measured) + "; both next to nothing (below 1 %)")
        : Claim.within(0.15, what, "", printed, measured);
  }

  private static String summary(List<Ending> endings) {
    return ("From 1 to 8 workers, 10 clients got %s, then %s, then %s requests done in 30 s, while"
            + " waiting fell from %s %% of the response time to %s %%.")
        .formatted(
            rounded(endings.get(1), RETIRED),
            rounded(endings.get(2), RETIRED),
            rounded(endings.get(3), RETIRED),
            rounded(endings.get(1), DEAD),
            rounded(endings.get(3), DEAD));
  }

  private static String rounded(Ending ending, String figure) {
    return NumberFormat.text((double) Math.round(ending.figure(figure)));
  }
}
