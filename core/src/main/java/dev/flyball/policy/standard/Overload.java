package dev.flyball.policy.standard;

import dev.flyball.policy.Reason;
import dev.flyball.policy.Regime;

/**
 * The size at which most is done in time, for tasks that have deadlines.
 *
 * <p>More workers get more done up to a point, and make each task take longer beyond another. With
 * a deadline both count. Of n workers, with S from the {@link ServiceCurve}, and as if service
 * times were exponential,
 *
 * <pre>{@code
 * value(n) = n / S(n) * (1 - exp(-(deadline - S(n)) / S(n)))      tasks in time per second
 * }</pre>
 *
 * <p>A task is begun with about a service time less than its deadline, for that is the wait that
 * the rule for who gets in lets stand; with no less than half of the deadline, though.
 *
 * <p>While a share of {@value #SHARE} of the tasks or more is shed, the size is the one of the
 * largest value. No size helps against more work than can be done; the rule for who gets in decides
 * what is done. Otherwise that size is a bound: a pool grows beyond it only to do less in time.
 *
 * <p><b>What was not seen</b> is not believed: the largest value is sought up to {@value #FARTHER}
 * times the largest size seen while tasks take there less than {@value #AT_REST} times as long as
 * in an empty pool and less than {@value #QUICK} of the deadline; up to {@value #FARTHER_SLOWER}
 * times where only one of the two holds, or they take less than {@value #SLOWER} times as long and
 * are quick; else no farther.
 *
 * <p>While tasks are shed, the size is in turns that one and {@value #SWING} times as many, each
 * for {@value #TURN_TIMES} service times. So the curve has readings of one time that are not of one
 * size, and does not mistake a world that changes for its own doing.
 *
 * <p>Worked: 20 servers of 0.2 s, a deadline of 1 s. 20 workers: 100/s * (1 - exp(-4)) = 98/s; 40,
 * which take 0.4 s: 100/s * (1 - exp(-1.5)) = 78/s; 10: 50/s * (1 - exp(-4)) = 49/s.
 *
 * @param curve service times by concurrency
 * @param deadlineNanos how long tasks may take, averaged over some tens; 0 while none has a
 *     deadline
 * @param deadlineAtNanos when a task with one came last
 * @param shedShare the share of tasks that are shed, averaged over about a second
 * @param turnNanos when the present turn began
 * @param up whether it is the turn of the larger size
 * @param best the size that gets most done in time, as far as is known, at least 1
 */
