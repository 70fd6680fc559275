package dev.flyball.policy.standard.overload;

/**
 * The number of workers at which most is done within a deadline, by a curve of service times.
 *
 * <p>If ever more comes, n workers are always busy. As if service times were exponential, with S
 * from the curve and what is left of the deadline for a task once it starts,
 *
 * <pre>{@code
 * n / S(n) * (1 - exp(-left / S(n)))      tasks in time per second
 * }</pre>
 *
 * <p>A task is begun with about a service time less than its deadline, for that is the wait that
 * the rule for who gets in lets stand; with no less than half of the deadline, though. Worked: 20
 * servers of 0.2 s, a deadline of 1 s. 20 workers: 100/s * (1 - exp(-4)) = 98/s; 40, which take 0.4
 * s: 100/s * (1 - exp(-1.5)) = 78/s; 10: 50/s * (1 - exp(-4)) = 49/s.
 *
 * <p><b>At a given rate</b> tasks come at random, and workers are free at times. Where a task has
 * no time to wait, that takes more of them. With k tasks there, as a birth-death process whose
 * tasks end at the rate k / S(k), and n / S(n) where more than n are there (Kleinrock 1975,
 * "Queueing Systems", vol. 1, section 3.2); with as many waiting as the rule lets wait, and those
 * that find more turned away. Each finds k with the probability of k, and then is in time as above.
 *
 * <p>That takes a step for each worker; above {@value #CHAIN_MAX} of them it is taken for certain
 * how many are busy.
 *
 * <p><b>What was not seen</b> is not believed: sizes are sought up to {@value #FARTHER} times the
 * largest that was seen, if tasks take there less than {@value #AT_REST} times as long as in an
 * empty pool and less than {@value #QUICK} of the deadline, and sizes of {@value #SPAN} times as
 * many have been seen as well; up to {@value #FARTHER_SLOWER} times where only some of that holds,
 * or they take less than {@value #SLOWER} times as long and are quick; else no farther.
 */
final class TimelySize {

  private static final double FARTHER = 2;
  private static final double FARTHER_SLOWER = 1.25;
  private static final double AT_REST = 1.2;
  private static final double SLOWER = 1.6;
  private static final double SPAN = 0.67;
  private static final double QUICK = 0.5;
  private static final double LEFT_LEAST = 0.5;
  private static final double NEXT_SIZE = 1.04;
  private static final double WORTH = 0.003;
  private static final double WORTH_OF_ONE = 0.075;
  private static final double SLACK = 0.01;
  private static final double SLACK_WAITED = 0.25;
  private static final double CALM_TASKS = 10;
  private static final double LONG_TIMES = 2;
  private static final int ROOM_MAX = 500;
  private static final double HUGE = 1e100;
  private static final int CHAIN_MAX = 1000;
  private static final int BUSY_ROUNDS = 20;

  private TimelySize() {}

  /** The size that gets most done in time if ever more comes. */
  static double ofMost(ServiceCurve curve, double deadlineNanos) {
    double sure = ofMost(curve, curve.fit(), deadlineNanos);
    boolean hopes =
        !curve.hoped().equals(curve.fit())
            && curve.hoped().nanos(curve.largest()) < QUICK * deadlineNanos;
    return hopes ? Math.max(sure, ofMost(curve, curve.hoped(), deadlineNanos)) : sure;
  }

  private static double ofMost(ServiceCurve curve, CurveFit fit, double deadlineNanos) {
    double farthest = farthest(curve, fit, deadlineNanos);
    double best = 1;
    double bestValue = 0;
    for (double size = 1; size <= farthest; size = Math.max(size + 1, size * NEXT_SIZE)) {
      double service = fit.nanos(size);
      double left = Math.max(LEFT_LEAST * deadlineNanos, deadlineNanos - service);
      double value = size / service * inTime(left, service);
      if (value > (1 + WORTH) * bestValue) {
        bestValue = value;
        best = size;
      }
    }
    return best;
  }

