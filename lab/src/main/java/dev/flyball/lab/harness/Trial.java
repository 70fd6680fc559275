package dev.flyball.lab.harness;

import dev.flyball.control.Governor;
import dev.flyball.lab.load.Load;
import dev.flyball.lab.load.LoadClient;
import dev.flyball.lab.load.LoadResult;
import dev.flyball.lab.load.LoadResult.Second;
import dev.flyball.lab.load.LoadRun;
import dev.flyball.lab.server.LabServer;
import dev.flyball.lab.server.Workload;
import dev.flyball.policy.Advice;
import dev.flyball.policy.Observation;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * A load over real sockets against a server whose requests run on one pool.
 *
 * @param workload the kinds of request
 * @param load what is asked of it
 * @param port the server's port; {@link LabServer#ANY_PORT} for any
 * @param patience how long a response is awaited, and how long the last ones are after the load
 */
public record Trial(Workload workload, Load load, int port, Duration patience) {

  /** A callback for the samples of a running trial. */
  @FunctionalInterface
  public interface Watcher {

    /** Does nothing. */
    Watcher NONE = (second, sample) -> {};

    /** About once a second, on one thread at a time. */
    void onSecond(Second second, PoolSample sample);

    /** When the pool is there, before the first request. */
    default void began(Subject pool) {}

    /** When the last response has come, before the pool is closed. */
    default void ended(Subject pool) {}
  }

  /**
   * Runs the load against a fresh server and a fresh pool, and closes both.
   *
   * <p>When the calling thread is interrupted the load is ended at once; the result is then of the
   * part there was, and the thread's interrupt is set again.
   *
   * @throws IOException when the server cannot be started, such as when the port is taken
   */
  public TrialResult run(Supplier<? extends Subject> makePool, Watcher watcher) throws IOException {
    AtomicReference<Subject> made = new AtomicReference<>();
    TrialResult result;
    try (LabServer server =
            LabServer.start(port, workload, (kind, work) -> given(made).execute(kind, work));
        Subject pool = makePool.get()) { // made last, so that its life is the load's
      made.set(pool);
      watcher.began(pool);
      result = run(server, pool, watcher);
    }
    if (result.cutShort()) {
      Thread.currentThread().interrupt(); // only now: closing the server must not be interrupted
    }
    return result;
  }

  private static Subject given(AtomicReference<Subject> made) {
    return Objects.requireNonNull(made.get(), "no request may come before the pool is made");
  }

  private TrialResult run(LabServer server, Subject pool, Watcher watcher) {
    List<PoolSample> samples = Collections.synchronizedList(new ArrayList<>());
    Supplier<Observation> windows = pool.windows();
    long beganNanos = System.nanoTime();
    LoadRun run =
        LoadClient.to(server.uri(), patience)
            .start(
                load,
                second -> {
                  double atSeconds = (System.nanoTime() - beganNanos) / 1e9;
                  PoolSample sample = PoolSample.of(pool, windows.get(), atSeconds);
                  samples.add(sample);
                  watcher.onSecond(second, sample);
                });
    boolean interrupted = false;
    try (run) {
      run.await();
    } catch (InterruptedException e) {
      interrupted = true; // closing the run ends it
    }
    LoadResult measured = run.result().join();
    Observation life = pool.lifetime();
    watcher.ended(pool);
    return new TrialResult(
        pool.name(),
        load.seed(),
        measured,
        List.copyOf(samples),
        life,
        pool.workersMax(),
        pool.resizes(),
        pool.governor().map(governor -> governor.journal().decisions()).orElse(List.of()),
        interrupted);
  }

  /**
   * A look at a pool during a trial.
   *
   * @param atSeconds when, since the trial began
   * @param seen the window since the last look
   * @param advised the size that the policy wanted last; the size it has where there is none
   * @param why why it wanted so many, in one line
   */
  public record PoolSample(double atSeconds, Observation seen, int advised, String why) {

    static PoolSample of(Subject pool, Observation seen, double atSeconds) {
      Optional<Advice> advice = pool.governor().flatMap(Governor::lastAdvice);
      return new PoolSample(
          atSeconds,
          seen,
          advice.map(Advice::workers).orElse(seen.size().workersTarget()),
          advice
              .map(Advice::why)
              .orElse(pool.governor().isPresent() ? "no advice yet" : "no policy sizes it"));
    }

    /** The size asked for. */
    public int workersTarget() {
      return seen.size().workersTarget();
    }

    /** Workers that exist. */
    public int workersCurrent() {
      return seen.size().workersCurrent();
    }

    /** Mean wait of the tasks started since the last look, in milliseconds; empty when none was. */
    public OptionalDouble waitMillisMean() {
      return seen.meanWaitSeconds().stream().map(seconds -> 1000 * seconds).findFirst();
    }
  }
}
