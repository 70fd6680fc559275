package dev.flyball.lab.race;

import dev.flyball.sim.race.Lap;
import dev.flyball.sim.race.Race;
import dev.flyball.sim.race.RaceResult;
import dev.flyball.sim.race.Starter;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.function.UnaryOperator;

/**
 * The laps of a race on their way: what has ended, and whether to stop.
 *
 * <p>Every lap has a place of its own, so the results and their order are the same however parallel
 * the executor is. All that several threads touch is guarded by this, but for {@code stopped},
 * which only ever becomes true, and the end. Once stopped, a lap on its way ends without a trace.
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
  private final SortedMap<Integer, Lap> ended = new TreeMap<>(); // by place; guarded by this
  private final CompletableFuture<Void> end = new CompletableFuture<>();
  private volatile boolean stopped;

  private Laps(List<Starter> starters, Listener listener, UnaryOperator<Lap> kept) {
    this.starters = starters;
    this.listener = listener;
    this.kept = kept;
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
    return new RaceResult(race, laps.run(executor));
  }

  private List<Lap> run(Executor executor) {
    try {
      for (int i = 0; i < starters.size(); i++) {
        int place = i;
        executor.execute(() -> runAt(place));
      }
      end.get();
    } catch (InterruptedException endsTheRace) {
      // What has ended so far is the result.
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IllegalArgumentException refusal
          ? new IllegalArgumentException(refusal.getMessage(), refusal)
          : new IllegalStateException("a run of the race failed: " + e.getCause(), e.getCause());
    } finally {
      stopped = true;
    }
    synchronized (this) {
      return List.copyOf(ended.values());
    }
  }

  /** The first failure ends the race; what fails after it is of no interest. */
  private void runAt(int place) {
    try {
      if (!stopped) {
        ended(place, kept.apply(starters.get(place).go().run(() -> stopped)));
      }
    } catch (RuntimeException | Error e) {
      stopped = true;
      end.completeExceptionally(e);
    }
  }

  private synchronized void ended(int place, Lap lap) {
    if (!stopped) {
      ended.put(place, lap);
      listener.ended(ended.size(), starters.size(), starters.get(place).what());
      if (ended.size() == starters.size()) {
        end.complete(null);
      }
    }
  }
}
