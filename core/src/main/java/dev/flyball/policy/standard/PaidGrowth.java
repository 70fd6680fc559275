package dev.flyball.policy.standard;

import dev.flyball.base.Workers;
import dev.flyball.policy.LearnedSize;
import dev.flyball.policy.Reason;
import dev.flyball.policy.Regime;
import dev.flyball.policy.standard.window.Stretch;
import dev.flyball.policy.standard.window.WorkUnit;
import java.util.List;
import java.util.Optional;

/**
 * The limit of concurrency while tasks wait: a step up must pay, a step down must not cost.
 *
 * <p>While no task waits, throughput equals the arrival rate, whatever the size, and nothing is
 * tried. While tasks wait, throughput is what the workers get done. A backlog, long tasks, or the
 * fact that all workers are busy do not prove that more workers would get more done. That is tried,
 * in bounded steps, each only after the previous step has increased the rate of successful work
 * ({@link Trial}).
 *
 * <ul>
 *   <li><b>Level</b>: the size up to which growth has paid. Up to it a queue is answered at once,
 *       by a worker for each task.
 *   <li><b>Base</b>: the throughput of the held size. It is measured once the size is in force,
 *       which takes until all tasks that began before have ended.
 *   <li><b>Up</b>: twice as many ({@value #FEW_STEP} times up to {@value #FEW} workers), or what
 *       the load needs if service times are as at rest. A step after which tasks end as fast as at
 *       rest has paid; otherwise the rate of work decides. A refused step is tried again after half
 *       a second, one, two, up to six, and no farther than 1.3 times.
 *   <li><b>Not up</b> while the held size gets enough more done than arrives to empty the queue
 *       within {@value #SOON} service times: {@code waiting work / (rate - load)}. A larger size
 *       would then save little, and may break much.
 *   <li><b>Down first</b>, if tasks surely take more than {@value #CROWDED} times as long as at
 *       rest: by a third, or to the peak that the scalability law predicts, n / sqrt(inflation -
 *       1). If it costs nothing that is the new level, and below a refused size the same is tried.
 *   <li><b>Remembered</b> ({@link SizeCurve}): a smaller size that surely got more done lately is
 *       tried before anything else, and no step up goes beyond a size that was just seen to bring
 *       hardly more.
 *   <li><b>Left</b>: a size that was left because as much was done without it is restored for some
 *       seconds, if the smaller one turns out to get less done.
 *   <li><b>The world has changed</b> when the throughput of the held size changes by a factor of
 *       1.4: then refused sizes may be tried again.
 * </ul>
 *
 * <p>Readings at different sizes and times prove nothing about sizes; a trial compares with a
 * measurement right before it. Fails where the downstream changes within a trial: the step is
 * refused wrongly, or accepted wrongly, and tried again.
 *
 * @param rules the constant settings
 * @param proven the sizes that have paid, and those that have not
 * @param timers the moments at which another size may be tried
 * @param held the size whose rate is remembered
 * @param base the throughput of the held size
 * @param trial the present trial
 * @param left the larger size that was left because as much was done without it
 * @param curve the throughput of sizes, as far as it was seen
 */
