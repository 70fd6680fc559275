package dev.flyball.sim.race;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * The laps of a race on their way: what has ended, and whether to stop.
 *
 * <p>Every lap has a place of its own, so the order is that of the starters, whoever runs them.
 * Assumes one call of {@link #run}. All that several threads touch is guarded by this, but for
 * {@code stopped}, which only ever becomes true, and the latch.
 */
final class Laps {

  private final List<Starter> starters;
  private final Race.Listener listener;
  private final CountDownLatch left;
  private final List<Optional<Lap>> ended; // guarded by this
  private Optional<Throwable> failure = Optional.empty(); // guarded by this
  private int endedCount; // guarded by this
  private volatile boolean stopped;

  Laps(List<Starter> starters, Race.Listener listener) {
    this.starters = List.copyOf(starters);
    this.listener = listener;
    this.left = new CountDownLatch(starters.size());
    this.ended = new ArrayList<>();
    starters.forEach(starter -> ended.add(Optional.empty()));
  }

  /** All laps, in the starters' order; empty for those that were not run to their end. */
  List<Optional<Lap>> run(Executor executor) {
    try {
      for (int i = 0; i < starters.size(); i++) {
        int place = i;
        executor.execute(() -> runAt(place));
      }
      left.await();
    } catch (InterruptedException endsTheRace) {
      stopped = true;
    } catch (RejectedExecutionException e) {
      stopped = true;
      throw e;
    }
    return results();
  }

  private void runAt(int place) {
    try {
      if (!stopped) {
        Starter starter = starters.get(place);
        Lap lap = starter.go().run(() -> stopped);
        ended(place, starter, lap);
      }
    } catch (RuntimeException | Error e) {
      failed(e);
    } finally {
      left.countDown();
    }
  }

  private synchronized void ended(int place, Starter starter, Lap lap) {
    if (!stopped) {
      ended.set(place, Optional.of(lap));
      endedCount++;
      listener.ended(endedCount, starters.size(), starter.what());
    }
  }

  private synchronized void failed(Throwable e) {
    stopped = true;
    if (failure.isEmpty()) {
      failure = Optional.of(e);
    }
  }

  private synchronized List<Optional<Lap>> results() {
    failure.ifPresent(e -> {
      throw new IllegalStateException("a run of the race failed: " + e, e);
    });
    return List.copyOf(ended);
  }
}
