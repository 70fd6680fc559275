package dev.flyball.lab.torture;

import dev.flyball.control.Governor;
import dev.flyball.policy.Observation;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.pool.AdaptivePool;
import dev.flyball.pool.Limiter;
import dev.flyball.pool.LimiterBuilder;
import dev.flyball.pool.ManagedTarget;
import dev.flyball.pool.PoolBuilder;
import dev.flyball.pool.Rejection;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.function.BiConsumer;
import java.util.function.IntConsumer;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * An executor to be tortured: one that can be resized, and counts what it does.
 *
 * @param executor the executor
 * @param executing takes a task of a kind
 * @param submitting takes a task of a kind that has a result
 * @param managed the executor as what a governor may size
 * @param hand sets its size: by its governor, which follows its policy again afterwards, or itself
 * @param alive workers that exist now, or places that are taken
 * @param aliveMost the most workers that ever existed at one time; empty where it does not tell
 * @param life its figures since the beginning; empty where it has no sensors
 * @param closing closes it
 * @param countsFailedStarts whether a start that fails counts as a task that came, started and
 *     failed
 */
record TortureTarget(
    ExecutorService executor,
    BiConsumer<String, Runnable> executing,
    Submitting submitting,
    ManagedTarget managed,
    IntConsumer hand,
    IntSupplier alive,
    Supplier<OptionalInt> aliveMost,
    Supplier<Optional<Observation>> life,
    Runnable closing,
    boolean countsFailedStarts) {

  /** A factory of executors for a plan. */
  @FunctionalInterface
  interface Maker {
    TortureTarget make(String name, RoundPlan plan, ThreadFactory threads, Rejection rejection);
  }

  /** Takes a task of a kind that has a result. */
  @FunctionalInterface
  interface Submitting {
    <T> Future<T> submit(String kind, Callable<T> task);
  }

  /** Makes what the plan is for. */
  static TortureTarget planned(
      String name, RoundPlan plan, ThreadFactory threads, Rejection rejection) {
    return plan.limiter()
        ? limiter(name, plan, threads, rejection)
        : pool(name, plan, threads, rejection);
  }

  /** The adaptive pool. */
  static TortureTarget pool(
      String name, RoundPlan plan, ThreadFactory threads, Rejection rejection) {
    PoolBuilder builder =
        AdaptivePool.named(name)
            .ungoverned()
            .workers(plan.workers())
            .threadFactory(threads)
            .rejection(rejection)
            .keepAlive(Duration.ofNanos(plan.idleMicros() * 1000L));
    if (plan.bounded()) {
      builder.queueCapacity(plan.queueCapacity());
    }
    if (plan.prestarted()) {
      builder.prestart();
    }
    if (plan.overflowMax() > 0) {
      builder.maximumWorkers(plan.overflowMax());
    }
    if (!plan.measured()) {
      builder.unmeasured();
    } else if (plan.governed()) {
      builder
          .governedBy(Policies.parse("littles-law"))
          .limits(1, plan.workersMax())
          .period(Duration.ofMillis(1));
    }
    AdaptivePool pool = builder.build();
    return new TortureTarget(
        pool,
        pool::execute,
        pool::submit,
        pool,
        handOn(pool),
        pool::workersCurrent,
        () -> OptionalInt.of(pool.workersMax()),
        () -> pool.measured() ? Optional.of(pool.lifetime()) : Optional.empty(),
        pool::close,
        false);
  }

  /** The limiter; what a plan says of idle workers means nothing to it. */
  private static TortureTarget limiter(
      String name, RoundPlan plan, ThreadFactory threads, Rejection rejection) {
    LimiterBuilder builder =
        Limiter.named(name)
            .ungoverned()
            .atMost(plan.workers())
            .threadFactory(threads)
            .rejection(rejection);
    if (plan.bounded()) {
      builder.queueCapacity(plan.queueCapacity());
    }
    if (plan.governed()) {
      builder
          .governedBy(Policies.parse("littles-law"))
          .limits(1, plan.workersMax())
          .period(Duration.ofMillis(1));
    }
    Limiter limiter = builder.build();
    return new TortureTarget(
        limiter,
        limiter::execute,
        limiter::submit,
        limiter,
        handOn(limiter),
        limiter::running,
        OptionalInt::empty,
        () -> Optional.of(limiter.lifetime()),
        limiter::close,
        true);
  }

  /** This one, but that tasks are taken by another executor, which hands them on to it. */
  TortureTarget behind(ExecutorService other) {
    return new TortureTarget(
        other,
        (kind, task) -> other.execute(task),
        new Submitting() {
          @Override
          public <T> Future<T> submit(String kind, Callable<T> task) {
            return other.submit(task);
          }
        },
        managed,
        hand,
        alive,
        aliveMost,
        life,
        closing,
        countsFailedStarts);
  }

  private static IntConsumer handOn(ManagedTarget target) {
    return target
        .governor()
        .<IntConsumer>map(governor -> workers -> overrule(governor, workers))
        .orElseGet(() -> target.control()::resize);
  }

  private static void overrule(Governor governor, int workers) {
    try {
      governor.pin(workers);
      governor.govern();
    } catch (IllegalStateException closed) {
      if (!governor.isClosed()) {
        throw closed;
      }
    }
  }

  void resize(int workers) {
    hand.accept(workers);
  }

  Optional<Governor> governor() {
    return managed.governor();
  }

  @Override
  public String toString() {
    return managed.toString();
  }
}
