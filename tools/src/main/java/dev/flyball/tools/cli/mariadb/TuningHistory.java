package dev.flyball.tools.cli.mariadb;

import dev.flyball.control.Decision;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The course of a tuning run over time: each size with what was done under it, and a line of
 * moments. Bounded, however long the run: of the moments every second one is dropped when there are
 * too many.
 *
 * <p>Any thread may call any method.
 */
final class TuningHistory {

  private static final int MOMENTS_MAX = 8192;

  // All guarded by this.
  private final SortedMap<Integer, Held> sizes = new TreeMap<>();
  private List<Moment> moments = new ArrayList<>();
  private long every = 1;
  private long seen;

  /**
   * A window of the server's life.
   *
   * @param atNanos its end, on the clock of the decisions
   * @param size the size that was in force during it
   * @param perSecond what was done
   */
  record Moment(long atNanos, int size, double perSecond) {}

  /**
   * The observations of one size.
   *
   * @param seconds how long it was in force, as far as windows saw it
   * @param done what was done meanwhile
   */
  record Held(double seconds, double done) {

    Held and(Held more) {
      return new Held(seconds + more.seconds, done + more.done);
    }

    double perSecond() {
      return done / seconds;
    }
  }

  /** Takes in a decision about the size; what it was based on belongs to the size before it. */
  synchronized void take(Decision decision) {
    decision
        .seen()
        .filter(window -> window.window().lengthNanos() > 0)
        .ifPresent(window -> {
          Held held = new Held(window.window().lengthNanos() / 1e9, window.flow().completed());
          sizes.merge(decision.from(), held, Held::and);
          remember(new Moment(decision.atNanos(), decision.from(), held.perSecond()));
        });
  }

  private void remember(Moment moment) {
    if (seen++ % every != 0) {
      return;
    }
    moments.add(moment);
    if (moments.size() == MOMENTS_MAX) {
      List<Moment> half = new ArrayList<>();
      for (int i = 0; i < moments.size(); i += 2) {
        half.add(moments.get(i));
      }
      moments = half;
      every *= 2;
    }
  }

  synchronized List<Moment> moments() {
    return List.copyOf(moments);
  }

  /** Each size that was in force, from the smallest. */
  synchronized SortedMap<Integer, Held> sizes() {
    return new TreeMap<>(sizes);
  }
}
