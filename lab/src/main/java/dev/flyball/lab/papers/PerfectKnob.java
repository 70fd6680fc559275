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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

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

  static final String MODEL = "request-rate";
  static final String AS_PRINTED = "workload-profile-printed";
  static final String CORRECTED = "workload-profile";

  /** The paper's two pools, the paper's own corrected, Little's law, and the standard policy. */
  public static final List<String> ALL_POLICIES =
      List.of(MODEL, AS_PRINTED, CORRECTED, "littles-law", Policies.STANDARD);

  static final String PAPER =
      "Bahadur et al., A Perfect Knob to Scale Thread Pool on Runtime, 2022, section 4";
  static final int WORKERS_AT_START = 10;
  static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Workload WORKLOAD = Workload.PERFECT_KNOB_TABLE_1;

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
    Map<String, Function<String, Subject>> pools = pools();
    List<TrialResult> results = new ArrayList<>();
    progress.prepares(
        "calibrating and warming up, then %s pools, one after the other, under %s s of load each"
            .formatted(pools.size(), length.toSeconds()));
    warmUp();
    for (Map.Entry<String, Function<String, Subject>> pool : pools.entrySet()) {
      String name = pool.getKey();
      progress.begins(new Progress.Step(results.size() + 1, pools.size(), name, length));
      results.add(trial.run(() -> pool.getValue().apply(name), progress));
      if (Thread.currentThread().isInterrupted()) {
        break;
      }
    }
    return new PerfectKnobFindings(
            this, NoWait.of(WORKLOAD, SERVICES, schedule), results, pools.size())
        .findings();
  }

  /** Runs a short load without measuring, so that the first pool does not pay for cold code. */
  private void warmUp() throws IOException {
    Schedule schedule =
        Schedule.of(Arrivals.constant(ratePerSecond), WORKLOAD.mix(), Duration.ofSeconds(1), seed);
    new Trial(WORKLOAD, schedule, port, PATIENCE)
        .run(() -> ours("fixed(workers=200)", Optional.empty()), Trial.Watcher.NONE);
  }

  /** What makes each pool, by the pool's name, in the order in which they run. */
  private Map<String, Function<String, Subject>> pools() {
    Map<String, Function<String, Subject>> pools = new LinkedHashMap<>();
    for (String policy : policies) {
      Optional<Path> file = pools.isEmpty() ? journal : Optional.empty();
      pools.putIfAbsent(policy, name -> ours(name, file));
    }
    if (jdk) {
      pools.put("jdk-fixed-10", name -> jdk(name, 10, 10, new LinkedBlockingQueue<>()));
      pools.put("jdk-cached", name -> jdk(name, 0, Integer.MAX_VALUE, new SynchronousQueue<>()));
      pools.put(
          "jdk-10-to-200-queue-100", name -> jdk(name, 10, 200, new ArrayBlockingQueue<>(100)));
    }
    return pools;
  }

  private static Subject jdk(String name, int core, int max, BlockingQueue<Runnable> queue) {
    return new BroughtSubject(
        name,
        Math.max(1, core),
        thread -> {},
        threads -> new ThreadPoolExecutor(core, max, 60, TimeUnit.SECONDS, queue, threads));
  }

  private static Subject ours(String policy, Optional<Path> journal) {
    AdaptiveSubject pool = AdaptiveSubject.of(policy, Policies.parse(policy), WORKERS_AT_START);
    journal.ifPresent(file -> {
      try {
        JournalFile.of(pool.pool().governor().orElseThrow(), file);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    });
    return pool;
  }

  String command() {
    String rate = BigDecimal.valueOf(ratePerSecond).stripTrailingZeros().toPlainString();
    String options = " --seconds %s --rate %s --seed %s".formatted(length.toSeconds(), rate, seed);
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
   * @param requests the schedule, in the order of their arrival
   * @param length the length of the load
   */
  record NoWait(List<Request> requests, Duration length) {

    /** A request: when it arrives, and how long its service takes. */
    record Request(long atNanos, long serviceNanos) {

      long endNanos() {
        return atNanos + serviceNanos;
      }
    }

    /**
     * @param services the service time of each kind, by its id
     */
    static NoWait of(Workload workload, Map<String, Duration> services, Schedule schedule) {
      List<Request> requests = new ArrayList<>();
      for (Arrival arrival : schedule.arrivals()) {
        String kind = workload.kinds().get(arrival.kind()).id();
        Duration service = services.get(kind);
        if (service == null) {
          throw new IllegalArgumentException(
              "services must name every kind but not '" + kind + "'");
        }
        requests.add(new Request(arrival.atNanos(), service.toNanos()));
      }
      return new NoWait(requests, schedule.length());
    }

    int offered() {
      return requests.size();
    }

    /** Requests that end before the load does. */
    long completedWhileOffered() {
      return requests.stream().filter(it -> it.endNanos() <= length.toNanos()).count();
    }

    /** The service times of all requests, summed. */
    double workerSeconds() {
      return requests.stream().mapToLong(Request::serviceNanos).sum() / 1e9;
    }

    double lastEndSeconds() {
      return requests.stream().mapToLong(Request::endNanos).max().orElse(0) / 1e9;
    }

    /** The maximum number of busy workers. */
    int busyMax() {
      int most = 0;
      List<Long> ends = new ArrayList<>();
      for (Request request : requests) {
        ends.removeIf(endNanos -> endNanos <= request.atNanos());
        ends.add(request.endNanos());
        most = Math.max(most, ends.size());
      }
      return most;
    }

    double workersMean() {
      return requests.isEmpty() ? 0 : workerSeconds() / lastEndSeconds();
    }

    double throughputPerSecond() {
      return completedWhileOffered() / seconds();
    }

    private double seconds() {
      return length.toNanos() / 1e9;
    }

    Spread responseMillis() {
      return new Spread(millis(0.50), millis(0.90), millis(0.95), millis(0.99), millis(1));
    }

    private double millis(double share) {
      int rank = Math.max(1, (int) Math.ceil(share * requests.size()));
      return requests.stream()
          .mapToDouble(request -> request.serviceNanos() / 1e6)
          .sorted()
          .skip(rank - 1)
          .findFirst()
          .orElse(Double.NaN);
    }

    RunRow row(long seed) {
      return RunRow.builder("oracle: nobody waits", seed)
          .offered(offered())
          .completed(offered())
          .failed(0)
          .throughputPerSecond(throughputPerSecond())
          .responseMillis(responseMillis())
          .waitMillis(new Spread(0, 0, 0, 0, 0))
          .workersMean(workersMean())
          .workersMax(busyMax())
          .workerSeconds(workerSeconds())
          .extra("offeredPerSecond", offered() / seconds())
          .build();
    }
  }
}