record PaidGrowth(
    Rules rules,
    Proven proven,
    Timers timers,
    Held held,
    Base base,
    Trial trial,
    Left left,
    SizeCurve curve) {

  private static final int FEW = 4;
  private static final double FEW_STEP = 4;
  private static final double AGAIN = 1.3;
  private static final double SMALLER = 0.65;
  private static final double SMALLEST = 0.4;
  private static final double CROWDED = 1.5;
  private static final double VERY_CROWDED = 8;
  private static final double SURELY = 0.5;
  private static final double SOON = 40;
  private static final double STILL_TRYING = 0.8;
  private static final double CHANGED = 1.4;
  private static final double AFTER_PAID_SECONDS = 3;
  private static final double AFTER_WEAK_SECONDS = 4;
  private static final long NEEDED_NANOS = 10_000_000_000L;
  private static final long LEFT_NANOS = 8_000_000_000L;
  private static final double MISSED = 1;
  private static final double MEASURED = 3;

  /**
   * The constant settings.
   *
   * @param step how many times as many workers are tried
   * @param gain the elasticity of work from which on workers matter
   * @param down whether smaller sizes are tried
   * @param first the first size of a pool, in workers; what is beyond it must pay
   */
  record Rules(double step, double gain, boolean down, int first) {}

  /**
   * The sizes that have paid, and those that have not.
   *
   * @param level the size that has paid, in workers
   * @param refused the smallest size that did not pay; 0 for none
   * @param needed the largest size that is known to be too small
   * @param neededNanos when that was found; it is believed for ten seconds
   */
  record Proven(double level, int refused, double needed, long neededNanos) {

    private Proven level(double other) {
      return new Proven(other, refused, needed, neededNanos);
    }

    private Proven with(double size, int other) {
      return new Proven(size, other, needed, neededNanos);
    }

    private Proven needed(double size, long nowNanos) {
      return new Proven(level, refused, size, nowNanos);
    }

    private boolean isNeeded(int smaller, long nowNanos) {
      return needed >= smaller && nowNanos - neededNanos <= NEEDED_NANOS;
    }
  }

  /**
   * The moments at which another size may be tried.
   *
   * @param up a larger one
   * @param down a smaller one
   */
  record Timers(RetryTimer up, RetryTimer down) {
    private static final Timers NOW = new Timers(RetryTimer.NOW, RetryTimer.NOW);

    private Timers up(RetryTimer other) {
      return new Timers(other, down);
    }

    private Timers down(RetryTimer other) {
      return new Timers(up, other);
    }
  }

  /**
   * The rate of a size that is held, to notice when the world changes.
   *
   * @param workers the size; 0 for none
   * @param rate its work per nanosecond
   */
  record Held(int workers, double rate) {
    private static final Held NONE = new Held(0, 0);
  }

  /**
   * The larger size that was left because as much was done without it: it may turn out otherwise.
   *
   * @param base what was done there
   * @param atNanos when it was left
   */
  record Left(Base base, long atNanos) {
    private static final Left NONE = new Left(Base.NONE, 0);
  }

  static PaidGrowth of(Rules rules) {
    return new PaidGrowth(
        rules,
        new Proven(0, 0, 0, 0),
        Timers.NOW,
        Held.NONE,
        Base.NONE,
        Trial.NONE,
        Left.NONE,
        SizeCurve.NONE);
  }

  /**
   * The input of a decision.
   *
   * @param seen the window
   * @param unit the amount of work in one sample
   * @param rest service times at rest, and at present
   * @param serviceNanos the mean service time
   * @param restNanos the time of a task at rest
   * @param steady the workers that the load needs
   * @param wanted the same, and those for the backlog
   * @param load the arriving work, in nanoseconds per nanosecond
   */
  record Given(
      Stretch seen,
      WorkUnit unit,
      RestSlowness rest,
      double serviceNanos,
      double restNanos,
      int steady,
      int wanted,
      double load) {

    int asked() {
      return seen.asked();
    }

    long now() {
      return seen.endNanos();
    }

    boolean rested() {
      return rest.shown();
    }

    /**
     * The time that a task keeps its worker: the service time of completed tasks, or by Little's
     * law, busy workers / throughput, if that is longer because slow tasks have not ended yet.
     */
    double stayNanos() {
      double perTask = seen.busy() * seen.nanos() / Math.max(1, seen.ended());
      return Math.max(serviceNanos, perTask);
    }

    /** A worker for each task that is at work or waits. */
    int forAll() {
      return Workers.roundedUp(seen.busyNow() + seen.queued());
    }

    /** Whether the measured size will soon empty the queue. */
    boolean drains(Base measured) {
      double spare = measured.rate() - load;
      double waiting = seen.queued() * unit.perTask();
      return !seen.rejecting()
          && measured.samples() >= MEASURED
          && spare > 0
          && waiting < SOON * restNanos * spare;
    }
  }

  /**
   * The decision, its reason, and the state to go on with.
   *
   * @param workers the size
   * @param why the reason
   * @param next the growth to go on with
   * @param rest what is known of rest after it
   */
  record Move(int workers, Reason why, PaidGrowth next, RestSlowness rest) {}

  /** Whether the throughput of this window depends on the size. */
  boolean decides(Stretch seen) {
    boolean trying =
        !trial.none() && !seen.cpuShort() && seen.busy() >= STILL_TRYING * seen.asked();
    return seen.saturated() || trying;
  }

  // ---- What is noticed

  /** What this window says of the workers that were busy in it, whether or not tasks wait. */
  PaidGrowth noticed(Stretch seen) {
    return with(says(seen) ? curve.with(seen) : curve.passing(seen));
  }

  private boolean says(Stretch seen) {
    if (seen.cpuShort() || seen.shrinking()) {
      return false;
    }
    if (!trial.none()) {
      return seen.endNanos() >= trial.countsNanos();
    }
    boolean held = base.workers() == seen.asked() && base.counts(seen);
    return held || (!seen.saturated() && curve.steady(seen));
  }

  /** Records a window in which nothing was tried, since no task waited. */
  PaidGrowth calm(RestSlowness rest, double busy) {
    boolean filled = !trial.none() && trial.up() && rest.shown();
    PaidGrowth reached = filled ? atLeast(Math.min(trial.to(), busy)) : this;
    return reached.with(Base.NONE, Trial.NONE);
  }

  /** Gives up the trial, since the requested size is not in force. */
  PaidGrowth ignored(long nowNanos) {
    return trial.none()
        ? this
        : with(base, Trial.NONE)
            .with(new Timers(timers.up().refused(nowNanos), timers.down().refused(nowNanos)));
  }

  /** Limits a trial to the size that the CPU carries. */
  PaidGrowth atMost(int workers) {
    return trial.to() <= workers ? this : with(base, trial.clamped(workers));
  }

  /** Raises the level to a size that needs no trial, such as the load's need at rest. */
  PaidGrowth atLeast(double known) {
    return known > level() ? with(proven.level(known)) : this;
  }

  /** The size that has paid, in workers. */
  double level() {
    return proven.level();
  }

  /** The smallest size that did not pay; 0 for none. */
  int refused() {
    return proven.refused();
  }

  boolean isRefused(double size) {
    return refused() > 0 && size >= refused();
  }

  /** Gives up everything in progress, after a gap in the windows or a restart of the clock. */
  PaidGrowth begunAnew() {
    return reopened().with(Held.NONE).with(Base.NONE, Trial.NONE);
  }

  /** Allows all sizes to be tried at once, since the knowledge of sizes may be wrong now. */
  private PaidGrowth reopened() {
    return with(new Proven(level(), 0, 0, 0)).with(Timers.NOW).with(Left.NONE).with(SizeCurve.NONE);
  }

  /** The recent throughput of sizes, ascending in size. */
  List<LearnedSize> learned(WorkUnit unit, long nowNanos) {
    return curve.learned(unit, nowNanos);
  }

  /**
   * All measurements of sizes, now and before.
   *
   * @param endNanos the end of the last window that this growth has seen
   * @param nowNanos the present
   */
  ThroughputCurve throughput(WorkUnit unit, long endNanos, long nowNanos) {
    ThroughputCurve past = ThroughputCurve.of(learned(unit, nowNanos), nowNanos);
    Base tried = trial.base();
    ThroughputCurve held =
        isMeasured(base) ? past.anchored(learnedSize(base, endNanos), nowNanos) : past;
    return isMeasured(tried) ? held.with(learnedSize(tried, endNanos), nowNanos) : held;
  }

  private static boolean isMeasured(Base measured) {
    return measured.samples() >= MEASURED && measured.nanos() > 0;
  }

  private static LearnedSize learnedSize(Base measured, long atNanos) {
    return new LearnedSize(
        measured.workers(),
        1e9 * measured.rate(),
        1 / StrictMath.sqrt(measured.samples()),
        atNanos / 1e9);
  }

  /** The decision for a window in which tasks wait. */
  Move move(Given given) {
    return trial.none() ? holding(given) : tried(given);
  }

  // ---- A size is held

  private Move holding(Given given) {
    int asked = given.asked();
    if (asked < level() && given.wanted() > asked) {
      return new Move(
          Math.min((int) Math.ceil(level()), Math.max(given.wanted(), given.forAll())),
          Reason.in(Regime.BEHIND, "up to %{level}.0f workers have paid", level()),
          with(Base.NONE, Trial.NONE),
          given.rest());
    }
    if (base.workers() != asked) {
      Base begun = Base.at(asked, given.now(), given.stayNanos());
      return stay(given, with(begun, trial), "measures");
    }
    PaidGrowth more = with(base.with(given.seen(), given.unit().nanos()), trial).compared();
    if (given.seen().shrinking() && !base.counts(given.seen())) {
      return stay(given, more, "waits for busy workers to leave");
    }
    if (more.isMissed(given)) {
      return more.missed(given);
    }
    return more.base.enough() ? more.next(given) : more.stay(given, more, "measures");
  }

  private Move next(Given given) {
    int asked = given.asked();
    double inflation = crowding(given);
    boolean mayShrink = rules.down() && asked > 1 && timers.down().due(given.now());
    if (mayShrink && base.timed()) {
      Optional<SizeCurve.Point> better = curve.better(base, given.unit(), given.now());
      if (better.isPresent()) {
        int to = Math.max(1, Math.min(asked - 1, (int) Math.round(better.get().workers())));
        return trying(given, to, "they got more done, at %{inflation}.1f times rest", inflation);
      }
    }
    boolean notNeeded = !proven.isNeeded(smaller(asked, SMALLER), given.now());
    if (mayShrink && inflation > CROWDED && (notNeeded || inflation > VERY_CROWDED)) {
      double peak = 1 / StrictMath.sqrt(inflation - 1);
      int to = smaller(asked, Math.max(SMALLEST, Math.min(SMALLER, peak)));
      return trying(given, to, "tasks take %{inflation}.1f times as long as at rest", inflation);
    }
    if (given.wanted() > asked && timers.up().due(given.now())) {
      if (given.drains(base)) {
        return stay(given, this, "what waits is soon done");
      }
      int more = larger(given);
      if (more > asked) {
        return trying(given, more, "tasks wait, at %{inflation}.1f times rest", inflation);
      }
    }
    boolean top = refused() > 0 && refused() <= 1.05 * stepFrom(asked) * asked;
    if (mayShrink && notNeeded && (!given.rested() || top)) {
      return trying(
          given,
          smaller(asked, SMALLER),
          "more did not pay, at %{inflation}.1f times rest",
          inflation);
    }
    return stay(given, this, "holds");
  }

  /**
   * The certain part of the inflation at the held size: the mean of the tasks that ended there less
   * half a standard error, if it is above 1.
   */
  private double crowding(Given given) {
    double rest = given.rest().slowness();
    if (!base.timed() || rest == 0) {
      return given.rest().inflation();
    }
    double mean = base.serviceNanos() / base.work() / rest;
    double error = StrictMath.sqrt(given.unit().slownessVariance(base.work()));
    return mean > 1 ? Math.max(1, mean * StrictMath.exp(-SURELY * error)) : mean;
  }

  private static int smaller(int asked, double share) {
    return Math.max(1, (int) Math.floor(asked * share));
  }

  private int larger(Given given) {
    int asked = given.asked();
    boolean known = given.rested() && refused() == 0;
    double to = Math.max(Math.ceil(asked * stepFrom(asked)), known ? given.steady() : 0);
    if (isRefused(to)) {
      to = Math.max(asked + 1.0, Math.min(to, Math.ceil(asked * AGAIN)));
    }
    double top = base.timed() ? curve.hardlyMore(base, given.unit(), given.now()) : 0;
    if (top > 0 && top <= to) {
      to = Math.max(asked, Math.floor(StrictMath.sqrt(top * asked)));
    }
    return (int) Math.min(Integer.MAX_VALUE, to);
  }

  private double stepFrom(int asked) {
    return asked <= FEW ? Math.max(rules.step(), FEW_STEP) : rules.step();
  }

  private Move trying(Given given, int to, String why, double figure) {
    Trial begun = Trial.of(given.asked(), to, given.now(), given.serviceNanos());
    return new Move(
        to,
        Reason.in(
            Regime.BEHIND,
            "tries %{tried}d workers beside %{held}d; " + why,
            to,
            given.asked(),
            figure),
        with(base, begun),
        given.rest());
  }

  /** Allows refused sizes again, if the same size gets clearly more or less done than it did. */
  private PaidGrowth compared() {
    if (base.samples() < 10) {
      return this;
    }
    double rate = base.rate();
    if (held.workers() != base.workers()) {
      return with(new Held(base.workers(), rate));
    }
    double off = Math.abs(StrictMath.log(rate / held.rate()));
    if (off > StrictMath.log(CHANGED) + 1.5 / StrictMath.sqrt(base.samples())) {
      return reopened().with(new Held(base.workers(), rate));
    }
    return with(new Held(held.workers(), held.rate() + 0.05 * (rate - held.rate())));
  }

  /** Whether the larger size that was left gets more done after all. */
  private boolean isMissed(Given given) {
    return left.base().workers() > base.workers()
        && given.now() - left.atNanos() <= LEFT_NANOS
        && Trial.between(left.base(), base).evidence(left.base(), rules.gain(), given.unit())
            > MISSED;
  }

  private Move missed(Given given) {
    int workers = left.base().workers();
    return new Move(
        workers,
        Reason.in(
            Regime.BEHIND,
            "%{tried}d workers get less done after all, back to %{held}d",
            given.asked(),
            workers),
        reopened()
            .atLeast(workers)
            .costing(given.asked(), workers, given.now())
            .with(timers.down(timers.down().refused(given.now())).up(RetryTimer.NOW)),
        given.rest());
  }

  // ---- A size is tried

  private Move tried(Given given) {
    PaidGrowth more = with(base, trial.with(given.seen(), given.unit().nanos()));
    if (more.trial.up() && more.trial.atRest(given.rest())) {
      return more.paid(given, "as fast as at rest");
    }
    return switch (more.answer(given)) {
      case OPEN -> more.stay(given, more, "tries");
      case MATTERS -> more.trial.up() ? more.paid(given, "more gets done") : more.costs(given);
      case HARDLY -> more.trial.up() ? more.refused(given) : more.spared(given);
    };
  }

  private double evidence(Given given) {
    return trial.evidence(base, rules.gain(), given.unit());
  }

  private Trial.Answer answer(Given given) {
    return trial.answer(evidence(given), given.now(), given.restNanos());
  }

  private Move paid(Given given, String why) {
    int kept = refused() <= 1.05 * trial.to() ? 0 : refused();
    PaidGrowth next =
        with(proven.with(Math.max(level(), trial.to()), kept).needed(trial.from(), given.now()))
            .with(
                new Timers(RetryTimer.NOW, timers.down().pausing(given.now(), AFTER_PAID_SECONDS)))
            .with(Left.NONE)
            .with(trial.base(), Trial.NONE);
    int larger = next.larger(given);
    boolean goesOn =
        given.wanted() > given.asked()
            && next.base.enough()
            && !given.drains(next.base)
            && given.rest().inflation() <= CROWDED
            && larger > given.asked()
            && !next.isRefused(larger);
    return goesOn
        ? next.trying(
            given,
            larger,
            "the last step paid, at %{inflation}.1f times rest",
            given.rest().inflation())
        : next.stay(given, next, why);
  }

  private Move refused(Given given) {
    boolean weak = trial.weak(given.rest());
    RetryTimer up =
        weak
            ? timers.up().refused(given.now(), AFTER_WEAK_SECONDS)
            : timers.up().refused(given.now());
    return new Move(
        trial.from(),
        Reason.in(
            Regime.BEHIND,
            "%{tried}d workers did not pay, back to %{held}d",
            trial.to(),
            trial.from()),
        with(proven.with(trial.from(), weak ? 0 : trial.to()))
            .with(timers.up(up))
            .with(Left.NONE)
            .with(weak ? base : Base.NONE, Trial.NONE),
        given.rest());
  }

  /**
   * Fewer workers get less done, so with as many as before tasks are at rest; half way there if
   * that is not sure.
   */
  private Move costs(Given given) {
    double share = trial.sure(evidence(given)) ? 1 : 0.5;
    RestSlowness rest = given.rest().anew(given.rest().recent(), trial.from(), share);
    return new Move(
        trial.from(),
        Reason.in(
            Regime.BEHIND,
            "%{tried}d workers get less done, back to %{held}d",
            trial.to(),
            trial.from()),
        costing(trial.to(), trial.from(), given.now())
            .with(timers.down(timers.down().refused(given.now()))),
        rest);
  }

  /**
   * Records that a smaller size gets less done: earlier knowledge of such sizes no longer holds.
   */
  private PaidGrowth costing(int smaller, int back, long nowNanos) {
    return with(proven.needed(smaller, nowNanos))
        .with(curve.forgottenBelow(back))
        .with(Left.NONE)
        .with(Base.NONE, Trial.NONE);
  }

  private Move spared(Given given) {
    PaidGrowth next =
        with(proven.with(trial.to(), trial.from()))
            .with(new Timers(timers.up().refused(given.now()), RetryTimer.NOW))
            .with(new Left(base, given.now()))
            .with(trial.base(), Trial.NONE);
    return next.stay(given, next, "as much gets done as with more");
  }

  private Move stay(Given given, PaidGrowth next, String why) {
    return new Move(
        given.asked(),
        Reason.in(
            Regime.BEHIND,
            "%{held}d workers, " + why + "; tasks take %{inflation}.1f times as long as at rest",
            given.asked(),
            given.rest().inflation()),
        next,
        given.rest());
  }

  // ---- Copies

  private PaidGrowth with(Proven other) {
    return new PaidGrowth(rules, other, timers, held, base, trial, left, curve);
  }

  private PaidGrowth with(Timers other) {
    return new PaidGrowth(rules, proven, other, held, base, trial, left, curve);
  }

  private PaidGrowth with(Held other) {
    return new PaidGrowth(rules, proven, timers, other, base, trial, left, curve);
  }

  private PaidGrowth with(Base newBase, Trial newTrial) {
    return new PaidGrowth(rules, proven, timers, held, newBase, newTrial, left, curve);
  }

  private PaidGrowth with(Left other) {
    return new PaidGrowth(rules, proven, timers, held, base, trial, other, curve);
  }

  private PaidGrowth with(SizeCurve other) {
    return new PaidGrowth(rules, proven, timers, held, base, trial, left, other);
  }
}
