package dev.flyball.control;

import dev.flyball.control.Decision.Cause;
import dev.flyball.policy.Advice;
import dev.flyball.policy.Limits;
import dev.flyball.policy.Observation;
import dev.flyball.policy.SizingPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The loop that drives one target: observe it, ask the policy, apply the advice.
 *
 * <p>It is the only writer of the target's size. Whatever else may set the size by hand (freeze,
 * the kill switch, new limits) goes through it, takes effect at once, and is told to the listeners
 * and the journal like any other decision.
 *
 * <p>A failure never harms the target: where the policy throws, or the target cannot be observed or
 * resized, the size is held, the failure is counted, and the first of a row of failures is logged.
 *
 * <p><b>Threads.</b> Any thread may call any method. One monitor guards all state; the policy, the
 * target and the listeners are called while it is held, so they must be quick and must not wait for
 * another thread that uses this governor. {@link #start()} makes one daemon thread that calls
 * {@link #step()} once per period; without it, nothing happens but when {@code step} is called,
 * which is how a simulation drives it.
 */
public final class Governor implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(Governor.class.getName());

  private final String name;
  private final Resizable target;
  private final Clock clock;
  private final Duration period;
  private final Journal journal;
  private final List<DecisionListener> listeners = new CopyOnWriteArrayList<>();

  // All below: guarded by this.
  private SizingPolicy policy;
  private Limits limits;
  private Mode mode = Mode.GOVERN;
  private int size;
  private int heldSize;
  private Optional<Observation> lastSeen = Optional.empty();
  private Optional<Advice> lastAdvice = Optional.empty();
  private long adviceAtNanos;
  private long decisionCount;
  private long policyFailures;
  private long targetFailures;
  private boolean failingPolicy;
  private boolean failingTarget;
  private Optional<Ticker> ticker = Optional.empty();
  private boolean closed;

  Governor(GovernorBuilder plan) {
    this.name = plan.name;
    this.target = plan.target;
    this.policy = plan.policy;
    this.limits = plan.limits;
    this.clock = plan.clock;
    this.period = plan.period;
    this.journal = plan.journal;
  }

  /** Begins the description of a governor of {@code target} by {@code policy}. */
  public static GovernorBuilder of(String name, Resizable target, SizingPolicy policy) {
    return new GovernorBuilder(name, target, policy);
  }

  /**
   * Starts the daemon thread that steps once per period.
   *
   * @throws IllegalStateException when started before, or closed
   */
  public synchronized Governor start() {
    if (closed || ticker.isPresent()) {
      throw new IllegalStateException(
          "governor '" + name + "' " + (closed ? "is closed" : "was started before"));
    }
    Ticker made = new Ticker("flyball-governor-" + name, period, this::step);
    ticker = Optional.of(made);
    made.start();
    return this;
  }

  /** Observe, ask, apply: one turn of the loop. */
  public synchronized void step() {
    Optional<Observation> seen = observe();
    Optional<Advice> advice = seen.flatMap(this::ask);
    advice.ifPresent(given -> apply(seen, given));
  }

  private Optional<Observation> observe() {
    try {
      Observation seen = target.observe();
      lastSeen = Optional.of(seen);
      size = seen.size().workersAsked();
      failingTarget = false;
      return lastSeen;
    } catch (Throwable e) {
      targetFailed("observe", Optional.empty(), e);
      return Optional.empty();
    }
  }

  private Optional<Advice> ask(Observation seen) {
    if (mode == Mode.FIXED) {
      resize(Cause.FIXED, lastSeen, OptionalInt.empty(), heldSize, "fixed at " + heldSize);
      return Optional.empty();
    }
    try {
      Advice advice = limits.apply(policy.on(seen));
      policy = advice.next();
      failingPolicy = false;
      lastAdvice = Optional.of(advice);
      adviceAtNanos = clock.nanoTime();
      return lastAdvice;
    } catch (Throwable e) {
      policyFailed(e);
      return Optional.empty();
    }
  }

  private void apply(Optional<Observation> seen, Advice advice) {
    OptionalInt advised = OptionalInt.of(advice.workers());
    switch (mode) {
      case GOVERN -> resize(Cause.POLICY, seen, advised, advice.workers(), advice.why());
      case ADVISE_ONLY -> decide(Cause.ADVISE_ONLY, seen, advised, size, advice.why());
      case FROZEN ->
          resize(
              Cause.FROZEN, seen, advised, heldSize, "frozen at " + heldSize + "; " + advice.why());
      case FIXED -> throw new AssertionError("a fixed size asks no policy");
    }
  }

  private void resize(
      Cause cause, Optional<Observation> seen, OptionalInt advised, int workers, String why) {
    int from = size;
    if (workers != from) {
      try {
        target.resize(workers);
        size = workers;
      } catch (Throwable e) {
        targetFailed("resize to " + workers, seen, e);
        return;
      }
    }
    decide(cause, seen, advised, from, why);
  }

  private void decide(
      Cause cause, Optional<Observation> seen, OptionalInt advised, int from, String why) {
    decisionCount++;
    Decision decision =
        new Decision(decisionCount, clock.nanoTime(), cause, seen, advised, from, size, why);
    journal.add(decision);
    for (DecisionListener listener : listeners) {
      try {
        listener.decided(decision);
      } catch (Throwable e) {
        LOG.log(System.Logger.Level.WARNING, "governor '" + name + "': a listener failed", e);
      }
    }
  }

  private void policyFailed(Throwable e) {
    policyFailures++;
    if (!failingPolicy) {
      failingPolicy = true;
      LOG.log(
          System.Logger.Level.WARNING,
          "governor '" + name + "': the policy " + policy + " failed, the size stays at " + size,
          e);
    }
    decide(
        Cause.POLICY_FAILED,
        lastSeen,
        OptionalInt.empty(),
        size,
        "held at " + size + ": the policy failed with " + e);
  }

  private void targetFailed(String what, Optional<Observation> seen, Throwable e) {
    targetFailures++;
    if (!failingTarget) {
      failingTarget = true;
      LOG.log(System.Logger.Level.WARNING, "governor '" + name + "': cannot " + what, e);
    }
    decide(
        Cause.TARGET_FAILED,
        seen,
        OptionalInt.empty(),
        size,
        "held at " + size + ": could not " + what + ": " + e);
  }

  /**
   * Sets the size by hand and keeps it; the policy is still asked, so that its advice can be seen.
   *
   * @param workers the size, at least 1; limits do not apply to the hand
   */
  public synchronized void freeze(int workers) {
    hold(Mode.FROZEN, Cause.FROZEN, workers, "frozen at " + workers + " by hand");
  }

  /**
   * The kill switch: sets the size and no longer asks the policy.
   *
   * @param workers the size, at least 1; limits do not apply to the hand
   */
  public synchronized void fix(int workers) {
    hold(Mode.FIXED, Cause.FIXED, workers, "fixed at " + workers + " by hand");
  }

  private void hold(Mode newMode, Cause cause, int workers, String why) {
    if (workers < 1) {
      throw new IllegalArgumentException("workers must be at least 1 but was " + workers);
    }
    mode = newMode;
    heldSize = workers;
    resize(cause, Optional.empty(), OptionalInt.empty(), workers, why);
  }

  /** Leaves the size alone from now on and only publishes the advice. */
  public synchronized void adviseOnly() {
    mode = Mode.ADVISE_ONLY;
  }

  /** Follows the policy again, from the next step on. */
  public synchronized void govern() {
    mode = Mode.GOVERN;
  }

  /** Puts new limits into force; a governed size outside of them is brought inside at once. */
  public synchronized void limits(Limits newLimits) {
    limits = newLimits;
    int allowed = limits.clamp(size);
    if (mode == Mode.GOVERN && size > 0 && allowed != size) {
      resize(
          Cause.LIMITS,
          Optional.empty(),
          OptionalInt.empty(),
          allowed,
          "limits " + limits + " allow " + allowed + " of " + size);
    }
  }

  /** Asks another policy from the next step on. */
  public synchronized void policy(SizingPolicy newPolicy) {
    policy = newPolicy;
    failingPolicy = false;
  }

  /** Adds somebody who is told of every decision from now on. */
  public void addListener(DecisionListener listener) {
    listeners.add(listener);
  }

  /** Ends what {@link #addListener} began. */
  public void removeListener(DecisionListener listener) {
    listeners.remove(listener);
  }

  public String name() {
    return name;
  }

  public Duration period() {
    return period;
  }

  public Journal journal() {
    return journal;
  }

  public synchronized Mode mode() {
    return mode;
  }

  public synchronized Limits limits() {
    return limits;
  }

  /** The policy that is asked next, with all that it has learned. */
  public synchronized SizingPolicy policy() {
    return policy;
  }

  /** The size asked for; 0 before the first step. */
  public synchronized int size() {
    return size;
  }

  /** What was observed last. */
  public synchronized Optional<Observation> lastSeen() {
    return lastSeen;
  }

  /** What the policy advised last, the limits applied. */
  public synchronized Optional<Advice> lastAdvice() {
    return lastAdvice;
  }

  /** The age of the last advice; empty when there is none. */
  public synchronized Optional<Duration> lastAdviceAge() {
    return lastAdvice.map(advice -> Duration.ofNanos(clock.nanoTime() - adviceAtNanos));
  }

  /** How often the policy failed. */
  public synchronized long policyFailures() {
    return policyFailures;
  }

  /** How often the target could not be observed or resized. */
  public synchronized long targetFailures() {
    return targetFailures;
  }

  /** Stops stepping; the size stays as it is. Closing twice does nothing more. */
  @Override
  public void close() {
    Optional<Ticker> stopping;
    synchronized (this) {
      closed = true;
      stopping = ticker;
    }
    stopping.ifPresent(Ticker::close);
  }
}