  private static double farthest(ServiceCurve curve, CurveFit fit, double deadlineNanos) {
    double largest = Math.max(1, curve.largest());
    double slower = fit.nanos(largest) / fit.flat();
    boolean quick = fit.nanos(largest) <= QUICK * deadlineNanos;
    if (slower < AT_REST) {
      boolean wide = quick && curve.smallest() < SPAN * largest;
      return largest * (wide ? FARTHER : FARTHER_SLOWER);
    }
    return quick && slower < SLOWER ? largest * FARTHER_SLOWER : largest;
  }

  /**
   * The size at which most is done in time of what comes.
   *
   * @param arrivals tasks per nanosecond
   * @param most the size if ever more comes
   */
  static double of(ServiceCurve curve, double deadlineNanos, double arrivals, double most) {
    CurveFit fit = curve.fit();
    if (!fit.known()) {
      return most;
    }
    double farthest = Math.ceil(Math.max(most, farthest(curve, fit, deadlineNanos)));
    double highest = 0;
    int best = 1;
    for (int size = 1; size <= farthest; size = Math.max(size + 1, (int) (size * NEXT_SIZE))) {
      double share = shareInTime(fit, size, deadlineNanos, arrivals);
      if (share > highest * (1 + Math.max(WORTH, WORTH_OF_ONE / best))) {
        highest = share;
        best = size;
      }
    }
    return spared(curve, deadlineNanos, arrivals, best, (1 - SLACK) * highest);
  }

  /** The smallest size, of those that were seen, that gets nearly as much done. */
  private static double spared(
      ServiceCurve curve, double deadlineNanos, double arrivals, int best, double enough) {
    int least = best;
    for (int size = best; size > 1 && size >= curve.smallest(); ) {
      if (shareInTime(curve.fit(), size, deadlineNanos, arrivals) < enough) {
        return least;
      }
      least = size;
      size = Math.min(size - 1, (int) (size / NEXT_SIZE));
    }
    return least;
  }

  /** The share of the tasks that are let in and done in time. */
  static double shareInTime(CurveFit fit, int size, double deadlineNanos, double arrivals) {
    return size > CHAIN_MAX
        ? shareOfMany(fit, size, deadlineNanos, arrivals)
        : shareByChance(fit, size, deadlineNanos, arrivals);
  }

  /** As if nothing came about by chance, as it hardly does among so many. */
  private static double shareOfMany(CurveFit fit, int size, double deadlineNanos, double arrivals) {
    double full = fit.nanos(size);
    if (arrivals * full >= size) {
      double wait = room(size, full, deadlineNanos) * full / size;
      return size / (arrivals * full) * inTime(deadlineNanos - wait, full);
    }
    double busy = size;
    for (int i = 0; i < BUSY_ROUNDS; i++) {
      busy = arrivals * fit.nanos(busy);
    }
    return inTime(deadlineNanos, fit.nanos(busy));
  }

  private static double shareByChance(
      CurveFit fit, int size, double deadlineNanos, double arrivals) {
    double chance = 1;
    double all = 0;
    double good = 0;
    double full = fit.nanos(size);
    int most = size + room(size, full, deadlineNanos);
    for (int found = 0; found < most; found++) {
      double service = found < size ? fit.nanos(found + 1) : full;
      double wait = found < size ? 0 : (found - size + 1) * full / size;
      all += chance;
      good += chance * inTime(deadlineNanos - wait, service);
      chance *= arrivals * service / Math.min(found + 1, size);
      if (chance > HUGE) {
        all /= chance;
        good /= chance;
        chance = 1;
      }
    }
    return good / (all + chance);
  }

  /** How many wait at most, by the standard rule. */
  private static int room(int size, double service, double deadlineNanos) {
    double slack = deadlineNanos - LONG_TIMES * service;
    double calm = Math.max(1, CALM_TASKS / size) * service;
    double wait = Math.min(slack, Math.max(calm, SLACK_WAITED * slack));
    return (int) Math.max(0, Math.min(ROOM_MAX, size * wait / service));
  }

  private static double inTime(double left, double service) {
    return 1 - StrictMath.exp(-left / service);
  }
}
