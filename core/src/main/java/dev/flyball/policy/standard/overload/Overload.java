package dev.flyball.policy.standard.overload;

import dev.flyball.policy.Reason;
import dev.flyball.policy.Regime;
import dev.flyball.policy.standard.window.Stretch;
import dev.flyball.policy.standard.window.WorkUnit;

/**
 * The size at which most is done in time, for tasks that have deadlines.
 *
 * <p>More workers get more done up to a point, and make each task take longer beyond another. With
 * a deadline both count. {@link TimelySize} finds the best size by the {@link ServiceCurve}. While
 * a share of {@value #SHARE} of the tasks or more is shed, that is the size. No size helps against
 * more work than can be done; the rule for who gets in decides what is done. Otherwise it is a
 * bound: a pool grows beyond it only to do less in time, and while nothing has been read of the
 * curve, a pool whose tasks have deadlines does not grow beyond its first size.
 *
 * <p>While tasks are shed, the size is in turns a little below that one and {@value #SWING} times
 * as many, each for {@value #TURN_TIMES} service times. So the curve has readings of one time that
 * are not of one size, and does not mistake a world that changes for its own doing.
 *
 * @param curve service times by concurrency
 * @param deadlineNanos how long tasks may take, averaged over some tens; 0 while none has a
 *     deadline
 * @param deadlineAtNanos when a task with one came last
 * @param shedShare the share of tasks that are shed, averaged over about a second
 * @param arrivals tasks that come, per nanosecond, averaged likewise
 * @param turnNanos when the present turn began
 * @param up whether it is the turn of the larger size
 * @param most the size that gets most done in time if ever more comes, as far as is known, at least
 *     1
 * @param best the size at which most is done in time of what comes
 * @param rate the highest rate that was seen
 * @param back whether the size of that rate is in force again, until something is read
 */
public record Overload(
    ServiceCurve curve,
    double deadlineNanos,
    long deadlineAtNanos,
    double shedShare,
    double arrivals,
    long turnNanos,
    boolean up,
    double most,
    double best,
    BestRate rate,
    boolean back) {

  public static final Overload NONE =
      new Overload(ServiceCurve.NONE, 0, 0, 0, 0, 0, false, 1, 1, BestRate.NONE, false);

  private static final double SWING = 1.12;
  private static final double BELOW = 0.97;
  private static final double TURN_TIMES = 2;
  private static final double SHARE = 0.05;
  private static final double SHARE_NANOS = 1e9;
  private static final double SAMPLES_LEAST = 8;
  private static final double FORGOTTEN_NANOS = 10e9;
  private static final double DEADLINES = 50;
  private static final double NEXT_SIZE = 1.04;
  private static final double SPARE = 2;

  public Overload with(Stretch seen, WorkUnit unit, double serviceNanos) {
    double deadline = deadlineNext(seen);
    long since = seen.deadlineNanos() > 0 ? seen.endNanos() : deadlineAtNanos;
    if (deadline == 0 || seen.endNanos() - since > FORGOTTEN_NANOS) {
      return NONE;
    }
    ServiceCurve now = curve.with(seen, unit, serviceNanos, sheds());
    double weight = 1 - StrictMath.exp(-seen.nanos() / (SHARE_NANOS + 2 * serviceNanos));
    double share = seen.shed() == 0 ? 0 : Math.min(1, seen.shed() / Math.max(1, seen.came()));
    double came = seen.came() / seen.nanos();
    double comes = arrivals == 0 ? came : arrivals + weight * (came - arrivals);
    boolean read = !now.last().equals(curve.last());
    double foremost = read ? TimelySize.ofMost(now, deadline) : most;
    return new Overload(
        now,
        deadline,
        since,
        shedShare + weight * (share - shedShare),
        comes,
        turnNanos,
        up,
        foremost,
        read ? TimelySize.of(now, deadline, comes, foremost) : best,
        read ? rate.with(now.last(), sheds()) : rate,
        !read && (back || rate.isFarBetter(now.gathered())));
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
  public boolean sheds() {
    return known() && shedShare > SHARE;
  }

  /** The same in its next turn, when this one is over. */
  public Overload turned(long nowNanos, double serviceNanos) {
    return nowNanos - turnNanos < TURN_TIMES * serviceNanos
        ? this
        : new Overload(
            curve,
            deadlineNanos,
            deadlineAtNanos,
            shedShare,
            arrivals,
            nowNanos,
            !up,
            most,
            best,
            rate,
            back);
  }

  /** The size of this turn, of at most twice as many as are there. */
  public int size(int asked) {
    if (back) {
      return (int) Math.max(1, Math.round(rate.workers()));
    }
    double low = BELOW * best;
    double turn = up ? Math.max(low + 1, SWING * low) : low;
    return (int) Math.max(1, Math.min(2.0 * asked, Math.round(turn)));
  }

  /**
   * So many workers, but no fewer than what comes needs by the curve, and no growth beyond the size
   * that gets most done in time.
   *
   * @param first the first size of the pool, in workers
   * @param arrivals mean tasks that come, per nanosecond
   */
  public int bounded(int workers, int asked, int first, double arrivals) {
    if (deadlineNanos == 0) {
      return workers;
    }
    if (!known()) {
      return Math.min(workers, (int) Math.max(asked, Math.max(first, curve.largest())));
    }
    int bound = Math.max(asked, (int) Math.ceil(most));
    return Math.min(Math.max(workers, (int) Math.ceil(needed(arrivals))), bound);
  }

  /** The smallest size that bears what comes, with some to spare; the most where none does. */
  private double needed(double arrivals) {
    for (double size = 1; size < most; size = Math.max(size + 1, size * NEXT_SIZE)) {
      double busy = arrivals * curve.fit().nanos(size);
      if (size >= busy + SPARE * StrictMath.sqrt(busy)) {
        return size;
      }
    }
    return most;
  }

  /** Where limits hold the pool below the best size, they say so themselves. */
  public Reason why(Stretch seen) {
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
  public Reason whyBounded(int timely, int decided) {
    return timely < decided
        ? Reason.in(
            Regime.BEHIND,
            "more than %{most}.0f workers get less done within %{deadline}.3f s",
            most,
            deadlineNanos / 1e9)
        : Reason.in(
            Regime.DEMAND,
            "%{needed}d workers bear what comes, as long as tasks take beside so many",
            timely);
  }
}
