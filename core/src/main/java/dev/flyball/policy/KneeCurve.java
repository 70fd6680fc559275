package dev.flyball.policy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What is known of throughput as a function of the size.
 *
 * @param readings what each size is worth, ascending in size
 */
record KneeCurve(List<KneeReading> readings) {

  static final KneeCurve UNKNOWN = new KneeCurve(List.of());

  private static final double LIFE_NANOS = 60e9;
  private static final double SAME_SIZE = 0.05;
  private static final int BATCHES_MIN = 2;

  /** No size makes things worse faster than in proportion to itself; so the world has changed. */
  private static final double GAIN_POSSIBLE = -1.1;

  /** Gains above this are not level. */
  static final double GAIN_MIN = 0.15;

  private static final double GAIN_HALF = 0.5;

  /** By how much the sizes of one target may differ in throughput, for all that is known before. */
  private static final double PRIOR_DIFFERENCE = 0.15;

  KneeCurve {
    readings = List.copyOf(readings);
  }

  /** With one more batch at a size, and without what it contradicts. */
  KneeCurve with(int size, double batch, long nowNanos) {
    List<KneeReading> others = new ArrayList<>();
    KneeReading mine = KneeReading.none(size, nowNanos);
    for (KneeReading reading : readings) {
      if (Math.abs(reading.workers() - size) > SAME_SIZE * size) {
        others.add(reading);
      } else if (reading.batches() > mine.batches()) {
        mine = reading.at(size);
      }
    }
    if (!mine.contradictedBy(batch)) {
      return joined(others, mine.with(batch, nowNanos));
    }
    if (mine.strange() == 0) {
      return joined(others, mine.doubted(nowNanos));
    }
    // The largest size getting slower is what a collapse looks like, and no news of the others.
    boolean collapses =
        batch > mine.slowness() && others.stream().allMatch(other -> other.workers() < size);
    KneeReading anew = KneeReading.none(size, nowNanos).with(batch, nowNanos);
    return collapses ? joined(others, anew) : new KneeCurve(List.of(anew));
  }

  private static KneeCurve joined(List<KneeReading> others, KneeReading now) {
    List<KneeReading> all = new ArrayList<>(others);
    all.removeIf(other -> now.solid() && other.solid() && contradicts(now, other));
    all.add(now);
    all.sort(Comparator.comparingDouble(KneeReading::workers));
    return new KneeCurve(all);
  }

  private static boolean contradicts(KneeReading now, KneeReading other) {
    double low = Math.min(now.workers(), other.workers());
    double high = Math.max(now.workers(), other.workers());
    if (!KneeReading.apart(low, high)) {
      double apart = Math.abs(other.slowness() - now.slowness());
      return apart > 3 * (other.error() + now.error()) * now.slowness();
    }
    double gain = KneeReading.gain(other, now);
    return StrictMath.log(high / low) > 0.5
        && gain + 2 * KneeReading.gainError(other, now) < GAIN_POSSIBLE;
  }

  /** Without what is too old to be believed: as what was measured long is believed longer. */
  KneeCurve fresh(long nowNanos) {
    return new KneeCurve(
        readings.stream()
            .filter(reading -> {
              double measured = (double) reading.atNanos() - reading.sinceNanos();
              return nowNanos - reading.atNanos() <= Math.max(LIFE_NANOS, 10 * measured);
            })
            .toList());
  }

  /** The batches at exactly this size. */
  int batchesAt(int size) {
    return at(size).map(KneeReading::batches).orElse(0);
  }

  Optional<KneeReading> at(int size) {
    return readings.stream().filter(reading -> reading.workers() == size).findFirst();
  }

  /** The readings that say something. */
  List<KneeReading> told() {
    return readings.stream().filter(reading -> reading.batches() >= BATCHES_MIN).toList();
  }

  /** Those of them that are clearly below a size. */
  List<KneeReading> below(double size) {
    return told().stream().filter(it -> KneeReading.apart(it.workers(), size)).toList();
  }

  /** Those of them that are clearly above a size. */
  List<KneeReading> above(double size) {
    return told().stream().filter(it -> KneeReading.apart(size, it.workers())).toList();
  }

  /** The reading of the size that gets most done. */
  Optional<KneeReading> best() {
    return told().stream().max(Comparator.comparingDouble(KneeReading::throughput));
  }

  /**
   * Whether from some size on next to nothing is gained: to none of the larger ones throughput
   * grows surely, and to one of them surely not in proportion (by three standard errors).
   */
  boolean levelsOff() {
    List<KneeReading> told = told();
    return told.stream()
        .anyMatch(low -> {
          List<KneeReading> higher =
              told.stream().filter(it -> KneeReading.apart(low.workers(), it.workers())).toList();
          return higher.stream().anyMatch(high -> isLevel(low, high))
              && higher.stream().noneMatch(high -> grows(low, high));
        });
  }

  /** Whether throughput surely grows by half of what the size does, from a size on. */
  boolean scalesFrom(int size) {
    return at(size).stream()
        .anyMatch(low ->
            above(size).stream()
                .anyMatch(high ->
                    KneeReading.gain(low, high) - KneeReading.gainError(low, high) >= GAIN_HALF));
  }

  private static boolean isLevel(KneeReading low, KneeReading high) {
    double gain = KneeReading.gain(low, high);
    return gain < GAIN_MIN && 1 - gain > 3 * KneeReading.gainError(low, high);
  }

  private static boolean grows(KneeReading low, KneeReading high) {
    return KneeReading.gain(low, high) - KneeReading.gainError(low, high) >= GAIN_MIN;
  }

  /**
   * The smallest size that gets next to as much done as any; between two sizes it is where the line
   * through the origin and the smaller one gets there.
   *
   * @param givenUp the share of the best throughput that is not worth more workers
   * @return a size, of at least 1; 1 where nothing is known
   */
  double knee(double givenUp) {
    List<KneeReading> told = told();
    if (told.isEmpty()) {
      return 1;
    }
    double sure =
        told.stream()
            .min(Comparator.comparingDouble(KneeReading::error))
            .orElseThrow()
            .throughput();
    double most = told.stream().mapToDouble(it -> believed(it, sure)).max().orElseThrow();
    return reaching((1 - givenUp) * most, told);
  }

  /**
   * A throughput as far as it is believed: the less sure it is, the nearer to that of the surest
   * size, and half a standard error less. Else the luckiest of many sizes would be taken for the
   * best.
   */
  private static double believed(KneeReading reading, double sure) {
    double prior = PRIOR_DIFFERENCE * PRIOR_DIFFERENCE;
    double share = prior / (prior + reading.error() * reading.error());
    return (sure + (reading.throughput() - sure) * share) * (1 - reading.error() / 2);
  }

  private static double reaching(double enough, List<KneeReading> told) {
    KneeReading before = told.get(0);
    for (KneeReading reading : told) {
      if (reading.throughput() >= enough) {
        double inProportion = before.workers() * enough / before.throughput();
        return Math.min(reading.workers(), Math.max(before.workers(), inProportion));
      }
      before = reading;
    }
    return before.workers();
  }
}
