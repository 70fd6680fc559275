package dev.flyball.lab.papers;

import dev.flyball.expose.PoolMonitor;
import dev.flyball.lab.harness.AdaptiveSubject;
import dev.flyball.lab.harness.Subject;
import dev.flyball.lab.harness.Trial;
import dev.flyball.lab.harness.Trial.PoolSample;
import dev.flyball.lab.harness.TrialResult;
import dev.flyball.lab.load.Load.ClosedLoop;
import dev.flyball.lab.load.LoadResult.Second;
import dev.flyball.lab.report.Findings;
import dev.flyball.lab.server.LabServer;
import dev.flyball.lab.server.Workload;
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
  static final double UNIT_MILLIS = 60;
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
  record Experiment(String name, int clients, int workers, Map<String, Double> printed) {}

  static final String ACTIVE = "active requests";
  static final String DEAD = "dead time of response time, %";
  static final String RETIRED = "requests retired in 30 s";

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
  record Ending(
      Experiment experiment, TrialResult trial, Map<String, Double> bean, Observation life) {

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
    progress.prepares(
        String.format(
            Locale.ROOT,
            "calibrating and warming up, then %d experiments of %d s each",
            EXPERIMENTS.size(),
            length.toSeconds()));
    run(WARM_UP, workload, WARM_UP_LENGTH, Progress.NONE);
    for (Experiment experiment : EXPERIMENTS) {
      progress.begins(
          new Progress.Step(endings.size() + 1, EXPERIMENTS.size(), experiment.name(), length));
      endings.add(run(experiment, workload, length, progress));
      if (Thread.currentThread().isInterrupted()) {
        break;
      }
    }
    return new LittlesLawFindings(this, endings, cpuMillis).findings();
  }

  private static Duration millis(double millis) {
    return Duration.ofNanos(Math.round(millis * 1e6));
  }

  private Ending run(Experiment experiment, Workload workload, Duration time, Progress progress)
      throws IOException {
    ClosedLoop clients =
        new ClosedLoop(experiment.clients(), TimeDistribution.NONE, workload.mix(), time, seed);
    BeanReader reader = new BeanReader(progress);
    TrialResult trial =
        new Trial(workload, clients, LabServer.ANY_PORT, PATIENCE)
            .run(
                () -> {
                  AdaptiveSubject pool =
                      AdaptiveSubject.of(
                          experiment.name(),
                          new FixedSize(experiment.workers()),
                          experiment.workers());
                  PoolMonitor.register(pool.pool());
                  return pool;
                },
                reader);
    return new Ending(experiment, trial, reader.bean, trial.pool());
  }

  /** Passes the progress on, and reads the bean when the load has ended. */
  private static final class BeanReader implements Trial.Watcher {
    private final Progress progress;
    private final Map<String, Double> bean = new TreeMap<>();

    BeanReader(Progress progress) {
      this.progress = progress;
    }

    @Override
    public void onSecond(Second second, PoolSample sample) {
      progress.onSecond(second, sample);
    }

    @Override
    public void ended(Subject pool) {
      MBeanServer server = ManagementFactory.getPlatformMBeanServer();
      for (String attribute : ATTRIBUTES) {
        try {
          Object value = server.getAttribute(PoolMonitor.objectName(pool.name()), attribute);
          bean.put(attribute, (Double) value);
        } catch (JMException e) {
          throw new IllegalStateException("the pool's bean does not say " + attribute, e);
        }
      }
    }
  }
}
