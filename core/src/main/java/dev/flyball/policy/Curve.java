package dev.flyball.policy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What is known of throughput as a function of the size.
 */
record Curve(List<Reading> readings, Calm calm) {

  static final Curve UNKNOWN = new Curve(List.of(), Calm.NOTHING);

  private static final double TAU = Double.parseDouble(System.getProperty("tau", "0.15"));
  private static final double LCB = Double.parseDouble(System.getProperty("lcb", "0.5"));
  private static final double SAME_SIZE = 0.05;

  /** No size makes things worse faster than in proportion to itself; so the world has changed. */
  private static final double WORLD_CHANGED = -1.1;

  Curve {
    readings = List.copyOf(readings);
  }

  /** What tasks are like while workers are to spare: decaying sums over some seconds. */
  record Calm(double nanos, double busyNanos, double slow, double work, double ended, long atNanos) {
    static final Calm NOTHING = new Calm(0, 0, 0, 0, 0, 0);
    private static final double TASKS_MIN = 20;

    Calm with(Observation seen) {
      double kept = StrictMath.exp(-seen.window().lengthNanos() / 2e9);
      return new Calm(
          nanos * kept + seen.window().lengthNanos(),
          busyNanos * kept + seen.busyNanos(),
          slow * kept + seen.times().serviceNanosSum(),
          work * kept + Batch.work(seen),
          ended * kept + seen.flow().completed(),
          seen.window().endNanos());
    }

    Optional<Reading> reading() {
      if (ended < TASKS_MIN || slow <= 0 || work <= 0) {
        return Optional.empty();
      }
      double mean = slow / work;
      int batches = 10;
      double variance = mean * mean / ended * batches / 2;
      return Optional.of(
          new Reading(
              Math.max(1, busyNanos / nanos), batches, mean, variance * (batches - 1), 0, atNanos, atNanos));
    }

    double seconds() {
      return ended < TASKS_MIN ? Double.NaN : slow / 1e9 / ended;
    }
  }

  Curve calm(Observation seen) {
    return new Curve(readings, calm.with(seen));
  }

  /** With one more batch of tasks, at a size. */
  Curve with(int size, double batch, long nowNanos) {
    List<Reading> others = new ArrayList<>();
    Reading mine = Reading.none(size, nowNanos);
    for (Reading reading : readings) {
      if (Math.abs(reading.workers() - size) > SAME_SIZE * size) {
        others.add(reading);
      } else if (reading.batches() > mine.batches()) {
        mine = reading.at(size);
      }
    }
    boolean strange = mine.contradictedBy(batch);
    boolean changed = strange && mine.strange() > 0;
    Reading now =
        changed
            ? Reading.none(size, nowNanos).with(batch, nowNanos)
            : strange ? mine.doubted(nowNanos) : mine.with(batch, nowNanos);
    if (changed) {
      others.clear();
    }
    if (now.solid()) {
      others.removeIf(
          other ->
              !Reading.apart(Math.min(other.workers(), size), Math.max(other.workers(), size))
                  && Math.abs(other.slowness() - now.slowness())
                      > 3 * (other.error() + now.error()) * now.slowness());
      others.removeIf(
          other ->
              other.solid()
                  && Math.abs(StrictMath.log(other.workers() / size)) > 0.5
                  && Reading.gain(other, now) + 2 * Math.abs(Reading.gainError(other, now)) < WORLD_CHANGED);
    }
    others.add(now);
    others.sort(Comparator.comparingDouble(Reading::workers));
    return new Curve(others, calm);
  }

  /** Without what is too old to be believed. */
  Curve fresh(long nowNanos, double lifeNanos) {
    List<Reading> kept =
        readings.stream()
            .filter(reading -> {
              double measured = (double) reading.atNanos() - reading.sinceNanos();
              return nowNanos - reading.atNanos() <= Math.max(lifeNanos, 10 * measured);
            })
            .toList();
    boolean old = nowNanos - calm.atNanos > lifeNanos;
    return new Curve(kept, old ? Calm.NOTHING : calm);
  }

  /** Without what is known of larger sizes. */
  Curve upTo(int size) {
    return new Curve(
        readings.stream().filter(reading -> !Reading.apart(size, reading.workers())).toList(), calm);
  }

  Optional<Reading> at(int size) {
    return readings.stream().filter(reading -> reading.workers() == size).findFirst();
  }

  /** The readings that say something. */
  List<Reading> told() {
    return readings.stream().filter(reading -> reading.batches() >= 2).toList();
  }

  /** Those of them that are clearly below a size. */
  List<Reading> below(double size) {
    return told().stream().filter(reading -> Reading.apart(reading.workers(), size)).toList();
  }

  /** Those of them that are clearly above a size. */
  List<Reading> above(double size) {
    return told().stream().filter(reading -> Reading.apart(size, reading.workers())).toList();
  }

  /** The reading of the size that gets most done. */
  Optional<Reading> best() {
    return told().stream().max(Comparator.comparingDouble(Reading::throughput));
  }

  /**
   * Whether it is proved that from some size on next to nothing is gained: that throughput does not
   * grow with the size by more than {@code gainMin}, and certainly not in proportion to it.
   */
  boolean levelsOff(double gainMin) {
    List<Reading> told = told();
    for (int i = 0; i < told.size() - 1; i++) {
      Reading low = told.get(i);
      boolean proved = false;
      boolean gains = false;
      for (Reading high : told.subList(i + 1, told.size())) {
        if (Reading.apart(low.workers(), high.workers())) {
          double gain = Reading.gain(low, high);
          double error = Reading.gainError(low, high);
          gains |= gain - error >= gainMin;
          proved |= gain < gainMin && 1 - gain > 3 * error;
        }
      }
      if (proved && !gains) {
        return true;
      }
    }
    return false;
  }

  /**
   * The smallest size that gets next to as much done as any.
   *
   * @param givenUp the share of the best throughput that is not worth more workers
   */
  double knee(double givenUp) {
    List<Reading> told = told();
    double sure = told.stream().min(Comparator.comparingDouble(Reading::error)).map(Reading::throughput).orElse(0.0);
    double enough =
        (1 - givenUp) * told.stream().mapToDouble(reading -> believed(reading, sure)).max().orElse(0);
    double knee = 1;
    for (int i = 0; i < told.size(); i++) {
      Reading reading = told.get(i);
      if (reading.throughput() >= enough) {
        if (i == 0) {
          return reading.workers();
        }
        Reading low = told.get(i - 1);
        double inProportion = low.workers() * enough / low.throughput();
        return Math.min(reading.workers(), Math.max(low.workers(), inProportion));
      }
    }
    return knee;
  }

  /** A throughput as far as it is believed: the more it scatters, the nearer to a sure one. */
  private static double believed(Reading reading, double sure) {
    double share = TAU * TAU / (TAU * TAU + reading.error() * reading.error());
    return (sure + (reading.throughput() - sure) * share) * (1 - LCB * reading.error());
  }
}
