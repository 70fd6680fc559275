package dev.flyball.lab.race;

import dev.flyball.sim.race.Lap;
import dev.flyball.sim.race.Race;
import dev.flyball.sim.race.RaceResult;
import dev.flyball.sim.race.Starter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.UnaryOperator;

/**
 * The laps of a race on their way: what has ended, and whether to stop.
 *
 * <p>Every lap has a place of its own, so the results and their order are the same however parallel
 * the executor is. All that several threads touch is guarded by this, but for {@code stopped},
 * which only ever becomes true, and the latch. Once stopped, a lap on its way ends without a trace.
 */
public final class Laps {

  /** A callback for the progress of a race; one call at a time, from any thread. */
  @FunctionalInterface
  public interface Listener {

    /** Does nothing. */
    Listener NONE = (done, of, what) -> {};

    /**
     * A lap has ended.
     *
     * @param done how many have
     * @param of how many there are
     * @param what the scenario and contender of the one that ended
     */
    void ended(int done, int of, String what);
  }

  private final List<Starter> starters;
  private final Listener listener;
  private final UnaryOperator<Lap> kept;
  private final CountDownLatch left;
  private final List<Optional<Lap>> ended; // guarded by this
  private Optional<Throwable> failure = Optional.empty(); // guarded by this
  private int endedCount; // guarded by this
  private volatile boolean stopped;

  private Laps(List<Starter> starters, Listener listener, UnaryOperator<Lap> kept) {
    this.starters = List.copyOf(starters);
    this.listener = listener;
    this.kept = kept;
    this.left = new CountDownLatch(starters.size());
    this.ended = new ArrayList<>();
    starters.forEach(starter -> ended.add(Optional.empty()));
  }

  /**
   * Runs a race on an executor that runs its tasks in other threads.
   *
   * <p>Where the calling thread is interrupted, what has not ended is left out, and the result says
   * that it is not complete; that uses the interrupt up.
   *
   * @throws IllegalArgumentException when a scenario cannot be run on the race's bench
   * @throws IllegalStateException when a run fails otherwise
   */
  public static RaceResult run(Race race, Executor executor, Listener listener) {
    return run(race, executor, listener, UnaryOperator.identity());
  }

  /** The same, where of each lap only a part is kept. */
  static RaceResult run(Race race, Executor executor, Listener listener, UnaryOperator<Lap> kept) {
    Laps laps = new Laps(race.starters(), listener, kept);
    laps.run(executor);
    return new RaceResult(race, laps.ended());
  }

  private void run(Executor executor) {
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
  }

  private void runAt(int place) {
    try {
      if (!stopped) {
        Starter starter = starters.get(place);
        Lap lap = kept.apply(starter.go().run(() -> stopped));
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

  /** The first failure ends the race; what fails after it has ended is of no interest. */
  private synchronized void failed(Throwable e) {
    if (!stopped) {
      stopped = true;
      failure = Optional.of(e);
    }
  }

  private synchronized List<Lap> ended() {
    if (failure.isPresent()) {
      Throwable e = failure.get();
      throw e instanceof IllegalArgumentException refusal
          ? new IllegalArgumentException(refusal.getMessage(), refusal)
          : new IllegalStateException("a run of the race failed: " + e, e);
    }
    return ended.stream().flatMap(Optional::stream).toList();
  }
}
