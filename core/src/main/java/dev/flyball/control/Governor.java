package dev.flyball.control;

import dev.flyball.base.Require;
import dev.flyball.base.SharedCleaner;
import dev.flyball.control.Decision.Cause;
import dev.flyball.policy.Advice;
import dev.flyball.policy.Forecast;
import dev.flyball.policy.Limits;
import dev.flyball.policy.Observation;
import dev.flyball.policy.PollInterval;
import dev.flyball.policy.Reason;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.standard.Outlook;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The loop that drives one target: observe it, ask the policy, apply the advice.
 *
 * <p>The governor is the only writer of the target's size. Every change by hand (pin, override, new
 * limits) goes through it, takes effect at once, and reaches the listeners and the journal like any
 * other decision.
 *
 * <p>A failure never harms the target. If the policy throws, or the target cannot be observed or
 * resized, the governor holds the size and counts the failure. It logs the first failure of a
 * series, and where series follow each other quickly, only some of these.
 *
 * <p>If resizing a target has a cost, {@link Resizable#resizeCost()}, the governor follows the
 * advice only when keeping the size has cost as much; until then the journal says so.
 *
 * <p>The policy chooses the poll interval, {@link SizingPolicy#nextPoll()}; a policy without a wish
 * is asked once per period. So windows differ in length, and no code may assume that each is one
 * period long.
 *
 * <p><b>Threads.</b> Any thread may call any method. {@link #start()} makes one daemon thread that
 * calls {@link #step()} whenever {@link #nextPoll()} says so; without it, only calls of {@code
 * step} drive the target, as in a simulation. The target is observed and the policy asked without
 * any lock that other threads need. So a policy that never returns blocks only its own loop:
 * pinning, overriding and closing still take effect at once. One monitor guards every change of
 * state. It is held while the target is resized, which must be quick. Reading takes no lock.
 *
 * <p>Listeners are called without the monitor and without any other lock of the governor, one
 * decision after the other in their order, so a listener may use every switch of this governor and
 * of others. The thread that has decided calls them before its own call returns. Where another
 * thread is calling them at that moment, that one goes on with the new decision. Nobody waits for
 * it, for that thread may wait for this one.
 */
public final class Governor implements AutoCloseable {

  private final String name;
  private final Resizable target;
  private final Clock clock;
  private final Duration period;
  private final PollInterval everyPeriod;
  private final Journal journal;
  private final Listeners listeners;
  private final boolean collectable;
  private final Ticker.Work loop = Ticker.work(this::rhythm, this::turn);

  /** Held during a step, so that only one step runs at a time. */
  private final ReentrantLock stepping = new ReentrantLock();

  // Written while holding this monitor, read by any thread.
  private volatile SizingPolicy policy;
  private volatile Limits limits;
  private volatile Mode mode = Mode.GOVERN;
  private volatile int size;
  private volatile boolean targetTells;
  private volatile Optional<Observation> lastSeen = Optional.empty();
  private volatile Optional<Advised> lastAdvised = Optional.empty();
  private final AtomicLong policyFailures = new AtomicLong();
  private final AtomicLong targetFailures = new AtomicLong();

  // Guarded by this.
  private int heldSize;
  private SizeRent rent = SizeRent.NONE; // of the size in force
  private long decisionCount;
  private final FailureSeries policyFailing = new FailureSeries();
  private final FailureSeries lookFailing = new FailureSeries();
  private final FailureSeries observingFailing = new FailureSeries();
  private final FailureSeries resizingFailing = new FailureSeries();
  private Optional<Reason> targetNote = Optional.empty();
  private Optional<Ticker> ticker = Optional.empty();
  private Runnable letGo = () -> {}; // of the target
  private boolean closed;
  private final List<Runnable> closeActions = new ArrayList<>();

  private volatile Share share = Share.WHOLE;
  private volatile Runnable bringForward = () -> {};

  /** What a group leaves to one of its members. Called under this monitor. */
  interface Share {
    /** No group. */
    Share WHOLE = (seen, advice) -> advice;

    /** The advice within what the group can give now; it bounds only while the mode is GOVERN. */
    Advice within(Observation seen, Advice advice);

    /** A window of the member as if there were no others. Called without this monitor. */
    default Observation alone(Observation seen) {
      return seen;
    }

    /**
     * What a change to the advised size has to be worth, in worker-seconds, whatever it costs.
     *
     * @param alone the window that the policy has seen
     */
    default double worthSeconds(Observation alone, Advice advice) {
      return 0;
    }

    /** What is seen while the size is overridden, and no policy asked. */
    default void overridden(Observation seen) {}

    /** The governor is closed. Called without this monitor. */
    default void closed() {}
  }

  /** An advice and when it was given. */
  private record Advised(Advice advice, int wanted, long atNanos) {}

  Governor(GovernorBuilder plan) {
    this.name = plan.name;
    this.target = plan.target;
    this.policy = plan.policy;
    this.limits = plan.limits;
    this.clock = plan.clock;
    this.period = plan.period;
    this.everyPeriod = PollInterval.every(plan.period);
    this.journal = plan.journal;
    this.listeners = new Listeners(name, clock);
    this.size = plan.size;
    this.collectable = plan.collectable;
  }

  /** Makes a builder for a governor of {@code target} by {@code policy}. */
  public static GovernorBuilder of(String name, Resizable target, SizingPolicy policy) {
    return new GovernorBuilder(
        Objects.requireNonNull(name, "name must not be null"),
        Objects.requireNonNull(target, "target must not be null"),
        Objects.requireNonNull(policy, "policy must not be null"));
  }

  /**
   * Starts the daemon thread that steps as often as the policy wants. A task that has to wait for a
   * worker wakes the thread, if the policy wants to be asked then.
   *
   * @throws IllegalStateException when started before, or closed, or another governor drives the
   *     target
   */
  public synchronized Governor start() {
    if (closed || ticker.isPresent()) {
      throw new IllegalStateException(
          "governor '" + name + "' " + (closed ? "is closed" : "was started before"));
    }
    Ticker made = new Ticker("flyball-governor-" + name, work());
    letGo = end(made, Driven.claim(target, "governor '" + name + "'"));
    try {
      if (collectable) {
        letGo = SharedCleaner.register(this, letGo)::clean;
      }
      targetTells = target.onSaturation(made::alarm);
      ticker = Optional.of(made);
      bringForward = made::alarm;
      made.start();
    } catch (Throwable e) {
      ticker = Optional.empty();
      made.close();
      letGo.run();
      throw e;
    }
    return this;
  }

  /** Its end, also where it was collected; must not reach it or the target. */
  private static Runnable end(Ticker ticker, Runnable claim) {
    return () -> {
      ticker.drop();
      claim.run();
    };
  }

  /** What its thread does: a collectable governor is no more than looked up by it. */
  private Supplier<? extends Ticker.@Nullable Work> work() {
    return collectable ? new WeakReference<>(loop)::get : () -> loop;
  }

  /**
   * The policy's poll interval, or the period if the target raises no alarm and would wait longer.
   */
  private PollInterval rhythm() {
    PollInterval wish = nextPoll();
    return targetTells || wish.nanos() <= everyPeriod.nanos() ? wish : everyPeriod;
  }

  /**
   * When to poll the target next: the wish of the policy that is asked next, or the period if it
   * has none. A policy that throws here is counted and reported like one that fails to advise.
   * While the size is overridden, no policy is asked.
   */
  public PollInterval nextPoll() {
    if (mode == Mode.OVERRIDDEN) {
      return everyPeriod;
    }
    try {
      PollInterval wish = policy.nextPoll().orElse(everyPeriod);
      lookSaid();
      return wish;
    } catch (Throwable e) {
      lookFailed(e);
      tell();
      return everyPeriod;
    }
  }

  /** Runs one turn of the loop: observe, ask, apply. Does nothing while another step is running. */
  public void step() {
    turn();
    changeRhythm(); // the policy that is asked next may have another poll interval
  }

  private void turn() {
    if (isClosed() || !stepping.tryLock()) {
      return;
    }
    try {
      observe().ifPresent(seen -> ask(seen));
    } finally {
      stepping.unlock();
      tell();
    }
  }

  private Optional<Observation> observe() {
    try {
      Observation seen = target.observe();
      return note(seen, target.note()) ? Optional.of(seen) : Optional.empty();
    } catch (Throwable e) {
      observingFailed(e);
      return Optional.empty();
    }
  }

  /** Records an observation and returns whether the policy is to be asked. */
  private synchronized boolean note(Observation seen, Optional<Reason> said) {
    observingFailing.end();
    targetNote = said;
    lastSeen = Optional.of(seen);
    size = seen.size().workersTarget();
    if (mode == Mode.OVERRIDDEN && !closed) {
      share.overridden(seen);
      resize(
          Cause.OVERRIDDEN,
          lastSeen,
          OptionalInt.empty(),
          heldSize,
          Reason.of("overridden with %{workers}d", heldSize));
    }
    return mode != Mode.OVERRIDDEN && !closed;
  }

  private void ask(Observation seen) {
    SizingPolicy asked = policy;
    Observation alone;
    Advice advice;
    try {
      alone = share.alone(seen);
      advice = Objects.requireNonNull(asked.advise(alone), "advice must not be null");
    } catch (Throwable e) {
      policyFailed(seen, e);
      return;
    }
    apply(asked, seen, alone, advice);
  }

  /** Applies an advice, unless the policy that gave it, or the governor, is no longer in force. */
  @SuppressWarnings("ReferenceEquality") // this very policy, not one that is equal to it
  private synchronized void apply(
      SizingPolicy asked, Observation seen, Observation alone, Advice given) {
    if (closed || policy != asked || mode == Mode.OVERRIDDEN) {
      return;
    }
    policyFailing.end();
    policy = given.next();
    Advice own = withinRoom(limits.apply(given));
    Advice advice = limits.apply(share.within(seen, own));
    if (advice.workers() > own.workers()) { // a group may know of an earlier wish
      advice = withinRoom(advice);
    }
    lastAdvised = Optional.of(new Advised(advice, given.workers(), clock.nanoTime()));
    Optional<Observation> because = Optional.of(seen);
    OptionalInt advised = OptionalInt.of(advice.workers());
    switch (mode) {
      case GOVERN -> follow(seen, alone, advice);
      case ADVISE_ONLY -> decide(Cause.ADVISE_ONLY, because, advised, size, advice.reason());
      case PINNED ->
          resize(
              Cause.PINNED,
              because,
              advised,
              heldSize,
              Reason.of("pinned at %{workers}d", heldSize).and(advice.reason()));
      case OVERRIDDEN -> throw new AssertionError("an overridden size follows no policy");
    }
  }

  /** Growth stops where the machine has no room for more workers. */
  private Advice withinRoom(Advice advice) {
    if (advice.workers() <= size) {
      return advice;
    }
    Optional<Resizable.Room> room = room();
    int most = Math.max(size, room.map(Resizable.Room::workersMax).orElse(Integer.MAX_VALUE));
    return advice.workers() <= most
        ? advice
        : advice.changed(
            most,
            Reason.by(
                "machine",
                "the machine has room for %{room}d of %{wanted}d workers: %s",
                most,
                advice.workers(),
                room.map(Resizable.Room::bound).orElse("")));
  }

  /** Unknown where the target fails to tell. */
  private Optional<Resizable.Room> room() {
    try {
      return target.room();
    } catch (Throwable e) {
      targetFailures.incrementAndGet();
      return Optional.empty();
    }
  }

  /**
   * Resizes as advised, or keeps the size while that has cost less than the resize would. What
   * waits for another member of a group costs nothing here.
   */
  private void follow(Observation seen, Observation alone, Advice advice) {
    int workers = advice.workers();
    Optional<Observation> because = Optional.of(seen);
    OptionalInt advised = OptionalInt.of(workers);
    double costSeconds;
    try {
      boolean atOnce = workers == size || limits.clamp(size) != size;
      double ownSeconds = atOnce ? 0 : target.resizeCost().seconds(size, workers);
      costSeconds = atOnce ? 0 : Math.max(ownSeconds, share.worthSeconds(alone, advice));
    } catch (Throwable e) {
      resizingFailed(workers, because, e);
      return;
    }
    rent = rent.with(alone, size, workers, period.toNanos() / 1e9);
    if (rent.seconds() >= costSeconds) {
      resize(Cause.POLICY, because, advised, workers, advice.reason());
    } else {
      Reason postponed =
          Reason.by(
              "resize-cost",
              "resize to %{wanted}d postponed: keeping %{kept}d has cost %{keepingCost}.1f of its"
                  + " %{resizeCost}.1f worker-seconds",
              workers,
              size,
              rent.seconds(),
              costSeconds);
      decide(Cause.POLICY, because, advised, size, advice.reason().overruledBy(postponed));
    }
  }

  private void resize(
      Cause cause, Optional<Observation> seen, OptionalInt advised, int workers, Reason reason) {
    int from = size;
    if (workers != from) {
      try {
        target.resize(workers);
        size = workers;
        rent = SizeRent.NONE;
        resizingFailing.end();
      } catch (Throwable e) {
        resizingFailed(workers, seen, e);
        return;
      }
    }
    decide(cause, seen, advised, from, reason);
  }

  private void decide(
      Cause cause, Optional<Observation> seen, OptionalInt advised, int from, Reason reason) {
    decisionCount++;
    Reason why = targetNote.map(reason::and).orElse(reason);
    Decision decision =
        new Decision(decisionCount, clock.nanoTime(), cause, seen, advised, from, size, why);
    journal.add(decision);
    listeners.decided(decision);
  }

  /** Without the monitor: where the caller of a method holds it, the outer call does it later. */
  private void tell() {
    if (!Thread.holdsLock(this)) {
      listeners.tell();
    }
  }

  // ---- Failures

  private synchronized void policyFailed(Observation seen, Throwable e) {
    policyFailures.incrementAndGet();
    held(Cause.POLICY_FAILED, Optional.of(seen), "the policy failed", e, policyFailing);
  }

  private synchronized void lookSaid() {
    lookFailing.end();
  }

  private synchronized void lookFailed(Throwable e) {
    policyFailures.incrementAndGet();
    String what = "the policy failed to say when to look next";
    held(Cause.POLICY_FAILED, Optional.empty(), what, e, lookFailing);
  }

  private synchronized void observingFailed(Throwable e) {
    if (closed) {
      return; // a look that was under way has found the target released
    }
    targetFailures.incrementAndGet();
    String what = "the target could not be observed";
    held(Cause.TARGET_FAILED, Optional.empty(), what, e, observingFailing);
  }

  private void resizingFailed(int workers, Optional<Observation> seen, Throwable e) {
    targetFailures.incrementAndGet();
    String what = "the target could not be resized to " + workers;
    held(Cause.TARGET_FAILED, seen, what, e, resizingFailing);
  }

  /** Records that the size is held; logs only the first of a series. */
  private void held(
      Cause cause, Optional<Observation> seen, String what, Throwable e, FailureSeries series) {
    series.failed(name, what + ", the size stays at " + size, e, clock.nanoTime());
    decide(
        cause,
        seen,
        OptionalInt.empty(),
        size,
        Reason.of("held at " + size + ": " + what + ": " + e));
  }

  /**
   * Sets the size by hand and keeps it. The policy is still asked, so its advice stays visible.
   *
   * @param workers the size, at least 1; the limits do not apply to a size set by hand
   * @throws IllegalStateException when closed, as do all methods below
   */
  public void pin(int workers) {
    hold(Mode.PINNED, Cause.PINNED, workers, Reason.of("pinned at %{workers}d by hand", workers));
    tell();
  }

  /**
   * The kill switch: sets the size and no longer asks the policy.
   *
   * @param workers the size, at least 1; the limits do not apply to a size set by hand
   */
  public void override(int workers) {
    hold(
        Mode.OVERRIDDEN,
        Cause.OVERRIDDEN,
        workers,
        Reason.of("overridden with %{workers}d by hand", workers));
    tell();
  }

  private synchronized void hold(Mode newMode, Cause cause, int workers, Reason reason) {
    Require.atLeast("workers", 1, workers);
    requireOpen();
    mode = newMode;
    changeRhythm();
    heldSize = workers;
    resize(cause, Optional.empty(), OptionalInt.empty(), workers, reason);
  }

  /** Leaves the size alone from now on and only publishes the advice. */
  public void adviseOnly() {
    switchTo(Mode.ADVISE_ONLY, "from now on it only advises");
    tell();
  }

  /** Follows the policy again, from the next step on. */
  public void govern() {
    switchTo(Mode.GOVERN, "from now on the policy is followed");
    tell();
  }

  private synchronized void switchTo(Mode newMode, String why) {
    requireOpen();
    boolean other = mode != newMode;
    mode = newMode;
    changeRhythm();
    if (other) {
      rent = SizeRent.NONE;
      switched(Cause.SWITCHED, why);
    }
  }

  /** Records a change of mode, policy or limits that left the size as it is. */
  private void switched(Cause cause, String why) {
    decide(cause, Optional.empty(), OptionalInt.empty(), size, Reason.of(why));
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("governor '" + name + "' is closed");
    }
  }

  /**
   * Puts new limits into force; a governed size outside of them is moved to the nearest limit at
   * once.
   */
  public void limits(Limits newLimits) {
    Objects.requireNonNull(newLimits, "limits must not be null");
    enforce(newLimits);
    tell();
  }

  private synchronized void enforce(Limits newLimits) {
    requireOpen();
    limits = newLimits;
    int allowed = limits.clamp(size);
    if (mode == Mode.GOVERN && size > 0 && allowed != size) {
      resize(
          Cause.LIMITS,
          Optional.empty(),
          OptionalInt.empty(),
          allowed,
          Reason.of("limits %s allow %d of %d", limits, allowed, size));
    } else {
      switched(Cause.LIMITS, "limits " + limits + " from now on");
    }
  }

  /**
   * Replaces the policy. The new policy is asked from the next step on, at its own poll interval.
   */
  public void policy(SizingPolicy newPolicy) {
    Objects.requireNonNull(newPolicy, "policy must not be null");
    replace(newPolicy);
    tell();
  }

  private synchronized void replace(SizingPolicy newPolicy) {
    requireOpen();
    policy = newPolicy;
    rent = SizeRent.NONE;
    policyFailing.end();
    lookFailing.end();
    changeRhythm();
    switched(Cause.SWITCHED, "from now on another policy is asked");
  }

  private synchronized void changeRhythm() {
    ticker.ifPresent(Ticker::changeRhythm);
  }

  /** Takes the share of a group; false where it has one, or is closed. */
  synchronized boolean join(Share wanted) {
    boolean free = share.equals(Share.WHOLE) && !closed;
    share = free ? wanted : share;
    return free;
  }

  /** Goes on without a group. */
  synchronized void leaveGroup() {
    share = Share.WHOLE;
  }

  /** Brings the next look forward, as a task does that has to wait for a worker. */
  void bringForward() {
    bringForward.run();
  }

  /** What it governs. */
  Resizable target() {
    return target;
  }

  /** Whether the current thread works for the target; false where the target fails to tell. */
  boolean worksHere() {
    try {
      return target.worksHere();
    } catch (Throwable e) {
      targetFailures.incrementAndGet();
      return false;
    }
  }

  /** Runs an action between two decisions. */
  synchronized void between(Runnable action) {
    action.run();
  }

  /** The size that is held by hand; 0 where none is. */
  synchronized int heldSize() {
    return mode == Mode.PINNED || mode == Mode.OVERRIDDEN ? heldSize : 0;
  }

  /** The time on the clock that stamps decisions. */
  long nanoTime() {
    return clock.nanoTime();
  }

  /**
   * Adds a listener that is called for every decision from now on, and for one that other listeners
   * are being told of.
   */
  public void addListener(DecisionListener listener) {
    listeners.add(Objects.requireNonNull(listener, "listener must not be null"));
  }

  /** Removes a listener; see {@link #addListener}. */
  public void removeListener(DecisionListener listener) {
    Objects.requireNonNull(listener, "listener must not be null");
    listeners.remove(listener);
  }

  /**
   * Adds a listener that is called under the monitor of the governor, so no other decision comes
   * between, and what it reads of the governor is what this one led to. It must be quick, and take
   * no lock under which a governor is called.
   */
  void addRecorder(DecisionListener recorder) {
    listeners.addRecorder(recorder);
  }

  void removeRecorder(DecisionListener recorder) {
    listeners.removeRecorder(recorder);
  }

  /** The governor's name. */
  public String name() {
    return name;
  }

  /** The time from one step to the next if the policy has no wish of its own. */
  public Duration period() {
    return period;
  }

  /** The journal of its last decisions. */
  public Journal journal() {
    return journal;
  }

  /** The present mode. */
  public Mode mode() {
    return mode;
  }

  /** The limits in force, in workers. */
  public Limits limits() {
    return limits;
  }

  /** The policy that is asked next, with everything it has learned. */
  public SizingPolicy policy() {
    return policy;
  }

  /**
   * Forecasts throughput at another number of workers: asks the policy in force about the last
   * window. Changes nothing, and works in any mode.
   *
   * @param workers the number of workers, at least 1, inside the limits or not
   * @return throughput as a ratio of the present one; empty before the first step, and while the
   *     policy has no forecast
   * @throws IllegalArgumentException when {@code workers} is below 1
   */
  public Optional<Forecast> forecast(int workers) {
    Require.atLeast("workers", 1, workers);
    SizingPolicy asked = policy;
    return lastSeen.flatMap(seen ->
        asked.forecast(seen, workers).or(() -> Outlook.learned(asked.learned(), seen, workers)));
  }

  /** The requested size in workers; 0 before the first step. */
  public int size() {
    return size;
  }

  /** The last observation; empty before the first step. */
  public Optional<Observation> lastSeen() {
    return lastSeen;
  }

  /** The last advice of the policy, with the limits applied; empty when there is none. */
  public Optional<Advice> lastAdvice() {
    return lastAdvised.map(Advised::advice);
  }

  /**
   * The size that the policy wanted last, in workers: before the limits, the room of the machine
   * and the share of a group were applied; empty when there is no advice.
   */
  public OptionalInt wanted() {
    return lastAdvised.map(last -> OptionalInt.of(last.wanted())).orElse(OptionalInt.empty());
  }

  /** The age of the last advice; empty when there is none. */
  public Optional<Duration> lastAdviceAge() {
    return lastAdvised.map(last -> Duration.ofNanos(clock.nanoTime() - last.atNanos()));
  }

  /** The age of a decision of this governor. */
  public Duration ageOf(Decision decision) {
    Objects.requireNonNull(decision, "decision must not be null");
    return Duration.ofNanos(clock.nanoTime() - decision.atNanos());
  }

  /** The number of times the policy failed. */
  public long policyFailures() {
    return policyFailures.get();
  }

  /** The number of times the target could not be observed or resized. */
  public long targetFailures() {
    return targetFailures.get();
  }

  /**
   * Registers an action to run when the governor is closed, such as removing it from a directory.
   * It runs at once if the governor is closed already. What it throws is logged.
   */
  public void onClose(Runnable action) {
    Objects.requireNonNull(action, "action must not be null");
    boolean now;
    synchronized (this) {
      now = closed;
      if (!now) {
        closeActions.add(action);
      }
    }
    if (now) {
      perform(action);
    }
  }

  /** Whether the governor is closed. */
  public synchronized boolean isClosed() {
    return closed;
  }

  /**
   * Stops governing: after this returns, neither the loop nor a call by hand changes the size. Does
   * not wait for a running step, which may still end, without effect, nor for listeners that are
   * being told of an earlier decision.
   */
  @Override
  public void close() {
    List<Runnable> actions;
    boolean first;
    synchronized (this) {
      first = !closed;
      closed = true;
      ticker.ifPresent(Ticker::close);
      actions = List.copyOf(closeActions);
      closeActions.clear();
    }
    if (first && ticker.isPresent()) {
      release();
    }
    share.closed();
    actions.forEach(this::perform);
  }

  private void perform(Runnable action) {
    try {
      action.run();
    } catch (Throwable e) {
      FailureSeries.log(name, "an action at its end failed", e);
    }
  }

  private void release() {
    try {
      target.released();
    } catch (Throwable e) {
      FailureSeries.log(name, "the target could not be released", e);
    }
    letGo.run(); // last: from now on another governor may drive it
  }
}
