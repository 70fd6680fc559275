package dev.flyball.policy.standard;

import dev.flyball.policy.standard.window.Stretch;
import dev.flyball.policy.standard.window.WorkUnit;

/**
 * The time of a unit of work while nothing delays it, and its time at present.
 *
 * <p>Slowness is the service time of all completed tasks / the work of the successful ones. It is 1
 * where tasks take as long as their kinds' references. These may have been learned in worse times,
 * so only ratios of slowness have a meaning. <em>Inflation</em> is the present slowness over that
 * at rest. It is above 1 when the downstream is crowded, by this pool or by others, with a queue in
 * the pool or without.
 *
 * <ul>
 *   <li><b>Down</b>: rest follows any faster measurement. While no task waits it is a mean of the
 *       last {@value #WEIGHT_MAX} samples; while tasks wait it follows at once, after {@value
 *       #GATHERED} of them.
 *   <li><b>Up</b>: if the change is more than chance, rest follows slowly, and only while no more
 *       workers are busy than when it was at rest: slowness with more workers says nothing about
 *       rest.
 *   <li><b>Untimed</b>: where single times are not known, nor kinds, short tasks among long ones
 *       are the first to end. So rest is the plain mean at first, until {@value #GATHERED} samples
 *       have ended and {@value #EARLY_TIMES} times as long has passed as they took. From then on it
 *       follows up as it does down while no task waits: a mean of different tasks is no sharp rest.
 *   <li><b>Anew</b>: rest is set again if a trial has shown that work grows with the workers as it
 *       does at rest: then everything has become slower, but this pool is not the cause.
 * </ul>
 *
 * @param slowness at rest; 0 while unknown
 * @param weight the number of samples in that mean
 * @param busy the maximum number of busy workers at that slowness
 * @param recent the slowness of the last samples; 0 while unknown
 * @param gatheredService service time of tasks that ended while tasks waited
 * @param gatheredWork their work
 * @param earlyNanos for how long it has been seen, in nanoseconds; infinite once that is long
 *     enough
 */
record RestSlowness(
    double slowness,
    double weight,
    double busy,
    double recent,
    double gatheredService,
    double gatheredWork,
    double earlyNanos) {

  static final RestSlowness UNKNOWN = new RestSlowness(0, 0, 0, 0, 0, 0, 0);

  /** Tasks that take less than this times as long as at rest are at rest. */
  static final double AT_REST = 1.3;

  /**
   * Tasks that take less than this times as long may be at rest: the known rest is inexact, and
   * rather too fast.
   */
  static final double NEAR_REST = 1.5;

  private static final double GATHERED = 20;
  private static final double EARLY_TIMES = 5;
  private static final double WEIGHT_FIRST = 20;
  private static final double WEIGHT_MAX = 100;
  private static final double SURE = 8;
  private static final double RECENT = 8;
  private static final double SAME = 1.2;
  private static final double SAME_BUSY = 1.25;
  private static final double UP_NANOS = 10e9;

  RestSlowness with(Stretch seen, WorkUnit unit) {
    RestSlowness older = aged(seen.nanos());
    if (seen.ended() == 0 || seen.done() <= 0 || seen.cpuShort()) {
      return older;
    }
    boolean isEarly = !seen.timed() && earlyNanos < Double.POSITIVE_INFINITY;
    return isEarly ? older.early(seen, unit) : older.learned(seen, unit);
  }

  private RestSlowness aged(double nanos) {
    return new RestSlowness(
        slowness, weight, busy, recent, gatheredService, gatheredWork, earlyNanos + nanos);
  }

  private RestSlowness early(Stretch seen, WorkUnit unit) {
    double now = slowness(seen);
    double samples = seen.done() / unit.nanos();
    double all = weight + samples;
    double mean = slowness + samples / all * (now - slowness);
    double serviceNanos = mean * seen.reference() / seen.ended();
    boolean isOver = all >= GATHERED && earlyNanos >= EARLY_TIMES * serviceNanos;
    return new RestSlowness(
        mean,
        all,
        Math.max(busy, seen.busy()),
        mean,
        0,
        0,
        isOver ? Double.POSITIVE_INFINITY : earlyNanos);
  }

  private static double slowness(Stretch seen) {
    return Math.min(1e9, seen.serviceNanos() / seen.done());
  }

  private RestSlowness learned(Stretch seen, WorkUnit unit) {
    double now = slowness(seen);
    double samples = seen.done() / unit.nanos();
    double soon = recent == 0 ? now : recent + Math.min(1, samples / RECENT) * (now - recent);
    if (weight == 0) {
      double first = Math.min(WEIGHT_FIRST, samples);
      return new RestSlowness(now, first, Math.max(1, seen.busy()), soon, 0, 0, earlyNanos);
    }
    RestSlowness calm =
        !seen.saturated() || weight < SURE ? calmed(seen, now, samples, unit) : this;
    return calm.gathered(seen, unit.nanos(), soon);
  }

  private RestSlowness calmed(Stretch seen, double now, double samples, WorkUnit unit) {
    double most = now < SAME * slowness ? Math.max(busy, seen.busy()) : busy;
    double share = samples / (Math.min(weight, WEIGHT_MAX) + samples);
    double chance = 1 + StrictMath.sqrt(unit.slownessVariance(seen.done()));
    if (seen.timed() && now > chance * slowness && weight >= SURE) {
      share = seen.busy() <= SAME_BUSY * most ? Math.min(share, seen.nanos() / UP_NANOS) : 0;
    }
    return new RestSlowness(
        slowness + share * (now - slowness),
        Math.min(2 * WEIGHT_MAX, weight + samples),
        most,
        recent,
        gatheredService,
        gatheredWork,
        earlyNanos);
  }

  private RestSlowness gathered(Stretch seen, double unitNanos, double soon) {
    if (!seen.saturated()) {
      return new RestSlowness(slowness, weight, busy, soon, 0, 0, earlyNanos);
    }
    double service = gatheredService + seen.serviceNanos();
    double work = gatheredWork + seen.done();
    if (work < GATHERED * unitNanos) {
      return new RestSlowness(slowness, weight, busy, soon, service, work, earlyNanos);
    }
    return new RestSlowness(
        Math.min(slowness, service / work), weight, busy, soon, 0, 0, earlyNanos);
  }

  /**
   * Moves rest towards a slowness that was measured with so many workers; share 1 moves it all the
   * way.
   */
  RestSlowness anew(double measured, int workers, double share) {
    double slower = slowness > 0 && measured > 0 ? StrictMath.pow(measured / slowness, share) : 1;
    return new RestSlowness(slowness * slower, weight, workers, measured, 0, 0, earlyNanos);
  }

  boolean known() {
    return weight > 0;
  }

  /** The present inflation: the factor by which tasks take longer than at rest; 1 while unknown. */
  double inflation() {
    return known() && slowness > 0 ? recent / slowness : 1;
  }

  /** Whether tasks are as fast as at rest: within a factor of {@value #AT_REST}. */
  boolean shown() {
    return known() && inflation() < AT_REST;
  }

  /** Whether no measurement shows that tasks take longer than at rest. */
  boolean isPossible() {
    return !known() || inflation() < NEAR_REST;
  }
}
