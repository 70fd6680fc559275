package dev.flyball.policy.standard.overload;

import dev.flyball.policy.standard.window.Stretch;
import dev.flyball.policy.standard.window.WorkUnit;
import java.util.ArrayList;
import java.util.List;

/**
 * The service time as a function of the number of busy workers, measured while the pool works.
 *
 * <p>While all workers are busy and their number is steady, windows are gathered to one reading
 * until about as many tasks have ended as there are workers; else until four times as many have,
 * for arrivals scatter. A reading is workers x time / tasks (Little's law: what ends first is
 * short, so the mean of what has ended says too little). Tasks are counted as they are, not by
 * their work: if a rule turns away some, what matters is how many those workers get done. While
 * tasks are shed, all workers count as busy: windows in which some were free by chance would not be
 * a fair sample. A {@link CurveFit} goes through the readings.
 *
 * <p><b>Slower by itself, or by us?</b> Readings of different times at different sizes cannot tell.
 * Once sizes overlap they can: for each moment between two readings, the curve of those before it,
 * times a factor, is held against those since. Where that explains them surely better than any one
 * curve, the world has changed, and what was read before is scaled. Where it explains them as well,
 * it is not known which is the case; the curve is then {@code hoped} to be the one before.
 *
 * <p><b>Assumes</b> that service times depend on the number of busy workers alone for as long as a
 * reading is remembered ({@value #MEMORY_SECONDS} s), but for a common factor. Fails where another
 * load comes and goes together with this one.
 *
 * @param readings what was seen, in the order of time
 * @param gathered what was seen since the last of them
 * @param level busy workers, averaged over about the last service time
 * @param fit the curve
 * @param hoped the curve if the last change was not our doing
 * @param last the last reading
 */