record Overload(
    ServiceCurve curve,
    double deadlineNanos,
    long deadlineAtNanos,
    double shedShare,
    long turnNanos,
    boolean up,
    double best) {

  static final Overload NONE = new Overload(ServiceCurve.NONE, 0, 0, 0, 0, false, 1);

  private static final double FARTHER = 2;
  private static final double FARTHER_SLOWER = 1.25;
  private static final double AT_REST = 1.2;
  private static final double SLOWER = 1.6;
  private static final double QUICK = 0.5;
  private static final double SWING = 1.12;
  private static final double TURN_TIMES = 2;
  private static final double SHARE = 0.05;
  private static final double SHARE_NANOS = 1e9;
  private static final double SAMPLES_LEAST = 8;
  private static final double FORGOTTEN_NANOS = 10e9;
  private static final double LEFT_LEAST = 0.5;
  private static final double DEADLINES = 50;
  private static final double NEXT_SIZE = 1.04;
  private static final double WORTH = 1.003;
  private static final double SPARE = 2;

  Overload with(Stretch seen, WorkUnit unit, double serviceNanos) {
    double deadline = deadlineNext(seen);
    long since = seen.deadlineNanos() > 0 ? seen.endNanos() : deadlineAtNanos;
    if (deadline == 0 || seen.endNanos() - since > FORGOTTEN_NANOS) {
      return NONE;
    }
    ServiceCurve now = curve.with(seen, unit, serviceNanos);
    double weight = 1 - StrictMath.exp(-seen.nanos() / (SHARE_NANOS + 2 * serviceNanos));
    double share = seen.shed() == 0 ? 0 : Math.min(1, seen.shed() / Math.max(1, seen.came()));
    return new Overload(
        now,
        deadline,
        since,
        shedShare + weight * (share - shedShare),
        turnNanos,
        up,
        best(now, deadline));
  }

  private double deadlineNext(Stretch seen) {
    if (seen.deadlineNanos() == 0) {
      return deadlineNanos;
    }
    double share = deadlineNanos == 0 ? 1 : Math.min(1, seen.came() / DEADLINES);
    return deadlineNanos + share * (seen.deadlineNanos() - deadlineNanos);
  }

  /** Whether enough is known to say which size gets most done in time. */
  private boolean known() {
    return deadlineNanos > 0 && curve.samples() >= SAMPLES_LEAST;
  }

  /** Whether so many tasks were shed lately that more comes than can be done. */
  boolean sheds() {
    return known() && shedShare > SHARE;
  }

  private static double best(ServiceCurve curve, double deadlineNanos) {
    double sure = best(curve.fit(), curve.largest(), deadlineNanos);
    boolean hopes =
        !curve.hoped().equals(curve.fit())
            && curve.hoped().nanos(curve.largest()) < QUICK * deadlineNanos;
    return hopes ? Math.max(sure, best(curve.hoped(), curve.largest(), deadlineNanos)) : sure;
  }

  private static double best(CurveFit fit, double seen, double deadlineNanos) {
    double most = Math.max(1, seen) * farther(fit, Math.max(1, seen), deadlineNanos);
    double best = 1;
    double bestValue = 0;
    for (double size = 1; size <= most; size = Math.max(size + 1, size * NEXT_SIZE)) {
      double value = value(size, fit.nanos(size), deadlineNanos);
      if (value > WORTH * bestValue) {
        bestValue = value;
        best = size;
      }
    }
    return best;
  }

  private static double farther(CurveFit fit, double largest, double deadlineNanos) {
    double slower = fit.nanos(largest) / fit.flat();
    boolean quick = fit.nanos(largest) <= QUICK * deadlineNanos;
    if (slower < AT_REST) {
      return quick ? FARTHER : FARTHER_SLOWER;
    }
    return quick && slower < SLOWER ? FARTHER_SLOWER : 1;
  }

  private static double value(double size, double service, double deadlineNanos) {
    double left = Math.max(LEFT_LEAST * deadlineNanos, deadlineNanos - service);
    return size / service * (1 - StrictMath.exp(-left / service));
  }

  /** The same in its next turn, when this one is over. */
  Overload turned(long nowNanos, double serviceNanos) {
    return nowNanos - turnNanos < TURN_TIMES * serviceNanos
        ? this
        : new Overload(curve, deadlineNanos, deadlineAtNanos, shedShare, nowNanos, !up, best);
  }

  /** The size of this turn, of at most twice as many as are there. */
  int size(int asked) {
    double turn = up ? Math.max(best + 1, best * SWING) : best;
    return (int) Math.max(1, Math.min(2.0 * asked, Math.round(turn)));
  }

  /**
   * So many workers, but no fewer than what comes needs by the curve, and no growth beyond the size
   * that gets most done in time.
   *
   * @param arrivals mean tasks that come, per nanosecond
   */
  int bounded(int workers, int asked, double arrivals) {
    if (!known()) {
      return workers;
    }
    int most = Math.max(asked, (int) Math.ceil(best));
    return Math.min(Math.max(workers, (int) Math.ceil(needed(arrivals))), most);
  }

  /** The smallest size that bears what comes, with some to spare; the best where none does. */
  private double needed(double arrivals) {
    for (double size = 1; size < best; size = Math.max(size + 1, size * NEXT_SIZE)) {
      double busy = arrivals * curve.fit().nanos(size);
      if (size >= busy + SPARE * StrictMath.sqrt(busy)) {
        return size;
      }
    }
    return best;
  }

  /** Where limits hold the pool below the best size, they say so themselves. */
  Reason why(Stretch seen) {
    boolean moreHelp = SWING * seen.asked() < best;
    return Reason.in(
        Regime.OVERLOADED,
        (moreHelp ? "more workers would get more done" : "no size helps")
            + ": %{arrivals}.1f tasks/s come, %{shed}.1f are shed; %{best}.0f workers get"
            + " most done within %{deadline}.3f s",
        1e9 * seen.came() / seen.nanos(),
        1e9 * seen.shed() / seen.nanos(),
        best,
        deadlineNanos / 1e9);
  }

  /** Why not the size that was decided. */
  Reason whyBounded(int timely, int decided) {
    return timely < decided
        ? Reason.in(
            Regime.BEHIND,
            "more than %{best}.0f workers get less done within %{deadline}.3f s",
            best,
            deadlineNanos / 1e9)
        : Reason.in(
            Regime.DEMAND,
            "%{needed}d workers bear what comes, as long as tasks take beside so many",
            timely);
  }
}
