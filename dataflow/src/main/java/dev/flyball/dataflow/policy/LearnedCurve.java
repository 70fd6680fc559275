package dev.flyball.dataflow.policy;

import dev.flyball.dataflow.network.RateCurve;
import dev.flyball.dataflow.network.RateCurve.Measured;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The learned rate of a stage for the numbers of threads that were busy; an immutable value.
 *
 * <p><b>How it learns.</b> Each number of threads n has the rate per busy thread e(n), an
 * exponential moving average of its measurements with weight {@value #WEIGHT}. With 10 % of noise
 * in each, it has 3 %. Where n was measured before, a measurement further than a factor of {@value
 * #JUMP} from that, twice in a row on the same side, is no noise: the records or whatever stands
 * behind the stage have changed. Then all that was measured no later than n was is scaled in the
 * same proportion and is a guess from then on; what was measured later stays. The first measurement
 * where there is a guess replaces it, and corrects all other guesses in proportion.
 *
 * <p><b>How it is read.</b> Each e(n) is averaged with those of up to a quarter more or fewer
 * threads that do not differ by that factor, the less the further away, so that of many neighbours
 * with noise it is not the luckiest that seems best. Together they weigh as much as (noise / 3 %)^2
 * measurements of n: with 10 % of noise 11, so that they decide; with 1 % a ninth, so that a sharp
 * peak is not blurred. A thread more makes no other one faster, so e(n) never rises with n; where
 * noise has it rise, neighbours are pooled (pool adjacent violators, weighted by the number of
 * measurements; Ayer et al., 1955). The total rate n e(n) may well fall. Beyond the largest number
 * K that was seen busy, threads are believed to be as fast as at K, up to {@link #reach}.
 *
 * @param points by the number of threads, in order
 * @param noise the standard deviation of a measurement, as a share
 * @param suspicion 1 where the last measurement was too far above, -1 below, else 0
 * @param jumps how often it was scaled
 * @param measured how many measurements were taken in
 */
record LearnedCurve(
    SortedMap<Integer, Point> points, double noise, int suspicion, int jumps, long measured) {

  static final double WEIGHT = 0.15;
  static final double JUMP = 1.3;

  /** A rate that is higher by less than this share is worth no change, however exact it is. */
  private static final double WORTH_LEAST = 0.01;

  private static final double STEP_DOWN = 2.0 / 3;

  private static final double CLEARLY_LESS = 0.95;

  private static final int COUNT_MAX = 10;

  /** So many measurements ago is not long. */
  private static final int LATELY = 10;

  private static final double GUESS_WEIGHT = 0.1;

  /** Neighbours are taken to differ by so much, as a share, beside the slope and the noise. */
  private static final double NEIGHBOURS_DIFFER = 0.03;

  /** What is believed of the noise before anything was measured twice, as a share. */
  private static final double NOISE_AT_FIRST = 0.1;

  private static final double NOISE_WEIGHT = 0.3;

  /** How far neighbours count, as a share of the threads. */
  private static final double NEAR = 0.25;

  /** Nothing learned. */
  static final LearnedCurve NONE =
      new LearnedCurve(Collections.emptySortedMap(), NOISE_AT_FIRST, 0, 0, 0);

  LearnedCurve {
    points = Collections.unmodifiableSortedMap(new TreeMap<>(points));
  }

  /**
   * The knowledge of one number of threads.
   *
   * @param perThread records per second that each does
   * @param count how many measurements it rests on, up to {@value #COUNT_MAX}; 0 for a guess
   * @param latest the number of the latest of them
   */
  record Point(double perThread, int count, long latest) {
    Point towards(double fresh, long number) {
      double weight = Math.max(WEIGHT, 1.0 / (count + 1));
      int more = Math.min(COUNT_MAX, count + 1);
      return new Point(perThread + weight * (fresh - perThread), more, number);
    }

    Point guess(double factor) {
      return new Point(factor * perThread, 0, latest);
    }

    boolean isMeasured() {
      return count > 0;
    }

    /** How much it counts beside others. */
    double weight() {
      return Math.max(GUESS_WEIGHT, count);
    }
  }

  boolean isEmpty() {
    return points.isEmpty();
  }

  /** K, the most threads that were seen busy; 0 where nothing is known. */
  int seen() {
    return points.isEmpty() ? 0 : points.lastKey();
  }

  /**
   * The next number of threads to measure below the largest one that was: the least that was
   * measured before, unless that is far; as many as given where there is none.
   */
  int above(int threads) {
    SortedMap<Integer, Point> more = points.tailMap(threads + 1);
    return more.isEmpty() ? threads : Math.min(more.firstKey(), beyond(threads));
  }

  /**
   * The number of threads in the middle between so many and the next fewer that were measured,
   * where a total rate in between may be higher than that of so many, and that is {@link #worth} a
   * try; as many as given where there is none.
   *
   * <p>A thread more makes no other one faster. So of n threads between the measured numbers a and
   * b the rate is at most n e(a).
   */
  int betweenFewer(int threads) {
    SortedMap<Integer, Point> fewer = measured(points.headMap(threads));
    if (fewer.isEmpty()) {
      return threads;
    }
    int below = fewer.lastKey();
    double most = (threads - 1) * Objects.requireNonNull(fewer.get(below)).perThread();
    boolean worth = threads - below > 1 && most >= worth() * measuredPerSecond(threads);
    return worth ? (below + threads) / 2 : threads;
  }

  /**
   * The number of threads in the middle between so many and the next more that were measured, where
   * as many as given, that are as fast in between, may do more, and that is {@link #worth} a try;
   * as many as given where there is none.
   *
   * @param fence threads that did no more, whatever was measured since
   */
  int betweenMore(int threads, OptionalInt fence) {
    int above = measuredAbove(threads).orElse(threads);
    int beyond = Math.min(above, fence.orElse(above));
    boolean worth = beyond - 1 >= worth() * threads;
    return worth ? (threads + beyond) / 2 : threads;
  }

  /**
   * Fewer threads to measure, by a third or more, unless some in between are known to do clearly
   * less: then the total rate rises here. As many as given where there are none to try.
   */
  int fewer(int threads) {
    int to = threads;
    do {
      to = (int) Math.floor(STEP_DOWN * to);
    } while (to > 1 && knows(to, to));
    boolean rises =
        measured(points.subMap(to, threads)).entrySet().stream()
            .anyMatch(fewer ->
                isLess(
                    fewer.getKey() * fewer.getValue().perThread(),
                    fewer.getValue().count(),
                    measuredPerSecond(threads)));
    return to < 1 || rises || knows(to, to) ? threads : to;
  }

  /**
   * The factor by which a rate must be higher to be worth a change: the standard error of the
   * measurements of one trial, and 1 % at least. With 10 % of noise 1.05.
   */
  double worth() {
    return 1 + Math.max(WORTH_LEAST, noise / Math.sqrt(Trial.MEASUREMENTS));
  }

  /** The number of threads, up to so many, that was measured to do most; as many if none was. */
  int fastest(int most) {
    return measured(points.headMap(most + 1)).keySet().stream()
        .max(Comparator.comparingDouble(this::measuredPerSecond))
        .orElse(most);
  }

  /** Whether the next more threads that were measured do clearly more than so many. */
  boolean risesBeyond(int threads) {
    Point here = points.get(threads);
    OptionalInt more = measuredAbove(threads);
    return here != null
        && here.isMeasured()
        && more.isPresent()
        && isLess(measuredPerSecond(threads), here.count(), measuredPerSecond(more.getAsInt()));
  }

  /** Whether a rate of so many measurements is clearly below another one, noise or not. */
  private boolean isLess(double perSecond, int count, double than) {
    return perSecond * (1 + 2 * noise / Math.sqrt(count)) < CLEARLY_LESS * than;
  }

  private static SortedMap<Integer, Point> measured(SortedMap<Integer, Point> some) {
    SortedMap<Integer, Point> all = new TreeMap<>(some);
    all.values().removeIf(point -> !point.isMeasured());
    return all;
  }

  /** Whether anything between those numbers, both included, was measured and is no guess. */
  boolean knows(int low, int high) {
    return low <= high
        && points.subMap(low, high + 1).values().stream().anyMatch(Point::isMeasured);
  }

  /**
   * The most threads of which something is believed: half as many again as K, one more at least.
   */
  int reach() {
    return beyond(seen());
  }

  private static int beyond(int threads) {
    return Math.max(threads + 1, (int) Math.floor(Measured.TRUST * threads));
  }

  /** Takes in a measurement: so many busy threads, each of so many records per second. */
  LearnedCurve with(int threads, double perThread) {
    Optional<Point> known = Optional.ofNullable(points.get(threads)).filter(Point::isMeasured);
    if (known.isEmpty()) {
      return corrected(threads, perThread).put(threads, perThread);
    }
    int off = side(perThread / known.get().perThread());
    if (off == 0) {
      return heard(known.get(), perThread).put(threads, perThread);
    }
    return off == suspicion
        ? changed(known.get(), perThread).put(threads, perThread)
        : new LearnedCurve(points, noise, off, jumps, measured + 1);
  }

  private static int side(double ratio) {
    if (ratio > JUMP) {
      return 1;
    }
    return ratio < 1 / JUMP ? -1 : 0;
  }

  /** With what a measurement says about the noise; what was known has some of its own. */
  private LearnedCurve heard(Point known, double perThread) {
    double off = perThread / known.perThread() - 1;
    double now = off * off * known.count() / (known.count() + 1);
    double variance = noise * noise + NOISE_WEIGHT * (now - noise * noise);
    return new LearnedCurve(points, Math.sqrt(variance), suspicion, jumps, measured);
  }

  private LearnedCurve put(int threads, double perThread) {
    SortedMap<Integer, Point> more = new TreeMap<>(points);
    Point before = points.get(threads);
    more.put(
        threads,
        before == null ? new Point(perThread, 1, measured) : before.towards(perThread, measured));
    return new LearnedCurve(more, noise, 0, jumps, measured + 1);
  }

  /** The curve by guess, where what was known is that much off by now. */
  private LearnedCurve changed(Point known, double perThread) {
    double factor = perThread / known.perThread();
    LearnedCurve guessed =
        guessed(factor, point -> point.latest() <= known.latest() || !lately(point));
    return new LearnedCurve(guessed.points, noise, 0, jumps + 1, measured);
  }

  /** With guesses, and what is far off, as wrong as the curve was for so many threads. */
  private LearnedCurve corrected(int at, double perThread) {
    if (isEmpty() || at < points.firstKey() || at > seen()) {
      return this;
    }
    double factor = at * perThread / perSecond(at);
    return guessed(factor, point -> !point.isMeasured() || (side(factor) != 0 && !lately(point)));
  }

  private LearnedCurve guessed(double factor, Predicate<Point> which) {
    SortedMap<Integer, Point> scaled = new TreeMap<>();
    points.forEach(
        (threads, point) -> scaled.put(threads, which.test(point) ? point.guess(factor) : point));
    return new LearnedCurve(scaled, noise, suspicion, jumps, measured);
  }

  private boolean lately(Point point) {
    return measured - point.latest() <= LATELY;
  }

  /** The fewest threads above so many that were measured. */
  OptionalInt measuredAbove(int threads) {
    SortedMap<Integer, Point> more = measured(points.tailMap(threads + 1));
    return more.isEmpty() ? OptionalInt.empty() : OptionalInt.of(more.firstKey());
  }

  /** Without what is known of more than so many threads. */
  LearnedCurve upTo(int threads) {
    return new LearnedCurve(points.headMap(threads + 1), noise, suspicion, jumps, measured);
  }

  /** The total rate that was measured of so many threads, neighbours left out; as below if none. */
  double measuredPerSecond(int threads) {
    return Optional.ofNullable(points.get(threads))
        .map(point -> threads * point.perThread())
        .orElseGet(() -> perSecond(threads));
  }

  /** The total rate of so many threads, in records per second; not for an empty curve. */
  double perSecond(int threads) {
    return rate(threads).perSecond(threads);
  }

  /** The curve up to {@link #reach}, or to so many threads if that is more; not when empty. */
  RateCurve rate(int atLeast) {
    List<Measured.Point> read = new ArrayList<>();
    double perThread = 0;
    for (Block block : pooled()) {
      perThread = block.perThread();
      for (int threads : block.threads) {
        read.add(new Measured.Point(threads, threads * perThread));
      }
    }
    int last = Math.max(reach(), atLeast);
    if (last > seen()) {
      read.add(new Measured.Point(last, last * perThread));
    }
    return new Measured(read);
  }

  /** Numbers of threads that are taken to have the same rate per thread. */
  private static final class Block {
    private final List<Integer> threads = new ArrayList<>();
    private double sum;
    private double weight;

    Block(int number, double perThread, double count) {
      threads.add(number);
      sum = count * perThread;
      weight = count;
    }

    double perThread() {
      return sum / weight;
    }

    void add(Block next) {
      threads.addAll(next.threads);
      sum += next.sum;
      weight += next.weight;
    }
  }

  private double smoothed(int threads, Point own) {
    int reach = (int) Math.floor(NEAR * threads);
    double sum = 0;
    double weights = 0;
    for (var near : points.subMap(threads - reach, threads + reach + 1).entrySet()) {
      Point point = near.getValue();
      if (near.getKey() != threads && side(point.perThread() / own.perThread()) == 0) {
        double distance = Math.abs(near.getKey() - threads) / (1.0 + reach);
        double weight = (1 - distance) * point.weight();
        sum += weight * point.perThread();
        weights += weight;
      }
    }
    if (weights == 0) {
      return own.perThread();
    }
    double ratio = noise / NEIGHBOURS_DIFFER;
    double theirs = Math.min(ratio * ratio, weights);
    return (own.weight() * own.perThread() + theirs * sum / weights) / (own.weight() + theirs);
  }

  private List<Block> pooled() {
    List<Block> blocks = new ArrayList<>();
    for (Map.Entry<Integer, Point> point : points.entrySet()) {
      Block next =
          new Block(
              point.getKey(),
              smoothed(point.getKey(), point.getValue()),
              point.getValue().weight());
      while (!blocks.isEmpty() && blocks.get(blocks.size() - 1).perThread() < next.perThread()) {
        Block before = blocks.remove(blocks.size() - 1);
        before.add(next);
        next = before;
      }
      blocks.add(next);
    }
    return blocks;
  }
}
