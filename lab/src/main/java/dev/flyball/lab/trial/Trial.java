package dev.flyball.lab.trial;

import dev.flyball.lab.load.LoadClient;
import dev.flyball.lab.load.LoadProgress;
import dev.flyball.lab.load.LoadResult;
import dev.flyball.lab.load.LoadRun;
import dev.flyball.lab.load.Schedule;
import dev.flyball.lab.server.Dispatch;
import dev.flyball.lab.server.LabServer;
import dev.flyball.lab.server.Workload;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;

/**
 * An open-loop load over real sockets against a server whose requests run on one pool.
 *
 * @param workload the kinds of request
 * @param schedule what is sent when
 * @param patience how long a response is awaited, and how long the last ones are after the load
 */
public record Trial(Workload workload, Schedule schedule, Duration patience) {

  /** Somebody who is shown a trial while it runs, about once a second. */
  @FunctionalInterface
  public interface Watcher {

    /** Nobody. */
    Watcher NONE = (progress, sample) -> {};

    void onSecond(LoadProgress progress, PoolSample sample);
  }

  /**
   * Runs the load against a fresh server and the given pool, which it closes at the end.
   *
   * <p>When the calling thread is interrupted the load is ended at once; the result is then of the
   * part there was.
   */
  public TrialResult run(Supplier<? extends PoolUnderTest> makePool, Watcher watcher)
      throws IOException {
    PoolUnderTest[] made = new PoolUnderTest[1];
    try (LabServer server =
        LabServer.start(
            LabServer.ANY_PORT,
            workload,
            Dispatch.receiver((kind, work) -> made[0].dispatch(kind, work)))) {
      // The pool is made when all is ready, so that its life is the load's.
      PoolUnderTest pool = makePool.get();
      made[0] = pool;
      try (pool) {
        return run(server, pool, watcher);
      }
    }
  }

  private TrialResult run(LabServer server, PoolUnderTest pool, Watcher watcher) {
    List<PoolSample> samples = Collections.synchronizedList(new ArrayList<>());
    LoadClient client =
        LoadClient.to(server.uri())
            .withTimeout(patience)
            .withDrainTimeout(patience)
            .withListener(
                progress -> {
                  PoolSample sample = pool.sample();
                  samples.add(sample);
                  watcher.onSecond(progress, sample);
                });
    boolean interrupted = false;
    LoadResult load;
    try (LoadRun run = client.start(schedule)) {
      try {
        load = run.await();
      } catch (InterruptedException e) {
        interrupted = true;
        run.close();
        load = run.result().join();
      }
    }
    PoolOutcome outcome = pool.outcome();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return new TrialResult(
        pool.policy(),
        schedule.seed(),
        load,
        List.copyOf(samples),
        outcome,
        pool.decisions(),
        interrupted);
  }
}
