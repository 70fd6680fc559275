package dev.flyball.policy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * How far concurrency may grow while tasks wait: a step up must pay, a step down must not cost.
 *
 * <p>While no task waits, throughput equals what comes, whatever the size, and nothing is tried.
 * While tasks wait it is what so many workers get done. A backlog, long tasks, or all workers being
 * busy are no reason to believe that more would get more done: that is tried, in bounded steps,
 * each after the one before has brought more work that ended well ({@link Trial}).
 *
 * <ul>
 *   <li><b>Level</b>: the size up to which growth has paid. Up to it a queue is answered at once.
 *   <li><b>Base</b>: what the held size gets done, measured when it is in force, which takes as
 *       long as the tasks that were begun before.
 *   <li><b>Up</b>: twice as many ({@value #FEW_STEP} times up to {@value #FEW} workers), or what
 *       the load needs where service times are as at rest. What ends as fast as at rest has paid;
 *       else the rate of work decides. What was refused is tried again after half a second, one,
 *       two, up to six, and no farther than 1.3 times.
 *   <li><b>Down first</b>, where tasks take more than {@value #CROWDED} times as long as at rest:
 *       by a third, or as far as the scalability law would have the peak, n / sqrt(inflation - 1).
 *       If it costs nothing that is the new level, and below a refused size the same is tried.
 *   <li><b>The world has changed</b> when the held size gets another 1.4 times done than before:
 *       what was refused is open again.
 * </ul>
 *
 * <p>Readings at different sizes and times prove nothing about sizes; a trial compares with what
 * was measured right before it. Fails where what stands behind changes within a trial: it is
 * refused wrongly, or paid wrongly, and tried again.
 *
 * @param step how many times as many workers are tried
 * @param gain the elasticity of work from which on workers matter
 * @param down whether smaller sizes are tried
 * @param level the size that has paid, in workers
 * @param refused the smallest size that did not pay; 0 for none
 * @param needed the largest size that is known to be too small
 * @param neededNanos when that was found; it is believed for half a minute
 * @param base what gets done at the held size
 * @param trial the size that is tried
 * @param upTimer when a larger size may be tried
 * @param downTimer when a smaller one may be
 * @param heldWorkers the size whose rate is remembered; 0 for none
 * @param heldRate the work per nanosecond at that size
 * @param learned what was measured, ascending in size
 */
record PaidGrowth(
    double step,
    double gain,
    boolean down,
    double level,
    int refused,
    double needed,
    long neededNanos,
    Base base,
    Trial trial,
    RetryTimer upTimer,
    RetryTimer downTimer,
    int heldWorkers,
    double heldRate,
    List<LearnedSize> learned) {

  /** Up to so many workers a size may grow where its tasks are too slow to prove anything. */
  static final int FREE = 16;

  private static final int FEW = 4;
  private static final double FEW_STEP = 4;
  private static final double AGAIN = 1.3;
  private static final double SMALLER = 0.65;
  private static final double SMALLEST = 0.4;
  private static final double CROWDED = 1.5;
  private static final double VERY_CROWDED = 8;
  private static final double AT_REST = 1.3;
  private static final double STILL_TRYING = 0.8;
  private static final double CHANGED = 1.4;
  private static final double AFTER_PAID_SECONDS = 3;
  private static final double AFTER_WEAK_SECONDS = 4;
  private static final double SLOW_NANOS = 1e9;
  private static final long NEEDED_NANOS = 30_000_000_000L;
  private static final int LEARNED_MAX = 16;

  PaidGrowth {
    learned = List.copyOf(learned);
  }

  static PaidGrowth of(double step, double gain, boolean down) {
    return new PaidGrowth(
        step,
        gain,
        down,
        0,
        0,
        0,
        0,
        Base.NONE,
        Trial.NONE,
        RetryTimer.NOW,
        RetryTimer.NOW,
        0,
        0,
        List.of());
  }

  /**
   * What a decision rests on.
   *
   * @param seen the window
   * @param unitNanos the work of one sample
   * @param rest service times at rest, and at present
   * @param serviceNanos the mean service time
   * @param restNanos what a task takes at rest
   * @param steady the workers that the load needs
   * @param wanted the same, and those for the backlog
   */
  record Given(
      Stretch seen,
      double unitNanos,
      RestSlowness rest,
      double serviceNanos,
      double restNanos,
      int steady,
      int wanted) {

    int asked() {
      return seen.asked();
    }

    long now() {
      return seen.endNanos();
    }

    boolean rested() {
      return rest.below(AT_REST);
    }
  }

  /**
   * What to do, why, and how to go on.
   *
   * @param workers the size
   * @param why the reason
   * @param next the growth to go on with
   */
  record Move(int workers, Reason why, PaidGrowth next) {}

  /** Whether sizes say something about throughput in this window. */
  boolean decides(Stretch seen) {
    boolean trying =
        !trial.none() && !seen.cpuShort() && seen.busy() >= STILL_TRYING * seen.asked();
    return seen.saturated() || trying;
  }

  /** Nothing was tried in this window: no task waited. */
  PaidGrowth calm(RestSlowness rest, double busy) {
    boolean filled = !trial.none() && trial.up() && rest.below(AT_REST);
    double reached = filled ? Math.max(level, Math.min(trial.to(), busy)) : level;
    return with(reached, Base.NONE, Trial.NONE);
  }

  /** The trial is given up: the size that was asked for is not in force. */
  PaidGrowth ignored(long nowNanos) {
    return trial.none()
        ? this
        : with(level, base, Trial.NONE)
            .timers(upTimer.refused(nowNanos), downTimer.refused(nowNanos));
  }

  /** A trial of a size that the CPU does not carry is one of the size that it does. */
  PaidGrowth atMost(int workers) {
    return trial.to() <= workers ? this : with(level, base, trial.clamped(workers));
  }

  /** A level that needs no trial, as what the load needs at rest. */
  PaidGrowth atLeast(double known) {
    return known > level ? with(known, base, trial) : this;
  }

  boolean isRefused(double size) {
    return refused > 0 && size >= refused;
  }

  /** What to do in a window in which tasks wait. */
  Move move(Given given) {
    return trial.none() ? held(given) : tried(given);
  }

  // ---- A size is held

  private Move held(Given given) {
    int asked = given.asked();
    if (asked < level && given.wanted() > asked) {
      int proven = (int) Math.min(Math.ceil(level), given.wanted());
      return new Move(
          proven,
          Reason.of("behind: up to %.0f workers have paid", level),
          with(level, Base.NONE, Trial.NONE));
    }
    if (base.workers() != asked) {
      Base begun = Base.at(asked, given.now(), given.serviceNanos());
      return stay(given, with(level, begun, trial), "measures");
    }
    PaidGrowth more =
        with(level, base.with(given.seen(), given.unitNanos()), trial).compared(given);
    if (given.seen().shrinking()) {
      return stay(given, more, "waits for busy workers to leave");
    }
    return more.base.enough() ? more.next(given) : more.unknown(given);
  }

  /** Few tasks end: up to a size that harms little it grows all the same, twice a second. */
  private Move unknown(Given given) {
    int asked = given.asked();
    boolean slow = given.now() - base.countsNanos() >= SLOW_NANOS - given.serviceNanos();
    boolean free = asked < FREE && given.wanted() > asked && given.rest().inflation() < CROWDED;
    if (!slow || !free) {
      return stay(given, this, "measures");
    }
    int more = Math.min(FREE, 2 * asked);
    return new Move(
        more,
        Reason.of("behind: too few tasks end to tell; up to %d workers are free to try", FREE),
        with(Math.max(level, more), Base.at(more, given.now(), 0), trial));
  }

  private Move next(Given given) {
    int asked = given.asked();
    double inflation = given.rest().inflation();
    boolean mayShrink = down && asked > 1 && downTimer.due(given.now());
    boolean forgotten = given.now() - neededNanos > NEEDED_NANOS;
    boolean notNeeded = forgotten || needed < asked * SMALLER;
    if (mayShrink && inflation > CROWDED && (notNeeded || inflation > VERY_CROWDED)) {
      double peak = 1 / StrictMath.sqrt(inflation - 1);
      int to = smaller(asked, Math.max(SMALLEST, Math.min(SMALLER, peak)));
      return trying(given, to, "tasks take %.1f times as long as at rest", inflation);
    }
    if (given.wanted() > asked && upTimer.due(given.now())) {
      return trying(given, larger(given), "tasks wait, at %.1f times rest", inflation);
    }
    boolean top = refused > 0 && refused <= 1.05 * stepFrom(asked) * asked;
    if (mayShrink && notNeeded && (!given.rested() || top)) {
      return trying(
          given, smaller(asked, SMALLER), "more did not pay, at %.1f times rest", inflation);
    }
    return stay(given, this, "holds");
  }

  private static int smaller(int asked, double share) {
    return Math.max(1, (int) Math.floor(asked * share));
  }

  private int larger(Given given) {
    int asked = given.asked();
    boolean known = given.rested() && refused == 0;
    double to = Math.max(Math.ceil(asked * stepFrom(asked)), known ? given.steady() : 0);
    if (isRefused(to)) {
      to = Math.max(asked + 1.0, Math.min(to, Math.ceil(asked * AGAIN)));
    }
    return (int) Math.min(Integer.MAX_VALUE, to);
  }

  private double stepFrom(int asked) {
    return asked <= FEW ? Math.max(step, FEW_STEP) : step;
  }

  private Move trying(Given given, int to, String why, double figure) {
    Trial begun = Trial.of(given.asked(), to, given.now(), given.serviceNanos());
    return new Move(
        to,
        Reason.of("behind: tries %d workers beside %d; " + why, to, given.asked(), figure),
        with(level, base, begun));
  }

  /** The same size gets clearly more or less done than it did: what was refused is open again. */
  private PaidGrowth compared(Given given) {
    if (base.samples() < 10) {
      return this;
    }
    double rate = base.rate(given.unitNanos());
    if (heldWorkers != base.workers()) {
      return held(base.workers(), rate);
    }
    double off = Math.abs(StrictMath.log(rate / heldRate));
    if (off > StrictMath.log(CHANGED) + 1.5 / StrictMath.sqrt(base.samples())) {
      return reopened().held(base.workers(), rate);
    }
    return held(base.workers(), heldRate + 0.05 * (rate - heldRate));
  }

  // ---- A size is tried

  private Move tried(Given given) {
    Trial now = trial.with(given.seen(), given.unitNanos());
    PaidGrowth more = with(level, base, now);
    double evidence = now.evidence(base, gain);
    if (now.up() && now.atRest(given.rest())) {
      return more.paid(given, "as fast as at rest");
    }
    Trial.Answer answer = now.answer(evidence, given.now(), given.restNanos());
    return switch (answer) {
      case OPEN -> more.stay(given, more, "tries");
      case MATTERS -> now.up() ? more.paid(given, "more gets done") : more.costs(given);
      case HARDLY -> now.up() ? more.refused(given) : more.spared(given);
    };
  }

  private Move paid(Given given, String why) {
    PaidGrowth next =
        new PaidGrowth(
            step,
            gain,
            down,
            Math.max(level, trial.to()),
            refused <= 1.05 * trial.to() ? 0 : refused,
            trial.from(),
            given.now(),
            trial.base(),
            Trial.NONE,
            RetryTimer.NOW,
            downTimer.pausing(given.now(), AFTER_PAID_SECONDS),
            heldWorkers,
            heldRate,
            withLearned(trial.base(), given.unitNanos()));
    boolean goesOn =
        given.wanted() > given.asked()
            && next.base.enough()
            && given.rest().inflation() <= CROWDED
            && !next.isRefused(next.larger(given));
    return goesOn
        ? next.trying(
            given,
            next.larger(given),
            "the last step paid, at %.1f times rest",
            given.rest().inflation())
        : next.stay(given, next, why);
  }

  private Move refused(Given given) {
    boolean weak = trial.weak(given.rest());
    RetryTimer up =
        weak ? upTimer.refused(given.now(), AFTER_WEAK_SECONDS) : upTimer.refused(given.now());
    PaidGrowth next =
        new PaidGrowth(
            step,
            gain,
            down,
            trial.from(),
            weak ? 0 : trial.to(),
            needed,
            neededNanos,
            weak ? base : Base.NONE,
            Trial.NONE,
            up,
            downTimer,
            heldWorkers,
            heldRate,
            learned);
    return new Move(
        trial.from(),
        Reason.of("behind: %d workers did not pay, back to %d", trial.to(), trial.from()),
        next);
  }

  private Move costs(Given given) {
    PaidGrowth next =
        new PaidGrowth(
            step,
            gain,
            down,
            level,
            refused,
            trial.to(),
            given.now(),
            Base.NONE,
            Trial.NONE,
            upTimer,
            downTimer.refused(given.now()),
            heldWorkers,
            heldRate,
            withLearned(trial.base(), given.unitNanos()));
    return new Move(
        trial.from(),
        Reason.of("behind: %d workers get less done, back to %d", trial.to(), trial.from()),
        next);
  }

  /**
   * What a trial that has just ended says of rest: with fewer workers less gets done, so with as
   * many as before tasks are at rest; half way there where that is not sure.
   */
  RestSlowness restShown(Given given) {
    Trial now = trial.with(given.seen(), given.unitNanos());
    double evidence = now.evidence(base, gain);
    if (now.none()
        || now.up()
        || now.answer(evidence, given.now(), given.restNanos()) != Trial.Answer.MATTERS) {
      return given.rest();
    }
    return given.rest().anew(now.from(), now.sure(evidence) ? 1 : 0.5);
  }

  private Move spared(Given given) {
    PaidGrowth next =
        new PaidGrowth(
            step,
            gain,
            down,
            trial.to(),
            trial.from(),
            needed,
            neededNanos,
            trial.base(),
            Trial.NONE,
            upTimer.refused(given.now()),
            RetryTimer.NOW,
            heldWorkers,
            heldRate,
            withLearned(trial.base(), given.unitNanos()));
    return next.stay(given, next, "as much gets done as with more");
  }

  private Move stay(Given given, PaidGrowth next, String why) {
    return new Move(
        given.asked(),
        Reason.of(
            "behind: %d workers, " + why + "; tasks take %.1f times as long as at rest",
            given.asked(),
            given.rest().inflation()),
        next);
  }

  // ---- Copies

  private List<LearnedSize> withLearned(Base measured, double unitNanos) {
    if (measured.samples() < 1 || measured.nanos() <= 0) {
      return learned;
    }
    List<LearnedSize> all = new ArrayList<>(learned);
    all.removeIf(size -> size.workers() == measured.workers());
    if (all.size() == LEARNED_MAX) {
      all.remove(0);
    }
    all.add(
        new LearnedSize(
            measured.workers(),
            1e9 * measured.rate(unitNanos),
            1 / StrictMath.sqrt(measured.samples())));
    all.sort(Comparator.comparingDouble(LearnedSize::workers));
    return all;
  }

  private PaidGrowth with(double newLevel, Base newBase, Trial newTrial) {
    return new PaidGrowth(
        step,
        gain,
        down,
        newLevel,
        refused,
        needed,
        neededNanos,
        newBase,
        newTrial,
        upTimer,
        downTimer,
        heldWorkers,
        heldRate,
        learned);
  }

  private PaidGrowth timers(RetryTimer up, RetryTimer lower) {
    return new PaidGrowth(
        step,
        gain,
        down,
        level,
        refused,
        needed,
        neededNanos,
        base,
        trial,
        up,
        lower,
        heldWorkers,
        heldRate,
        learned);
  }

  private PaidGrowth held(int workers, double rate) {
    return new PaidGrowth(
        step,
        gain,
        down,
        level,
        refused,
        needed,
        neededNanos,
        base,
        trial,
        upTimer,
        downTimer,
        workers,
        rate,
        learned);
  }

  /**
   * Nothing is known of the time since, or the clock is another one: what was begun is given up.
   */
  PaidGrowth begunAnew() {
    return reopened().with(level, Base.NONE, Trial.NONE);
  }

  /** What is known of sizes may be wrong now: all may be tried at once. */
  PaidGrowth reopened() {
    return new PaidGrowth(
        step,
        gain,
        down,
        level,
        0,
        0,
        0,
        base,
        trial,
        RetryTimer.NOW,
        RetryTimer.NOW,
        heldWorkers,
        heldRate,
        learned);
  }
}
