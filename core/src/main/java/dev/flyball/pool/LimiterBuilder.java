package dev.flyball.pool;

import dev.flyball.admission.Admission;
import dev.flyball.base.Durations;
import dev.flyball.base.Require;
import dev.flyball.control.Journal;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.pool.admit.AdmissionPlan;
import dev.flyball.pool.base.AdmissionSettings;
import dev.flyball.pool.base.Decoration;
import dev.flyball.pool.govern.GovernorPlan;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ThreadFactory;
import java.util.function.DoubleSupplier;

/** A builder of limiters; every setting has a default. */
public final class LimiterBuilder {

  final String name;
  final GovernorPlan governing = new GovernorPlan();
  private boolean bounded;
  private boolean daemon;
  final SortedMap<String, DoubleSupplier> signals = new TreeMap<>();
  Optional<ThreadFactory> threads = Optional.empty();
  Rejection rejection = Rejection.abort();
  Decoration decoration = Decoration.NONE;
  AdmissionSettings admission = AdmissionSettings.STANDARD;
  int limit = Runtime.getRuntime().availableProcessors();
  int queueCapacity = Integer.MAX_VALUE;

  LimiterBuilder(String name) {
    this.name = Require.notBlank("name", name);
  }

  /**
   * How many tasks may run at once, at least 1. By default it begins with as many as the machine
   * has processors. If the default policy governs and no limits are set, this is also its maximum;
   * another policy, or {@link Limiter#control()}, begins there and may exceed it.
   */
  public LimiterBuilder atMost(int tasks) {
    this.limit = Require.atLeast("atMost", 1, tasks);
    this.bounded = true;
    return this;
  }

  /**
   * Maximum number of waiting tasks. Unbounded by default. With 0 a task is taken only when it can
   * start at once.
   */
  public LimiterBuilder queueCapacity(int tasks) {
    this.queueCapacity = Require.atLeast("queueCapacity", 0, tasks);
    return this;
  }

  /**
   * The factory for the tasks' threads. By default it makes virtual threads where the JDK has them,
   * and ordinary threads before Java 21, all named after the limiter.
   *
   * <p>The factory is called by the thread that starts a task: its submitter, a task that ended
   * before it, or the thread that raised the limit. Threads that inherit something of the thread
   * that makes them (inheritable thread-locals, the context class loader) inherit it from any of
   * these. Threads of the default factory inherit nothing, and have the context class loader of the
   * thread that described the limiter.
   */
  public LimiterBuilder threadFactory(ThreadFactory factory) {
    Objects.requireNonNull(factory, "factory must not be null");
    this.threads = Optional.of(factory);
    return this;
  }

  /**
   * Lets the process end while tasks run or wait, as far as their threads let it: virtual threads
   * do, and so do the daemons of a factory. By default a limiter with virtual threads keeps the
   * process until its tasks have ended, as a pool does; an idle one does not.
   *
   * <p>For a process that other threads keep, such as a server: the first task after a pause then
   * need not start the thread that keeps the process.
   */
  public LimiterBuilder daemon() {
    this.daemon = true;
    return this;
  }

  /** What happens to a task that cannot be taken. Aborts by default. */
  public LimiterBuilder rejection(Rejection way) {
    Objects.requireNonNull(way, "way must not be null");
    this.rejection = way;
    return this;
  }

  /**
   * Decorates each task, such as to carry a context from the submitting thread to the one that runs
   * the task. None by default.
   */
  public LimiterBuilder decorate(TaskDecorator decorator) {
    Objects.requireNonNull(decorator, "decorator must not be null");
    this.decoration = Decoration.by(decorator::decorate);
    return this;
  }

  /**
   * The rule for who gets in. {@link dev.flyball.admission.DeadlineAdmission#standard()} by
   * default: it turns a task away that cannot be done by its deadline, and one without a deadline
   * only for want of room.
   */
  public LimiterBuilder admission(Admission rule) {
    Objects.requireNonNull(rule, "rule must not be null");
    this.admission = admission.rule(rule);
    return this;
  }

  /**
   * The time in which the result of a task is wanted that brings no deadline of its own. None by
   * default.
   *
   * @param time positive, from each task's arrival
   */
  public LimiterBuilder deadline(Duration time) {
    Objects.requireNonNull(time, "time must not be null");
    this.admission = admission.deadlineNanos(Durations.nanos("deadline", time));
    return this;
  }

  /**
   * Creates no governor: the caller that takes {@link Limiter#control()} sets the size. Without
   * this, and without another policy, the default policy governs.
   */
  public LimiterBuilder ungoverned() {
    governing.nobody();
    return this;
  }

  /** Gives the limiter a governor that asks this policy and ends with the limiter. */
  public LimiterBuilder governedBy(SizingPolicy sizing) {
    Objects.requireNonNull(sizing, "sizing must not be null");
    governing.policy(sizing);
    return this;
  }

  /** The sizes that the governor may set. Unlimited by default. */
  public LimiterBuilder limits(int min, int max) {
    governing.limits(min, max);
    return this;
  }

  /**
   * The time between two steps of the governor, for a policy that asks for none itself. One second
   * by default.
   *
   * @throws IllegalArgumentException when it is below one millisecond
   */
  public LimiterBuilder period(Duration time) {
    Objects.requireNonNull(time, "time must not be null");
    governing.period(time);
    return this;
  }

  /** The journal that the governor writes to. By default it keeps the last 3000 decisions. */
  public LimiterBuilder journal(Journal memory) {
    Objects.requireNonNull(memory, "memory must not be null");
    governing.journal(memory);
    return this;
  }

  /**
   * Adds a figure to the limiter's observations that the limiter itself cannot measure but its
   * policy needs; as {@link PoolBuilder#signal}.
   *
   * @param signal its name
   * @param source returns its value
   * @throws IllegalArgumentException when the name is blank or was given before
   */
  public LimiterBuilder signal(String signal, DoubleSupplier source) {
    Objects.requireNonNull(signal, "signal must not be null");
    Objects.requireNonNull(source, "source must not be null");
    if (signals.putIfAbsent(Require.notBlank("signal", signal), source) != null) {
      throw new IllegalArgumentException(
          "signal must be given once but was '" + signal + "' twice");
    }
    return this;
  }

  AdmissionPlan admitting() {
    return new AdmissionPlan(
        name, threads, governing.firstSize(limit), queueCapacity, admission, daemon);
  }

  /**
   * Makes the limiter; if it is governed, the governor starts at once.
   *
   * @throws IllegalStateException when it has limits but no policy
   */
  public Limiter build() {
    if (bounded) {
      governing.atMost(limit);
    }
    governing.check("limiter '" + name + "'");
    return new Limiter(this);
  }
}
