package dev.flyball.lab.papers;

import dev.flyball.control.JournalFile;
import dev.flyball.lab.harness.AdaptiveSubject;
import dev.flyball.lab.harness.BroughtSubject;
import dev.flyball.lab.harness.Subject;
import dev.flyball.lab.harness.Trial;
import dev.flyball.lab.harness.TrialResult;
import dev.flyball.lab.load.Schedule;
import dev.flyball.lab.report.Findings;
import dev.flyball.lab.server.Workload;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.sim.workload.Arrivals;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Path;
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
    Schedule schedule = new Schedule(Arrivals.poisson(ratePerSecond), WORKLOAD.mix(), length, seed);
    Trial trial = Trial.of(WORKLOAD, schedule, port, PATIENCE);
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
        new Schedule(Arrivals.constant(ratePerSecond), WORKLOAD.mix(), Duration.ofSeconds(1), seed);
    Trial.of(WORKLOAD, schedule, port, PATIENCE)
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
                core,
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
}
