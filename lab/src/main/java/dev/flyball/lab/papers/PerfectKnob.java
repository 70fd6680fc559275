package dev.flyball.lab.papers;

import dev.flyball.control.JournalFile;
import dev.flyball.lab.harness.AdaptiveSubject;
import dev.flyball.lab.harness.BroughtSubject;
import dev.flyball.lab.harness.Subject;
import dev.flyball.lab.harness.Trial;
import dev.flyball.lab.harness.TrialResult;
import dev.flyball.lab.load.Load.Arrival;
import dev.flyball.lab.load.Load.Schedule;
import dev.flyball.lab.report.Findings;
import dev.flyball.lab.report.RunRow;
import dev.flyball.lab.report.RunRow.Spread;
import dev.flyball.lab.server.Workload;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.sim.workload.Arrivals;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The experiment of Bahadur et al., "A Perfect Knob to Scale Thread Pool on Runtime" (2022, section
 * 4): Poisson arrivals at 100 per second for a minute, the four kinds of request of Table 1, every
 * pool beginning with 10 workers.
 *
 * <p>The paper compares its workload profile with the JDK's pool, which it models as "as many
 * workers as the highest request rate so far". Here these run, one after the other over real
 * sockets: that model, the paper's algorithm as printed, the same corrected, Little's law, the
 * default policy, and the JDK's real pool in its three usual configurations.
 *
 * @param length how long requests are sent; the paper's minute, or less
 * @param ratePerSecond the mean arrival rate; the paper's is 100
 * @param seed the seed of the arrivals
 * @param port the server's port, 0 for any
 * @param policies the policies that run, in this order, each once, as {@link Policies#parse} reads
 *     them
 * @param jdk whether the JDK's three pools run as well
 * @param journal the file to which every decision of the first policy is written
 */
public record PerfectKnob(
    Duration length,
    double ratePerSecond,
    long seed,
    int port,
    List<String> policies,
    boolean jdk,
    Optional<Path> journal) {

  /** The experiment without a journal. */
  public PerfectKnob(
      Duration length,
      double ratePerSecond,
      long seed,
      int port,
      List<String> policies,
      boolean jdk) {
    this(length, ratePerSecond, seed, port, policies, jdk, Optional.empty());
  }

  /** The paper's two pools, the paper's own corrected, Little's law, and the standard policy. */
  public static final List<String> ALL_POLICIES =
      List.of(
          "request-rate",
          "workload-profile-printed",
          "workload-profile",
          "littles-law",
          Policies.STANDARD);

  static final String PAPER =
      "Bahadur et al., A Perfect Knob to Scale Thread Pool on Runtime, 2022, section 4";
  static final int WORKERS_AT_START = 10;
  private static final int WARM_UP_WORKERS = 200;
  static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Workload WORKLOAD = Workload.PERFECT_KNOB_TABLE_1;
  static final String MODEL = "request-rate";
  static final String AS_PRINTED = "workload-profile-printed";
  static final String CORRECTED = "workload-profile";

  /** The service times of Table 1, by the kind's id. */
  private static final Map<String, Duration> SERVICES =
      Map.of(
          "file-100kb", Duration.ofMillis(300),
          "file-1000kb", Duration.ofMillis(400),
          "file-2000kb", Duration.ofMillis(2000),
          "cpu", Duration.ofMillis(40));

  static final double LONGEST_MILLIS = 2000;

  /** Runs all pools and says what was found; what was interrupted is left out, saying so. */
  public Findings run(Progress progress) throws IOException {
    Schedule schedule = Schedule.of(Arrivals.poisson(ratePerSecond), WORKLOAD.mix(), length, seed);
    Trial trial = new Trial(WORKLOAD, schedule, port, PATIENCE);
    List<Entry> entries = entries();
    List<TrialResult> results = new ArrayList<>();
    progress.prepares(
        String.format(
            Locale.ROOT,
            "calibrating and warming up, then %d pools, one after the other, under %d s of load each",
            entries.size(),
            length.toSeconds()));
    warmUp();
    for (Entry entry : entries) {
      progress.begins(new Progress.Step(results.size() + 1, entries.size(), entry.name(), length));
      results.add(trial.run(entry.pool(), progress));
      if (Thread.currentThread().isInterrupted()) {
        break;
      }
    }
    return new PerfectKnobFindings(
            this, NoWait.of(WORKLOAD, SERVICES, schedule), results, entries.size())
        .findings();
  }

  /** Runs a short load without measuring, so that the first pool does not pay for cold code. */
  private void warmUp() throws IOException {
    Schedule schedule =
        Schedule.of(Arrivals.constant(ratePerSecond), WORKLOAD.mix(), Duration.ofSeconds(1), seed);
    new Trial(WORKLOAD, schedule, port, PATIENCE)
        .run(ours("fixed(workers=" + WARM_UP_WORKERS + ")").pool(), Trial.Watcher.NONE);
  }

  private record Entry(String name, Supplier<Subject> pool) {}

  private List<Entry> entries() {
    List<Entry> entries = new ArrayList<>();
    policies.stream().distinct().forEach(policy -> entries.add(ours(policy)));
    journal.ifPresent(file -> entries.set(0, journaled(policies.get(0), file)));
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
    return new Entry(
        name,
        () ->
            new BroughtSubject(
                name,
                Math.max(1, core),
                thread -> {},
                threads ->
                    new ThreadPoolExecutor(core, max, 60, TimeUnit.SECONDS, queue.get(), threads)));
  }

  private static Entry ours(String policy) {
    return new Entry(
        policy, () -> AdaptiveSubject.of(policy, Policies.parse(policy), WORKERS_AT_START));
  }

  private static Entry journaled(String policy, Path file) {
    return new Entry(
        policy,
        () -> {
          AdaptiveSubject pool =
              AdaptiveSubject.of(policy, Policies.parse(policy), WORKERS_AT_START);
          try {
            JournalFile.of(pool.pool().governor().orElseThrow(), file);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
          return pool;
        });
  }

  String command() {
    String rate = BigDecimal.valueOf(ratePerSecond).stripTrailingZeros().toPlainString();
    String options =
        String.format(
            Locale.ROOT, " --seconds %d --rate %s --seed %d", length.toSeconds(), rate, seed);
    return jdk
        ? "./flyball paper perfect-knob" + options
        : "./flyball demo" + options + " --policy '" + policies.get(0) + "'";
  }

  /** The mean service time of Table 1 in seconds: 1.144. */
  static double meanServiceSeconds() {
    return WORKLOAD.kinds().stream()
        .mapToDouble(kind ->
            kind.share() * Objects.requireNonNull(SERVICES.get(kind.id())).toMillis() / 1000)
        .sum();
  }

  /**
   * The ceiling of every pool: each request of a schedule starts the moment it arrives and takes
   * exactly the service time in its kind's description.
   *
   * <p>Computed, not run. Its mean number of workers is the smallest with which any pool can do the
   * work, since idle workers are not counted.
   *
   * @param offered requests in the schedule
   * @param completedWhileOffered requests that end before the load does
   * @param workerSeconds the service times of all requests, summed
   * @param lastEndSeconds when the last request ends
   * @param busyMax the maximum number of busy workers
   * @param serviceMillis the service times, ascending, in milliseconds
   * @param seconds the length of the load
   */
  record NoWait(
      long offered,
      long completedWhileOffered,
      double workerSeconds,
      double lastEndSeconds,
      int busyMax,
      List<Double> serviceMillis,
      double seconds) {

    /**
     * @param services the service time of each kind, by its id
     */
    static NoWait of(Workload workload, Map<String, Duration> services, Schedule schedule) {
      long lengthNanos = schedule.length().toNanos();
      List<Double> serviceMillis = new ArrayList<>();
      List<long[]> steps = new ArrayList<>();
      long completed = 0;
      long serviceNanosSum = 0;
      long lastEndNanos = 0;
      for (Arrival arrival : schedule.arrivals()) {
        String kind = workload.kinds().get(arrival.kind()).id();
        Duration service = services.get(kind);
        if (service == null) {
          throw new IllegalArgumentException(
              "services must name every kind but not '" + kind + "'");
        }
        long endNanos = arrival.atNanos() + service.toNanos();
        serviceMillis.add(service.toNanos() / 1e6);
        steps.add(new long[] {arrival.atNanos(), 1});
        steps.add(new long[] {endNanos, -1});
        serviceNanosSum += service.toNanos();
        lastEndNanos = Math.max(lastEndNanos, endNanos);
        if (endNanos <= lengthNanos) {
          completed++;
        }
      }
      Collections.sort(serviceMillis);
      return new NoWait(
          serviceMillis.size(),
          completed,
          serviceNanosSum / 1e9,
          lastEndNanos / 1e9,
          most(steps),
          serviceMillis,
          lengthNanos / 1e9);
    }

    private static int most(List<long[]> steps) {
      steps.sort((a, b) -> a[0] != b[0] ? Long.compare(a[0], b[0]) : Long.compare(a[1], b[1]));
      int most = 0;
      int busy = 0;
      for (long[] step : steps) {
        busy += (int) step[1];
        most = Math.max(most, busy);
      }
      return most;
    }

    double workersMean() {
      return lastEndSeconds > 0 ? workerSeconds / lastEndSeconds : 0;
    }

    double throughputPerSecond() {
      return completedWhileOffered / seconds;
    }

    RunRow row(long seed) {
      return RunRow.builder("oracle: nobody waits", seed)
          .offered(offered)
          .completed(offered)
          .failed(0)
          .throughputPerSecond(throughputPerSecond())
          .responseMillis(
              new Spread(
                  quantile(0.50), quantile(0.90), quantile(0.95), quantile(0.99), quantile(1)))
          .waitMillis(new Spread(0, 0, 0, 0, 0))
          .workersMean(workersMean())
          .workersMax(busyMax)
          .workerSeconds(workerSeconds)
          .extra("offeredPerSecond", offered / seconds)
          .build();
    }

    private double quantile(double share) {
      if (serviceMillis.isEmpty()) {
        return Double.NaN;
      }
      int rank = (int) Math.ceil(share * serviceMillis.size());
      return serviceMillis.get(Math.max(1, rank) - 1);
    }
  }
}
