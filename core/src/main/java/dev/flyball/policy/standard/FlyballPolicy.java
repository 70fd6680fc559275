package dev.flyball.policy.standard;

import dev.flyball.base.Durations;
import dev.flyball.base.Require;
import dev.flyball.base.Workers;
import dev.flyball.policy.Advice;
import dev.flyball.policy.Forecast;
import dev.flyball.policy.LearnedSize;
import dev.flyball.policy.Observation;
import dev.flyball.policy.PollInterval;
import dev.flyball.policy.Reason;
import dev.flyball.policy.Regime;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.part.CpuCapacity;
import dev.flyball.policy.part.Smoothed;
import dev.flyball.policy.part.Staffing;
import dev.flyball.policy.spec.Headroom;
import dev.flyball.policy.spec.Parameter;
import dev.flyball.policy.spec.PolicyEntry;
import dev.flyball.policy.standard.overload.Overload;
import dev.flyball.policy.standard.window.Stretch;
import dev.flyball.policy.standard.window.WorkUnit;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * The default policy: it finds the limiting resource of the pool, and then its size.
 *
 * <ul>
 *   <li><b>Demand.</b> The number of workers that the load needs at rest, computed at once and
 *       without a search: {@link Demand}.
 *   <li><b>CPU.</b> Never more than the processors carry: {@link CpuCapacity}.
 *   <li><b>Behind.</b> Tasks wait and the processors are idle. A backlog is not concurrency: beyond
 *       the proven size the pool grows in bounded steps, each only after the previous step has
 *       increased the rate of successful work. If tasks take longer than at rest, smaller sizes are
 *       tried first: {@link PaidGrowth}.
 *   <li><b>Overloaded.</b> Tasks have deadlines, and some are shed since more comes than can be
 *       done in time: the size that gets most done in time, and never more: {@link Overload}.
 *   <li><b>Late.</b> Tasks have deadlines and suddenly take much longer, and not because more of
 *       them are busy: the size that they need if that lasts, until it is known: {@link Slowdown}.
 *   <li><b>Hung.</b> Nothing moves: the size is held: {@link HangWatch}.
 * </ul>
 *
 * <p>Every advice begins with the regime that decided and its numbers.
 *
 * <p>An advice that is not followed, because of limits or of the governor's mode, proves nothing.
 * Then the policy tries nothing, and its advice is what the load needs, as far as the processors
 * carry it.
 *
 * <p>It wants to be asked ten times a second while there are tasks, every two service times while
 * short tasks wait and processors are free, once a second while an idle pool shrinks and before the
 * first task, and once a minute after that. A task that has to wait brings the next poll forward.
 *
 * <p>Assumes that workers cost little compared with waiting tasks, that a pool may be resized
 * often, and that an idle worker ends by itself after some time. Fails where throughput changes for
 * reasons of its own within the second or so that a trial takes; a wrong decision is tried again
 * after half a second, one, two, up to six.
 *
 * <p>Source: this project. Its parts: Little's law and square-root staffing (Pepperdine 2013;
 * Halfin and Whitt 1981), the bound by the CPU (Goetz 2006), service times compared with those at
 * rest (Vegas, Brakmo and Peterson 1995), a sequential test for each step (Wald 1945), hung told
 * from busy (Open Liberty), the elasticity of throughput (.NET's hill climbing).
 *
 * @param demand what the load needs
 * @param cpu what the processors carry
 * @param growth how far growth has paid
 * @param rest service times at rest, and at present
 * @param unit how much work is one sample
 * @param hang whether anything moves
 * @param overload the size at which most is done in time, where tasks have deadlines
 * @param slowdown whether tasks that have deadlines are late, and not because of this pool
 * @param pace how lively the last window was
 * @param advised the last advice, in workers; 0 before the first
 * @param endNanos the end of the last window
 * @param without the parts that are left out
 */
public record FlyballPolicy(
    Demand demand,
    CpuCapacity cpu,
    PaidGrowth growth,
    RestSlowness rest,
    WorkUnit unit,
    HangWatch hang,
    Overload overload,
    Slowdown slowdown,
    Pace pace,
    int advised,
    long endNanos,
    List<FlyballPart> without)
    implements SizingPolicy {

  private static final Parameter<Headroom> HEADROOM =
      Headroom.parameter(new Headroom.SquareRoot(2.75), "workers kept beyond the load, for bursts");
  private static final Parameter<Duration> DRAIN =
      Parameter.duration("drain", "200ms", "the time in which a queue is to be gone");
  private static final Parameter<Duration> RISE =
      Parameter.duration("rise", "500ms", "the time constant with which a higher load is believed");
  private static final Parameter<Duration> FALL =
      Parameter.duration("fall", "5s", "the time constant with which a lower load is believed");
  private static final Parameter<Double> CPU_HEADROOM =
      Parameter.number(
          "cpu-headroom",
          "3",
          "standard deviations of the number of blocked workers kept beyond what the CPU carries");
  private static final Parameter<Double> STEP =
      Parameter.above("step-up", 1, "2", "how many times as many workers are tried at a time");
  private static final Parameter<Double> GAIN =
      Parameter.percent(
          "gain", "0.75", "the elasticity of throughput from which on more workers have paid");
  private static final Parameter<Integer> FIRST =
      Parameter.workers(
          "first",
          "8",
          "workers that what stands behind is known to bear at once: what is beyond them must pay");
  private static final Parameter<List<FlyballPart>> WITHOUT = FlyballPart.without();

  public static final PolicyEntry ENTRY =
      new PolicyEntry(
          "flyball",
          "What limits the pool first (demand, CPU, what stands behind, nothing moves), then its"
              + " size; growth must pay; the default.",
          "this project",
          List.of(HEADROOM, DRAIN, RISE, FALL, CPU_HEADROOM, STEP, GAIN, FIRST, WITHOUT),
          FlyballPolicy::of);

  private static final double GAP_NANOS = 120e9;
  private static final double LOOK_SERVICE_TIMES = 2;

  /** The liveliness of the last window. */
  enum Pace {
    /** There are tasks. */
    LIVELY(100),
    /** Workers wait for a processor, and each look takes it from them. */
    COMPUTING(100),
    /**
     * There are none, and the size still sinks; or none came yet: in a pool that is too large none
     * has to wait and asks for a look.
     */
    SINKING(1_000),
    /** There are none, and the size is the smallest. */
    ASLEEP(60_000);

    private static final long SHORT_MILLIS = 100;
    private static final PollInterval QUICK = new PollInterval(100_000_000, 25_000_000);
    private static final long QUICKEST_NANOS = 10_000_000;
    private final long millis;

    Pace(long millis) {
      this.millis = millis;
    }

    PollInterval nextPoll() {
      return new PollInterval(millis * 1_000_000, SHORT_MILLIS * 1_000_000);
    }
  }

  public FlyballPolicy {
    Objects.requireNonNull(demand, "demand must not be null");
    Objects.requireNonNull(cpu, "cpu must not be null");
    Objects.requireNonNull(growth, "growth must not be null");
    Objects.requireNonNull(rest, "rest must not be null");
    Objects.requireNonNull(unit, "unit must not be null");
    Objects.requireNonNull(hang, "hang must not be null");
    Objects.requireNonNull(overload, "overload must not be null");
    Objects.requireNonNull(slowdown, "slowdown must not be null");
    Objects.requireNonNull(pace, "pace must not be null");
    without = List.copyOf(without);
  }

  /** The default, as it is without any setting. */
  public static FlyballPolicy standard() {
    return of(new PolicyEntry.Given(ENTRY.name(), new TreeMap<>()));
  }

  private static FlyballPolicy of(PolicyEntry.Given given) {
    List<FlyballPart> without = given.value(WITHOUT);
    return new FlyballPolicy(
        Demand.of(
            Staffing.of(given.value(HEADROOM), given.value(DRAIN)),
            Smoothed.of(
                Durations.nanos("rise", given.value(RISE)),
                Durations.nanos("fall", given.value(FALL))),
            !without.contains(FlyballPart.BACKLOG),
            !without.contains(FlyballPart.PEAK)),
        CpuCapacity.of(given.value(CPU_HEADROOM)),
        PaidGrowth.of(
            new PaidGrowth.Rules(
                given.value(STEP),
                given.value(GAIN),
                !without.contains(FlyballPart.DOWN),
                given.value(FIRST))),
        RestSlowness.UNKNOWN,
        WorkUnit.UNKNOWN,
        HangWatch.MOVING,
        Overload.NONE,
        Slowdown.NONE,
        Pace.LIVELY,
        0,
        0,
        without);
  }

  @Override
  public Optional<PollInterval> nextPoll() {
    if (!has(FlyballPart.LOOK)) {
      return Optional.empty();
    }
    if (pace != Pace.LIVELY || !(growth.trial().none() || growth.trial().up())) {
      return Optional.of(pace.nextPoll());
    }
    if (demand.known() && demand.queued() > 0) {
      long nanos = (long) Math.max(Pace.QUICKEST_NANOS, LOOK_SERVICE_TIMES * demand.serviceNanos());
      if (nanos < Pace.LIVELY.nextPoll().nanos()) {
        return Optional.of(new PollInterval(nanos, nanos));
      }
    }
    return Optional.of(followsQuickly() ? Pace.QUICK : pace.nextPoll());
  }

  /**
   * While it has only begun without a pile, or tasks are turned away, and tasks are as fast as at
   * rest, the size follows what comes as quickly as it can be seen.
   */
  private boolean followsQuickly() {
    boolean begins =
        demand.early(endNanos) && !demand.isPile(Math.max(growth.rules().first(), advised));
    boolean rested = !rest.known() || rest.shown();
    return rested && (begins || demand.wasRejecting());
  }

  @Override
  public int firstSize(int made) {
    return has(FlyballPart.FIRST) ? growth.rules().first() : made;
  }

  @Override
  public List<LearnedSize> learned() {
    return growth.learned(unit, endNanos);
  }

  @Override
  public Optional<Forecast> forecast(Observation seen, int workers) {
    Require.atLeast("workers", 1, workers);
    if (!demand.known() || (has(FlyballPart.HANG) && hang.hung(demand.serviceNanos()))) {
      return Optional.empty();
    }
    Stretch stretch = Stretch.of(seen, has(FlyballPart.WORK));
    Outlook outlook =
        new Outlook(
            stretch.asked(),
            has(FlyballPart.CPU) ? cpu.workersMax(seen) : OptionalInt.empty(),
            rest.inflation(),
            growth.refused(),
            growth.throughput(unit, endNanos, stretch.endNanos()));
    if (growth.decides(stretch)) {
      return rest.known() ? Optional.of(outlook.behind(workers)) : Optional.empty();
    }
    if (stretch.cpuShort() && stretch.queued() > 0) {
      return Optional.of(outlook.cpuShort(workers));
    }
    if (stretch.pressed()) {
      return Optional.empty();
    }
    double load = demand.erlang(stretch, unit, rest);
    double most = Math.max(demand.forLoad(stretch, load), stretch.busy());
    return Optional.of(outlook.served(workers, load, most));
  }

  @Override
  public Advice advise(Observation seen) {
    if (seen.idle() && !demand.known()) {
      return Staffing.nothingSeenYet(seen, paced(Pace.SINKING));
    }
    Stretch stretch = Stretch.of(seen, has(FlyballPart.WORK));
    return noticed(seen, stretch).decided(seen, stretch);
  }

  // ---- What is learned

  private FlyballPolicy noticed(Observation seen, Stretch stretch) {
    WorkUnit nowUnit = unit.with(stretch);
    double expected = expected(stretch);
    nowUnit = expected > 0 ? nowUnit.scattered(expected, stretch.done()) : nowUnit;
    boolean gap = Math.abs((double) seen.window().startNanos() - endNanos) > GAP_NANOS;
    boolean untried = slowdown.decides() && !isFollowed(stretch);
    boolean first = growth.level() == 0;
    PaidGrowth grown = (gap ? growth.begunAnew() : growth).noticed(stretch);
    return new FlyballPolicy(
        demand.with(stretch, nowUnit, isRested(stretch)),
        cpu.with(seen),
        first ? grown.atLeast(Math.min(growth.rules().first(), stretch.asked())) : grown,
        rest.with(stretch, nowUnit),
        nowUnit,
        hang.with(seen),
        (gap ? Overload.NONE : overload).with(stretch, nowUnit, demand.serviceNanos()),
        (gap || untried ? Slowdown.NONE : slowdown).with(stretch, tasks(nowUnit)),
        pace,
        advised,
        stretch.endNanos(),
        without);
  }

  /**
   * Whether nothing seems to delay tasks. Where single times are not known, a long task cannot be
   * told from many that have become slower; there it is enough that none waits.
   */
  private boolean isRested(Stretch stretch) {
    return rest.shown() || (!stretch.timed() && !stretch.pressed());
  }

  /** What was known of the tasks before this window; without a deadline where none is grown for. */
  private Slowdown.Known tasks(WorkUnit nowUnit) {
    boolean tries = has(FlyballPart.SLOWDOWN) && has(FlyballPart.PAID);
    return new Slowdown.Known(
        unit.perTask() * rest.slowness(),
        demand.serviceNanos(),
        rest.shown() && rest.weight() >= 40 && !overload.sheds(),
        rest.busy(),
        unit.perTask() > 0 ? nowUnit.nanos() / unit.perTask() : 1,
        demand.arrivals(unit),
        tries ? overload.deadlineNanos() : 0);
  }

  /** The work that this window was expected to do, where a size is held; else 0. */
  private double expected(Stretch stretch) {
    Base base = growth.base();
    boolean held =
        growth.trial().none() && stretch.saturated() && base.workers() == stretch.asked();
    return held && base.counts(stretch) ? base.expected(stretch.nanos()) : 0;
  }

  // ---- What is done

  private Advice decided(Observation seen, Stretch stretch) {
    if (!demand.known()) {
      return advice(
          seen,
          hang.rescued(seen),
          Reason.in(
              Regime.HUNG,
              "no task has ended yet; %{busy}d busy, %{queued}d wait",
              Math.round(seen.size().busyMean()),
              seen.size().queuedAtEnd()),
          growth);
    }
    boolean followed = isFollowed(stretch);
    if (slowdown.decides()) {
      return late(seen, stretch);
    }
    boolean mayHang = has(FlyballPart.HANG) && growth.trial().none();
    if (mayHang && hang.hung(demand.serviceNanos())) {
      return carried(
          seen,
          followed ? hang.workers(seen) : stretch.asked(),
          Reason.in(
              Regime.HUNG,
              "nothing ended or was computed for %{still}.1f s, %{queued}d tasks wait",
              hang.stillSeconds(),
              seen.size().queuedAtEnd()),
          growth);
    }
    if (overload.sheds()) {
      return overloaded(seen, stretch);
    }
    double erlang = demand.erlang(stretch, unit, rest);
    double forLoad = demand.forLoad(stretch, erlang);
    int steady = Workers.roundedUp(demand.steady(forLoad, growth.level()));
    int wanted = Math.max(stretch.busyNow(), Workers.sum(steady, demand.forBacklog(stretch)));
    Reason load = demand.why(stretch, erlang, steady);
    if (!has(FlyballPart.PAID)) {
      return advice(seen, wanted, load, growth);
    }
    if (!followed) {
      return unfollowed(seen, stretch, forLoad, steady, wanted, load);
    }
    return growth.decides(stretch)
        ? behind(seen, stretch, steady, wanted, load)
        : calm(seen, stretch, forLoad, steady, wanted, load);
  }

  private boolean isFollowed(Stretch stretch) {
    return advised == 0 || stretch.asked() == advised;
  }

  /** More comes than can be done in time: the size that gets most done in time. */
  private Advice overloaded(Observation seen, Stretch stretch) {
    Overload turn = overload.turned(stretch.endNanos(), demand.serviceNanos());
    return overloading(turn)
        .carried(
            seen,
            turn.size(stretch.asked()),
            turn.why(stretch),
            growth.ignored(stretch.endNanos()));
  }

  /** Tasks are late, and not because of this pool: the size that they need if that lasts. */
  private Advice late(Observation seen, Stretch stretch) {
    int workers = slowdown.size(stretch.asked(), overload.deadlineNanos());
    Reason why = slowdown.why(workers);
    if (!slowdown.hasPaid()) {
      return carried(seen, workers, why, growth.ignored(stretch.endNanos()));
    }
    return resting(rest.anew(slowdown.slowNanos() / unit.perTask(), workers, 1))
        .overloading(Overload.NONE)
        .carried(seen, workers, why, growth.begunAnew().atLeast(workers));
  }

  private FlyballPolicy overloading(Overload other) {
    return new FlyballPolicy(
        demand, cpu, growth, rest, unit, hang, other, slowdown, pace, advised, endNanos, without);
  }

  /**
   * Advises a pool whose size is not the advised one: limits hold it, or the governor does not
   * follow. Larger sizes cannot be tried then, so the advice is what the load needs. A smaller size
   * is tried as ever, since limits do not forbid it.
   */
  private Advice unfollowed(
      Observation seen, Stretch stretch, double forLoad, int steady, int wanted, Reason load) {
    FlyballPolicy stopped = growing(growth.ignored(stretch.endNanos()));
    Reason why = load.and("%d of %d advised are in force", stretch.asked(), advised);
    int alone = Workers.roundedUp(demand.forLoadHeld(stretch, unit, rest));
    if (!stopped.growth.decides(stretch)) {
      return stopped.calm(seen, stretch, forLoad, steady, wanted, why);
    }
    PaidGrowth.Move move = stopped.growth.move(stopped.given(stretch, steady, stretch.asked()));
    return move.workers() < stretch.asked()
        ? stopped.advice(seen, move.workers(), move.why().and(why), move.next())
        : stopped.advice(
            seen, Math.max(alone, stretch.asked()), why, move.next().ignored(stretch.endNanos()));
  }

  /** No task waits: what the load needs at rest, and what has paid for a burst. */
  private Advice calm(
      Observation seen, Stretch stretch, double forLoad, int steady, int wanted, Reason load) {
    PaidGrowth now = growth.calm(rest, stretch.busy());
    boolean atRest = rest.isPossible();
    if (atRest && !now.isRefused(forLoad)) {
      now = now.atLeast(forLoad);
    }
    int level = Workers.roundedUp(now.level());
    int most = atRest && !now.isRefused(steady) ? Math.max(steady, level) : level;
    int size = Math.min(most, Math.max(steady, Math.min(wanted, level)));
    int twice = Workers.sum(level, level);
    int room = now.refused() > 0 ? Math.min(twice, now.refused() - 1) : twice;
    return advice(seen, demand.wasRejecting() ? Math.max(size, room) : size, load, now);
  }

  private Advice behind(Observation seen, Stretch stretch, int steady, int wanted, Reason load) {
    int twice = Workers.sum(stretch.asked(), stretch.asked());
    PaidGrowth.Given given =
        given(stretch, steady, stretch.rejecting() ? Math.max(wanted, twice) : wanted);
    PaidGrowth.Move move = growth.move(given);
    return resting(move.rest()).advice(seen, move.workers(), move.why().and(load), move.next());
  }

  private PaidGrowth.Given given(Stretch stretch, int steady, int wanted) {
    double atRest = RestSlowness.NEAR_REST * unit.perTask() * rest.slowness();
    return new PaidGrowth.Given(
        stretch,
        unit,
        rest,
        demand.serviceNanos(),
        Math.min(demand.serviceNanos(), atRest),
        steady,
        wanted,
        demand.loadMost());
  }

  /** The size that was decided, bounded by what is done in time where tasks have deadlines. */
  private Advice advice(Observation seen, int size, Reason why, PaidGrowth next) {
    int asked = seen.size().workersTarget();
    int timely =
        overload.bounded(Math.max(1, size), asked, growth.rules().first(), demand.arrivals(unit));
    return timely == size
        ? carried(seen, size, why, next)
        : carried(seen, timely, overload.whyBounded(timely, size).and(why), next.atMost(timely));
  }

  /** The size that was decided, and never more than the processors carry. */
  private Advice carried(Observation seen, int size, Reason why, PaidGrowth next) {
    OptionalInt most = has(FlyballPart.CPU) ? cpu.workersMax(seen) : OptionalInt.empty();
    boolean bounded = demand.known() && most.isPresent() && most.getAsInt() < size;
    int workers = bounded ? most.getAsInt() : Math.max(1, size);
    Reason reason =
        bounded
            ? Reason.in(
                    Regime.CPU,
                    "%{cores}.2f cores carry %{carried}d workers",
                    seen.host().cores(),
                    workers)
                .and(why)
            : why;
    return new Advice(
        workers,
        reason,
        new FlyballPolicy(
            demand,
            cpu,
            bounded ? next.atMost(workers) : next,
            rest,
            unit,
            hang,
            overload,
            slowdown,
            paceAfter(seen, workers),
            workers,
            endNanos,
            without));
  }

  private FlyballPolicy growing(PaidGrowth other) {
    return new FlyballPolicy(
        demand, cpu, other, rest, unit, hang, overload, slowdown, pace, advised, endNanos, without);
  }

  private FlyballPolicy resting(RestSlowness anew) {
    return new FlyballPolicy(
        demand, cpu, growth, anew, unit, hang, overload, slowdown, pace, advised, endNanos,
        without);
  }

  private FlyballPolicy paced(Pace other) {
    return new FlyballPolicy(
        demand, cpu, growth, rest, unit, hang, overload, slowdown, other, advised, endNanos,
        without);
  }

  /** Asleep only when the size has stayed: it may be let down in steps. */
  private Pace paceAfter(Observation seen, int workers) {
    if (!seen.idle()) {
      return Stretch.isCpuShort(seen) ? Pace.COMPUTING : Pace.LIVELY;
    }
    boolean sinks = workers > 1 || seen.size().workersTarget() != workers;
    return sinks ? Pace.SINKING : Pace.ASLEEP;
  }

  private boolean has(FlyballPart part) {
    return !without.contains(part);
  }
}
