package dev.flyball.policy.standard;

import dev.flyball.base.Workers;
import dev.flyball.policy.Reason;
import dev.flyball.policy.Regime;
import dev.flyball.policy.standard.window.Stretch;

/**
 * What to do when tasks with deadlines suddenly take much longer, and not because of this pool.
 *
 * <p><b>How is it seen?</b> Busy workers get tasks done at the rate busy / service time (Little);
 * of the busy ones those count that were so before it too. A <i>drought</i> is a stretch in which
 * less than {@value #DROUGHT} of that ends. It is acted on when
 *
 * <ul>
 *   <li>it has begun while the pool was <i>calm</i>: tasks as fast as at rest, none waited, none
 *       was turned away;
 *   <li>not many more workers were busy in it than at rest, {@value #SAME_BUSY} times as many and
 *       one, so this pool has not crowded what stands behind it;
 *   <li>it lasts longer than {@value #LONGER} usual service times, and tasks wait;
 *   <li>chance does not do that: the logarithm of how much likelier the number of tasks that ended
 *       is at {@value #SLOWER} of the usual rate, expected * (1 - {@value #SLOWER}) + ended *
 *       ln({@value #SLOWER}), is {@value #EVIDENCE} times what one sample is worth (Wald 1945).
 * </ul>
 *
 * <p>No task needs to have ended for that. When the first does, the time of those that wait is
 * nearly over.
 *
 * <p><b>What is done?</b> What stands behind may take longer for each task, or serve fewer at once;
 * until the first tasks have ended both look alike. In the first case more workers bear what comes,
 * in the second they only make all of it late. So the size becomes what the load needs as if it
 * were the first case, at most {@value #STEP} times as many:
 *
 * <pre>{@code
 * rate * (time of the drought + usual service time), staffed
 * }</pre>
 *
 * with the rate that came, or that could be done if that is less. Once tasks that were begun since
 * have had the time to end, a sequential test tells which case it was: with r times the workers,
 * r^{@value #GAIN} times the rate of the drought, or the same. If it has paid, the service time of
 * now is that at rest from now on, and {@link PaidGrowth} goes on; else the size is what it was.
 *
 * <p>Worked: 100 tasks/s of 0.2 s, 32 workers; all becomes 5 times slower. After 0.4 s 9 tasks of
 * 55 have ended: 55 * 0.65 - 9 * 1.05 = 26, so 64 workers. After a second 64 end per second in the
 * place of 32, and 100 are needed.
 *
 * <p>If not even as many as were busy have ended after a whole deadline, it hangs: what is begun
 * then is late anyway, and the size is what it was.
 *
 * <p>Without deadlines there is nothing of this: then a task is not lost that ends late, and {@link
 * PaidGrowth} has the time. Fails where what stands behind serves fewer at once: then tasks are
 * lost for as long as the {@value #STEP} times as many take to leave.
 *
 * @param phase what is going on
 * @param drought what was seen since tasks ended as fast as they should
 * @param usual how it was before that
 * @param held the size when the drought was believed, in workers
 * @param rate tasks per nanosecond that came then, or could be done
 * @param grownNanos how long ago the size was raised first
 * @param told what was seen while the first {@value #FIRST} ended that were begun in it
 * @param tried what was seen since tasks have had the time to end that were begun after that
 */