record ServiceCurve(
    List<ServiceReading> readings,
    Gathered gathered,
    double level,
    CurveFit fit,
    CurveFit hoped,
    ServiceReading last) {

  static final ServiceCurve NONE =
      new ServiceCurve(
          List.of(), Gathered.NOTHING, 0, CurveFit.NONE, CurveFit.NONE, ServiceReading.NONE);

  private static final double MEMORY_SECONDS = 12;
  private static final double SAMPLES_LEAST = 0.5;
  private static final int READINGS_MAX = 64;
  private static final long TOGETHER_NANOS = 2_000_000_000;
  private static final double ALL_BUSY = 0.9;
  private static final double FAR_LONGER = 2.5;
  private static final double STEADY = 0.15;
  private static final double JUMP_SURELY = 20;
  private static final double AS_WELL = 1;
  private static final double CALM_TIMES = 4;
  private static final double KEPT = 0.1;
  private static final double BEND_COSTS = 3;
  private static final double BEFORE_LEAST = 8;
  private static final double SINCE_LEAST = 4;
  private static final int MOMENTS_MAX = 8;

  /**
   * What was seen at a steady number of busy workers, until it is a whole reading.
   *
   * @param nanos for how long
   * @param busyNanos the time that workers were busy
   * @param tasks how many ended
   * @param full whether nearly all workers were busy
   */
  record Gathered(double nanos, double busyNanos, double tasks, boolean full) {
    static final Gathered NOTHING = new Gathered(0, 0, 0, true);

    Gathered with(Stretch seen, boolean isFull, boolean sheds) {
      return new Gathered(
          nanos + seen.nanos(),
          busyNanos + (sheds ? Math.max(seen.busy(), seen.asked()) : seen.busy()) * seen.nanos(),
          tasks + seen.ended(),
          isFull);
    }

    /** Whether it has lasted for about as long as a task takes. */
    boolean isWhole(double meanNanos) {
      return tasks > 0 && nanos >= meanNanos && tasks >= (full ? 1 : CALM_TIMES) * workers();
    }

    /** Whether it is sure before that tasks take far longer than was hoped. */
    boolean isSurelySlow(CurveFit hoped) {
      double most = tasks + 2 * StrictMath.sqrt(tasks) + 2;
      double expected = hoped.known() ? hoped.nanos(workers()) : Double.POSITIVE_INFINITY;
      return full && nanos > 1.5 * expected && busyNanos / most > FAR_LONGER * expected;
    }

    double workers() {
      return busyNanos / nanos;
    }

    ServiceReading reading(WorkUnit unit, long atNanos) {
      return ServiceReading.of(
          workers(),
          busyNanos,
          Math.max(0.5, tasks),
          unit.samples(tasks * unit.perTask()),
          atNanos);
    }
  }

  ServiceCurve {
    readings = List.copyOf(readings);
  }

  /**
   * With one more window.
   *
   * @param sheds whether many tasks were shed lately
   */
  ServiceCurve with(Stretch seen, WorkUnit unit, double serviceNanos, boolean sheds) {
    double share = 1 - StrictMath.exp(-2.0 * seen.nanos() / Math.max(1e6, serviceNanos));
    double now = level == 0 ? seen.busy() : level + share * (seen.busy() - level);
    boolean full = isFull(seen, sheds);
    boolean same = gathered.nanos() == 0 || gathered.full() == full;
    boolean steady = now >= 0.5 && (!full || Math.abs(seen.busy() - now) <= STEADY * now + 0.5);
    Gathered more =
        !steady
            ? Gathered.NOTHING
            : (same ? gathered : Gathered.NOTHING).with(seen, full, full && sheds);
    if (!more.isWhole(serviceNanos) && !more.isSurelySlow(hoped)) {
      return new ServiceCurve(readings, more, now, fit, hoped, last);
    }
    ServiceReading read = more.reading(unit, seen.endNanos());
    return fitted(
        added(remembered(seen.endNanos()), read), Math.max(0.5, unit.variance()), now, read);
  }

  private static boolean isFull(Stretch seen, boolean sheds) {
    boolean presses = sheds && (seen.shed() > 0 || seen.queued() > 0);
    return presses || seen.busy() >= ALL_BUSY * seen.asked();
  }

  private List<ServiceReading> remembered(long nowNanos) {
    double kept =
        Math.min(1, StrictMath.exp((last.firstNanos() - nowNanos) / (1e9 * MEMORY_SECONDS)));
    List<ServiceReading> all = new ArrayList<>();
    for (ServiceReading reading : readings) {
      ServiceReading faded = reading.faded(kept);
      if (faded.samples() > SAMPLES_LEAST) {
        all.add(faded);
      }
    }
    return all;
  }

  private static List<ServiceReading> added(List<ServiceReading> all, ServiceReading more) {
    for (int i = all.size() - 1; i >= 0; i--) {
      ServiceReading before = all.get(i);
      if (more.firstNanos() - before.firstNanos() > TOGETHER_NANOS) {
        break;
      }
      if (before.step() == more.step()) {
        all.set(i, before.and(more));
        return all;
      }
    }
    all.add(more);
    return all.size() > READINGS_MAX ? new ArrayList<>(all.subList(1, all.size())) : all;
  }

  /** Fits the curve, and sees whether the world has changed. */
  private static ServiceCurve fitted(
      List<ServiceReading> all, double variance, double level, ServiceReading last) {
    CurveFit one = CurveFit.of(all, variance);
    double deviance = one.deviance(all) + (one.isFlat() ? 0 : BEND_COSTS * variance);
    double least = Double.POSITIVE_INFINITY;
    int moment = 0;
    double factor = 1;
    CurveFit changed = one;
    for (int i = Math.max(1, all.size() - MOMENTS_MAX); i < all.size(); i++) {
      List<ServiceReading> before = all.subList(0, i);
      List<ServiceReading> since = all.subList(i, all.size());
      if (samples(before) < BEFORE_LEAST || samples(since) < SINCE_LEAST) {
        continue;
      }
      CurveFit old = CurveFit.of(before, variance);
      double jump = jump(old, since);
      double now = old.deviance(before) + old.times(jump).deviance(since);
      now += old.isFlat() ? 0 : BEND_COSTS * variance;
      if (now < least) {
        least = now;
        moment = i;
        factor = jump;
        changed = old.times(jump);
      }
    }
    if (deviance - least > JUMP_SURELY * variance) {
      List<ServiceReading> scaled = new ArrayList<>(all);
      for (int i = 0; i < moment; i++) {
        scaled.set(i, all.get(i).scaled(factor).faded(KEPT));
      }
      CurveFit anew = CurveFit.of(scaled, variance);
      return new ServiceCurve(scaled, Gathered.NOTHING, level, anew, anew, last);
    }
    boolean asWell = least - deviance < AS_WELL * variance;
    return new ServiceCurve(all, Gathered.NOTHING, level, one, asWell ? changed : one, last);
  }

  private static double jump(CurveFit old, List<ServiceReading> since) {
    double seen = 0;
    double foreseen = 0;
    for (ServiceReading reading : since) {
      double weight = reading.samples() / reading.tasks();
      seen += weight * reading.serviceNanos() / old.nanos(reading.workers());
      foreseen += weight * reading.tasks();
    }
    return seen / foreseen;
  }

  private static double samples(List<ServiceReading> readings) {
    double sum = 0;
    for (ServiceReading reading : readings) {
      sum += reading.samples();
    }
    return sum;
  }

  double samples() {
    return samples(readings);
  }

  /** The largest size of which a few samples are known; 0 for none. */
  double largest() {
    return readings.stream()
        .filter(reading -> reading.samples() >= SINCE_LEAST)
        .mapToDouble(ServiceReading::workers)
        .max()
        .orElse(0);
  }

  /** The smallest size of which a few samples are known; infinite for none. */
  double smallest() {
    return readings.stream()
        .filter(reading -> reading.samples() >= SINCE_LEAST)
        .mapToDouble(ServiceReading::workers)
        .min()
        .orElse(Double.POSITIVE_INFINITY);
  }
}
