package dev.flyball.pool;

import dev.flyball.base.Require;
import dev.flyball.control.Journal;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.pool.admit.AdmissionPlan;
import java.time.Duration;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ThreadFactory;
import java.util.function.DoubleSupplier;

/** The description of a limiter that is not made yet; what is not said has a default. */
public final class LimiterBuilder {

  final String name;
  final GovernorPlan governing = new GovernorPlan();
  private boolean bounded;
  final SortedMap<String, DoubleSupplier> signals = new TreeMap<>();
  Optional<ThreadFactory> threads = Optional.empty();
  Rejection rejection = Rejection.abort();
  int limit = Runtime.getRuntime().availableProcessors();
  int queueCapacity = Integer.MAX_VALUE;

  LimiterBuilder(String name) {
    this.name = Require.notBlank("name", name);
  }

  /**
   * How many tasks may run at once, at least 1; as many as the machine has processors at the
   * beginning unless said. Where the default governs within no other limits it is their maximum; a
   * policy of yours, or {@link Limiter#control()}, begins there and may pass it.
   */
  public LimiterBuilder atMost(int tasks) {
    this.limit = Require.atLeast("atMost", 1, tasks);
    this.bounded = true;
    return this;
  }

  /**
   * How many tasks may wait; no bound unless said. With 0 a task is taken only when it can start at
   * once.
   */
  public LimiterBuilder queueCapacity(int tasks) {
    this.queueCapacity = Require.atLeast("queueCapacity", 0, tasks);
    return this;
  }

  /**
   * What makes the thread of each task. Unless said, virtual threads where the JDK has them, and
   * ordinary ones before Java 21, all named as the limiter.
   *
   * <p>The factory is called by whoever starts a task: its submitter, a task that ended before it,
   * or the thread that raised the limit. So threads that inherit something of the thread that makes
   * them (inheritable thread-locals, the context class loader) inherit it from any of these; those
   * made unless said inherit nothing, and have the context class loader of the thread that
   * described the limiter.
   */
  public LimiterBuilder threads(ThreadFactory factory) {
    this.threads = Optional.of(factory);
    return this;
  }

  /** What happens to a task that cannot be taken; it aborts unless said. */
  public LimiterBuilder rejection(Rejection way) {
    this.rejection = way;
    return this;
  }

  /**
   * Leaves the size to whoever takes {@link Limiter#control()}; without this, and without another
   * policy, the default governs.
   */
  public LimiterBuilder ungoverned() {
    governing.nobody();
    return this;
  }

  /** Gives the limiter a governor that asks this policy and ends with the limiter. */
  public LimiterBuilder governedBy(SizingPolicy sizing) {
    governing.policy(sizing);
    return this;
  }

  /** The sizes allowed to the governor; any unless said. */
  public LimiterBuilder limits(int min, int max) {
    governing.limits(min, max);
    return this;
  }

  /**
   * The time from one step of the governor to the next for a policy that has no wish of its own;
   * one second unless said.
   *
   * @throws IllegalArgumentException when it is below one millisecond
   */
  public LimiterBuilder period(Duration time) {
    governing.period(time);
    return this;
  }

  /** The journal that the governor writes to; one of its last 3000 decisions unless said. */
  public LimiterBuilder journal(Journal memory) {
    governing.journal(memory);
    return this;
  }

  /**
   * Has something observed that the limiter itself cannot see, and that its policy needs; as {@link
   * PoolBuilder#signal}.
   *
   * @param signal its name
   * @param source what is asked for its value
   * @throws IllegalArgumentException when the name is blank or was given before
   */
  public LimiterBuilder signal(String signal, DoubleSupplier source) {
    if (signals.putIfAbsent(Require.notBlank("signal", signal), source) != null) {
      throw new IllegalArgumentException(
          "signal must be given once but was '" + signal + "' twice");
    }
    return this;
  }

  AdmissionPlan admitting() {
    return new AdmissionPlan(name, threads, governing.firstSize(limit), queueCapacity);
  }

  /**
   * Makes the limiter; where it is governed, the governor starts at once.
   *
   * @throws IllegalStateException when it has limits and nobody who keeps them
   */
  public Limiter build() {
    if (bounded) {
      governing.atMost(limit);
    }
    governing.check("limiter '" + name + "'");
    return new Limiter(this);
  }
}
