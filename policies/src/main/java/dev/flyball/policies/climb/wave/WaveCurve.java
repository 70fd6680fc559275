package dev.flyball.policies.climb.wave;

import dev.flyball.policy.Reason;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The memory of the curve, and the detector of another one: known sizes with their throughputs, and
 * how often in a row they foretold something else than what came.
 *
 * <p>What a size should give is what it is known to give, or what lies on the straight line between
 * its two known neighbours. The line says something only where the neighbours are near: of a curve
 * with a knee (rising in proportion, then flat) it is wrong by up to {@code (sqrt(r) - 1) / 2} when
 * the neighbours are a factor r apart. So with a tolerance d neighbours count up to {@code r = (1 +
 * d)^2}, where the line's own error is at most half of the tolerance.
 *
 * <p>Remembers at most {@value #SIZES_MAX} sizes; the farthest from the last is forgotten.
 *
 * @param known what is known of each size
 * @param strikes comparisons in a row that differed by more than the tolerance
 * @param declines samples in a row that were far below
 */
record WaveCurve(SortedMap<Integer, Known> known, int strikes, int declines) {

  private static final int SIZES_MAX = 64;

  static final WaveCurve EMPTY = new WaveCurve(new TreeMap<>(), 0, 0);

  WaveCurve {
    known = java.util.Collections.unmodifiableSortedMap(new TreeMap<>(known));
  }

  /**
   * The knowledge of one size.
   *
   * @param throughput the mean of what was compared, in completions per second
   * @param samples how many samples are in that mean, at most {@value #WEIGHT_MAX}
   * @param waiting the mean of the samples that are not compared yet
   * @param waitingSamples how many those are
   */
  record Known(double throughput, int samples, double waiting, int waitingSamples) {

    private static final int WEIGHT_MAX = 32;

    static final Known NOTHING = new Known(0, 0, 0, 0);

    Known with(double one) {
      double mean = waiting + (one - waiting) / (waitingSamples + 1);
      return new Known(throughput, samples, mean, waitingSamples + 1);
    }

    Known forgetWaiting() {
      return new Known(throughput, samples, 0, 0);
    }

    Known believed() {
      int all = Math.min(WEIGHT_MAX, samples + waitingSamples);
      double share = (double) waitingSamples / Math.max(waitingSamples, all);
      return new Known(throughput + (waiting - throughput) * share, all, 0, 0);
    }
  }

  /**
   * The curve after one more sample.
   *
   * @param next what is known now
   * @param cause why the search must begin again, if it must
   * @param figures the figures of the cause
   */
  record Seen(WaveCurve next, Optional<WaveReinit> cause, Optional<Reason> figures) {}

  Seen with(WaveSample sample, WaveParameters parameters, WaveTuning tuning) {
    OptionalDouble foretold = foretold(sample.size(), parameters.valuableDiff());
    boolean steep =
        foretold.isPresent()
            && sample.throughput() < tuning.steepDecline() * foretold.getAsDouble();
    int declined = steep ? declines + 1 : 0;
    if (declined >= tuning.repeats()) {
      return again(WaveReinit.STEEP_DECLINE, sample.throughput(), foretold);
    }
    Known more = known.getOrDefault(sample.size(), Known.NOTHING).with(sample.throughput());
    if (more.waitingSamples() < tuning.average()) {
      return goOn(sample.size(), more, strikes, declined);
    }
    if (!differs(more.waiting(), foretold, parameters.valuableDiff())) {
      return goOn(sample.size(), more.believed(), 0, declined);
    }
    return strikes + 1 >= tuning.repeats()
        ? again(WaveReinit.WORKLOAD_CHANGED, more.waiting(), foretold)
        : goOn(sample.size(), more.forgetWaiting(), strikes + 1, declined);
  }

  /** What this size should give; empty where nothing near enough is known. */
  OptionalDouble foretold(int size, double tolerance) {
    Known same = known.getOrDefault(size, Known.NOTHING);
    if (same.samples() > 0) {
      return OptionalDouble.of(same.throughput());
    }
    Optional<Integer> below = neighbour(known.headMap(size), true);
    Optional<Integer> above = neighbour(known.tailMap(size), false);
    if (below.isEmpty() || above.isEmpty()) {
      return OptionalDouble.empty();
    }
    double apart = (double) above.get() / below.get();
    if (apart > (1 + tolerance) * (1 + tolerance)) {
      return OptionalDouble.empty();
    }
    double from = throughputOf(below.get());
    double share = ((double) size - below.get()) / ((double) above.get() - below.get());
    return OptionalDouble.of(from + share * (throughputOf(above.get()) - from));
  }

  private static Optional<Integer> neighbour(SortedMap<Integer, Known> side, boolean last) {
    Optional<Integer> found = Optional.empty();
    for (var entry : side.entrySet()) {
      if (entry.getValue().samples() > 0 && (last || found.isEmpty())) {
        found = Optional.of(entry.getKey());
      }
    }
    return found;
  }

  private double throughputOf(int size) {
    return known.getOrDefault(size, Known.NOTHING).throughput();
  }

  private static boolean differs(double mean, OptionalDouble foretold, double tolerance) {
    return foretold.isPresent()
        && Math.abs(mean - foretold.getAsDouble()) > tolerance * foretold.getAsDouble();
  }

  private static Seen again(WaveReinit cause, double throughput, OptionalDouble foretold) {
    Reason figures = Reason.of("%.1f/s where %.1f/s were foretold", throughput, foretold.orElse(0));
    return new Seen(EMPTY, Optional.of(cause), Optional.of(figures));
  }

  private Seen goOn(int size, Known now, int struck, int declined) {
    TreeMap<Integer, Known> all = new TreeMap<>(known);
    all.put(size, now);
    if (all.size() > SIZES_MAX) {
      long toFirst = (long) size - all.firstKey();
      long toLast = (long) all.lastKey() - size;
      all.remove(toFirst > toLast ? all.firstKey() : all.lastKey());
    }
    return new Seen(new WaveCurve(all, struck, declined), Optional.empty(), Optional.empty());
  }
}
