package dev.flyball.policy.standard;

import dev.flyball.policy.Reason;
import dev.flyball.policy.Regime;

/**
 * The size at which most is done in time, for tasks that have deadlines.
 *
 * <p>More workers get more done up to a point, and make each task take longer beyond another. With
 * a deadline both count: of n workers
 *
 * <pre>{@code
 * value(n) = n / S(n) * (1 - exp(-(deadline - wait(n)) / S(n)))      tasks in time per second
 * }</pre>
 *
 * <p>with S from the {@link ServiceCurve}, and the wait that the rule for who gets in leaves to
 * stand. The largest value is sought up to {@value #FARTHER} times the largest size seen: what is
 * beyond must be seen first.
 *
 * <p>While tasks are shed that is the size. No size helps against more work than can be done; the
 * rule for who gets in decides what is done. Otherwise it is a bound: a pool grows beyond it only
 * to do less in time.
 *
 * <p>While tasks are shed, the size goes up and down by {@value #SWING} in turns of {@value
 * #TURN_TIMES} service times. So the curve has readings on both sides, which are of one time but
 * not of one size, and does not mistake a world that changes for its own doing.
 *
 * @param curve service times by concurrency
 * @param deadlineNanos how long tasks may take, averaged over some tens; 0 while none has a deadline
 * @param shedShare the share of tasks that are shed, averaged over about a second
 * @param turnNanos when the present turn began
 * @param up whether it is the turn of the larger size
 */
record Overload(
    ServiceCurve curve,
    double deadlineNanos,
    double shedShare,
    long turnNanos,
    boolean up) {

  static final Overload NONE = new Overload(ServiceCurve.NONE, 0, 0, 0, false);

  private static final double FARTHER = Double.parseDouble(System.getProperty("farther", "2"));
  private static final double FARTHER_SLOWER = 1.25;
  private static final double QUICK = Double.parseDouble(System.getProperty("quick", "0.5"));
  private static final double AT_REST = 1.2;
  private static final double SLOWER = 1.6;
  private static final double SWING = 1.12;
  private static final double TURN_TIMES = 2;
  private static final double RECENT_NANOS = Double.parseDouble(System.getProperty("recent", "1e9"));
  private static final double SAMPLES_LEAST = Double.parseDouble(System.getProperty("sl","8"));
  private static final double LEFT_LEAST = Double.parseDouble(System.getProperty("left", "0.5"));
  private static final double SHARE = Double.parseDouble(System.getProperty("share", "0.05"));

  Overload with(Stretch seen, WorkUnit unit, double serviceNanos) {
    double deadline =
        seen.deadlineNanos() == 0
            ? deadlineNanos
            : deadlineNanos == 0
                ? seen.deadlineNanos()
                : deadlineNanos
                    + Math.min(1, seen.came() / 50) * (seen.deadlineNanos() - deadlineNanos);
    if (deadline == 0) {
      return this;
    }
    return new Overload(
        curve.with(seen, unit, serviceNanos),
        deadline,
        shareNext(seen, serviceNanos),
        turnNanos,
        up);
  }

  private double shareNext(Stretch seen, double serviceNanos) {
    double weight = 1 - StrictMath.exp(-seen.nanos() / (RECENT_NANOS + 2 * serviceNanos));
    double now = seen.came() > 0 ? Math.min(1, seen.shed() / seen.came()) : seen.shed() > 0 ? 1 : 0;
    return shedShare + weight * (now - shedShare);
  }

  /** Whether enough is known to say which size gets most done in time. */
  boolean known() {
    return deadlineNanos > 0 && curve.samples() >= SAMPLES_LEAST;
  }

  /** Whether so many tasks were shed lately that more comes than can be done. */
  boolean sheds() {
    return known() && shedShare > SHARE;
  }

  /** The size that gets most done in time, as far as is known; at least 1. */
  double best() {
    double sure = best(curve.fit());
    boolean hopes =
        !curve.hoped().equals(curve.fit()) && curve.hoped().nanos(curve.largest()) < QUICK * deadlineNanos;
    return hopes ? Math.max(sure, best(curve.hoped())) : sure;
  }

  private double best(CurveFit fit) {
    double largest = Math.max(1, curve.largest());
    double slower = fit.nanos(largest) / fit.flat();
    double farther = fit.nanos(largest) > QUICK * deadlineNanos ? 1 : slower < AT_REST ? FARTHER : slower < SLOWER ? FARTHER_SLOWER : 1;
    double most = largest * farther;
    double best = 1;
    double bestValue = 0;
    for (double size = 1; size <= most; size = Math.max(size + 1, size * 1.04)) {
      double value = value(size, fit.nanos(size));
      if (value > 1.003 * bestValue) {
        bestValue = value;
        best = size;
      }
    }
    return best;
  }

  private double value(double size, double service) {
    double left = Math.max(LEFT_LEAST * deadlineNanos, deadlineNanos - service);
    return size / service * (1 - StrictMath.exp(-left / service));
  }

  /** The next turn, when this one is over. */
  Overload turned(long nowNanos, double serviceNanos) {
    return nowNanos - turnNanos < TURN_TIMES * serviceNanos
        ? this
        : new Overload(curve, deadlineNanos, shedShare, nowNanos, !up);
  }

  /** The size of this turn, of at most twice as many as are there. */
  int size(double best, int asked) {
    double turn =
        up ? Math.max(Math.ceil(best + 0.5), best * SWING) : best < 6 ? best : Math.min(Math.floor(best - 0.5), best / SWING);
    return (int) Math.max(1, Math.min(2.0 * asked, Math.round(turn)));
  }

  Reason why(Stretch seen, double best) {
    return Reason.in(
        Regime.OVERLOADED,
        "no size helps: %{arrivals}.1f tasks/s come, %{shed}.1f are shed; %{best}.0f workers get most"
            + " done within %{deadline}.3f s",
        1e9 * seen.came() / seen.nanos(),
        1e9 * seen.shed() / seen.nanos(),
        best,
        deadlineNanos / 1e9);
  }
}
