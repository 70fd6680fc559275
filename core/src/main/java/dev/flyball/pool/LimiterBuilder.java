package dev.flyball.pool;

import dev.flyball.base.Require;
import dev.flyball.pool.admit.AdmissionPlan;
import dev.flyball.pool.base.Decoration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;

/** A builder of limiters; every setting has a default. */
public final class LimiterBuilder extends AdmittingBuilder<LimiterBuilder> {

  private boolean bounded;
  private boolean daemon;
  Optional<ThreadFactory> threads = Optional.empty();
  Rejection rejection = Rejection.abort();
  Decoration decoration = Decoration.NONE;
  int limit = Runtime.getRuntime().availableProcessors();
  int queueCapacity = Integer.MAX_VALUE;

  LimiterBuilder(String name) {
    super(name);
  }

  @Override
  LimiterBuilder self() {
    return this;
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

  AdmissionPlan admitting() {
    return new AdmissionPlan(
        name, threads, governing.firstSize(limit), queueCapacity, admission, daemon);
  }

  /**
   * Makes the limiter; if it is governed, the governor starts at once.
   *
   * @throws IllegalStateException when it has limits, a period, a journal or advice but no policy
   */
  public Limiter build() {
    if (bounded) {
      governing.atMost(limit);
    }
    governing.check("limiter '" + name + "'");
    return new Limiter(this);
  }
}