record Slowdown(
    Phase phase,
    Seen drought,
    Usual usual,
    int held,
    double rate,
    long grownNanos,
    Seen told,
    Seen tried) {

  static final Slowdown NONE = watched(Seen.NOTHING, Usual.UNKNOWN);

  private static final double DROUGHT = 0.5;
  private static final double LONGER = 1.5;
  private static final double SLOWER = 0.35;
  private static final double EVIDENCE = 10;
  private static final double STALE_TIMES = 5;
  private static final double STALE_NANOS = 2e8;
  private static final double CALM_TIMES = 1;
  private static final double CALM_NANOS = 1e8;
  private static final double SAME_BUSY = 1.2;
  private static final double HEADROOM = 2.75;
  private static final double GAIN = 0.75;
  private static final double SURE = 2;
  private static final double FIRST = 10;
  private static final double SETTLED = 1.05;
  private static final double STEP = 2;
  private static final double HELD = 0.7;
  private static final double NEARLY = 0.9;
  private static final double WORTH = 1.15;

  /** What is going on. */
  enum Phase {
    /** Tasks end as fast as they should, or it is not known why they do not. */
    NONE,
    /** Tasks are late, and the size grows as if each of them took longer. */
    GROWS,
    /** That has paid: as many end as came. */
    PAID,
    /** It has not. */
    REFUSED,
    /** Not even those that were busy have ended in as long as a task may take. */
    HANGS
  }

  /**
   * What was seen in some time.
   *
   * @param nanos the time
   * @param busyNanos time that workers were busy in it
   * @param ended tasks that ended
   * @param serviceNanos how long these took, summed
   */
  record Seen(double nanos, double busyNanos, double ended, double serviceNanos) {
    private static final Seen NOTHING = new Seen(0, 0, 0, 0);

    private Seen and(Stretch seen) {
      return new Seen(
          nanos + seen.nanos(),
          busyNanos + seen.busy() * seen.nanos(),
          ended + seen.ended(),
          serviceNanos + seen.serviceNanos());
    }

    private double busy() {
      return busyNanos / nanos;
    }
  }

  /**
   * How it was before a drought.
   *
   * @param nanos the service time of a mean task
   * @param busy workers that were busy just before
   * @param calmNanos when last no task waited and none was turned away, and tasks were at rest
   */
  record Usual(double nanos, double busy, long calmNanos) {
    private static final Usual UNKNOWN = new Usual(0, 0, Long.MIN_VALUE / 2);

    private Usual at(Known known) {
      return new Usual(Math.max(known.restNanos(), known.serviceNanos()), busy, calmNanos);
    }

    private Usual calm(Stretch seen, Known known) {
      boolean isCalm = known.atRest() && !seen.pressed() && seen.shed() == 0;
      return new Usual(nanos, seen.busy(), isCalm ? seen.endNanos() : calmNanos);
    }

    private boolean isRest(Seen since, Stretch seen, Known known) {
      double began = seen.endNanos() - since.nanos();
      return since.busy() <= SAME_BUSY * known.restBusy() + 1
          && began - calmNanos <= CALM_TIMES * nanos + CALM_NANOS;
    }
  }

  /**
   * What is known of the tasks.
   *
   * @param restNanos the service time of a mean task at rest; 0 while not known
   * @param serviceNanos the same at present
   * @param atRest whether tasks were as fast as at rest
   * @param restBusy the most workers that were busy at rest
   * @param scatter how many tasks make one independent sample
   * @param arrivals mean tasks that come per nanosecond
   * @param deadlineNanos how long a task may take from its arrival; 0 where none has a deadline
   */
  record Known(
      double restNanos,
      double serviceNanos,
      boolean atRest,
      double restBusy,
      double scatter,
      double arrivals,
      double deadlineNanos) {}

  /** What is known after another window. */
  Slowdown with(Stretch seen, Known known) {
    if (known.deadlineNanos() == 0 || known.restNanos() == 0 || seen.cpuShort()) {
      return NONE;
    }
    return switch (phase) {
      case NONE -> calmWith(seen, known);
      case PAID, REFUSED, HANGS -> watched(Seen.NOTHING, usual).calmWith(seen, known);
      case GROWS -> grownWith(seen, known);
    };
  }

  private Slowdown calmWith(Stretch seen, Known known) {
    Usual now = drought.nanos() == 0 ? usual.at(known) : usual;
    Seen since = drought.and(seen);
    double expected = Math.min(now.busy() * since.nanos(), since.busyNanos()) / now.nanos();
    boolean stale = since.nanos() > STALE_TIMES * now.nanos() + STALE_NANOS;
    if (seen.busy() == 0 || since.ended() >= DROUGHT * expected || stale) {
      return watched(Seen.NOTHING, usual.calm(seen, known));
    }
    double evidence = expected * (1 - SLOWER) + since.ended() * StrictMath.log(SLOWER);
    boolean sure =
        evidence >= EVIDENCE * known.scatter()
            && since.nanos() >= LONGER * now.nanos()
            && seen.saturated();
    if (!sure || !now.isRest(since, seen, known)) {
      return watched(since, now);
    }
    double rateNow = Math.min(known.arrivals(), seen.asked() / now.nanos());
    return new Slowdown(
        Phase.GROWS, since, now, seen.asked(), rateNow, 0, Seen.NOTHING, Seen.NOTHING);
  }

  private Slowdown grownWith(Stretch seen, Known known) {
    if (seen.busy() < HELD * held && !seen.pressed()) {
      return NONE;
    }
    long since = grownNanos + seen.nanos();
    if (told.nanos() == 0) {
      Seen now = drought.and(seen);
      double waited = now.ended() < held ? now.nanos() : since;
      boolean tells = now.ended() >= held && seen.ended() > 0;
      boolean hangs = !tells && waited > known.deadlineNanos();
      Seen first = tells ? Seen.NOTHING.and(seen) : Seen.NOTHING;
      return at(hangs ? Phase.HANGS : Phase.GROWS, now, since, first, Seen.NOTHING);
    }
    Seen more = told.ended() < FIRST ? told.and(seen) : told;
    if (since < SETTLED * slowNanos()) {
      return at(Phase.GROWS, drought, since, more, Seen.NOTHING);
    }
    Seen then = tried.and(seen);
    return at(verdict(then, seen.asked()), drought, since, more, then);
  }

  /** Whether so many workers get more done than the fewer did, or the same. */
  private Phase verdict(Seen then, int asked) {
    double few = drought.ended() / drought.nanos();
    double many = Math.min(NEARLY * rate, few * StrictMath.pow((double) asked / held, GAIN));
    if (many < WORTH * few) {
      return Phase.REFUSED;
    }
    double paid = then.ended() * StrictMath.log(many / few) - (many - few) * then.nanos();
    return Math.abs(paid) < SURE ? Phase.GROWS : paid > 0 ? Phase.PAID : Phase.REFUSED;
  }

  private Slowdown at(Phase next, Seen now, long since, Seen more, Seen then) {
    return new Slowdown(next, now, usual, held, rate, since, more, then);
  }

  private static Slowdown watched(Seen drought, Usual before) {
    return new Slowdown(Phase.NONE, drought, before, 0, 0, 0, Seen.NOTHING, Seen.NOTHING);
  }

  /** How long a task takes now: by the first that have ended, or as long as none has. */
  double slowNanos() {
    return told.ended() > 0
        ? Math.max(told.serviceNanos() / told.ended(), LONGER * usual.nanos())
        : drought.nanos() + usual.nanos();
  }

  /** Whether this decides the size now. */
  boolean decides() {
    return phase != Phase.NONE;
  }

  /** Whether it has just become known that each task is slower. */
  boolean hasPaid() {
    return phase == Phase.PAID;
  }

  /**
   * The size, in workers.
   *
   * @param asked the size in force, in workers
   * @param deadlineNanos how long a task may take from its arrival
   */
  int size(int asked, double deadlineNanos) {
    double load = rate * Math.min(slowNanos(), deadlineNanos);
    int needed = Workers.roundedUp(load + HEADROOM * StrictMath.sqrt(load));
    return switch (phase) {
      case GROWS ->
          Math.max(Math.max(asked, held), Math.min(Workers.roundedUp(STEP * held), needed));
      case PAID -> Math.max(held, Math.min(Workers.roundedUp(STEP * asked), needed));
      case NONE, REFUSED, HANGS -> Math.max(1, held);
    };
  }

  Reason why(int workers) {
    return switch (phase) {
      case GROWS ->
          Reason.in(
              Regime.BEHIND,
              "tasks are late, and not for want of room: %{needed}d workers for as many as came",
              workers);
      case REFUSED ->
          Reason.in(
              Regime.BEHIND,
              "all is slower, and more workers get no more done: back to %{held}d",
              workers);
      case PAID ->
          Reason.in(
              Regime.BEHIND,
              "each task is slower, and %{needed}d workers bear what comes",
              workers);
      case NONE, HANGS ->
          Reason.in(
              Regime.HUNG,
              "hardly anything has ended for a deadline: back to %{held}d workers",
              workers);
    };
  }
}
