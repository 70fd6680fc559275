package dev.flyball.lab.torture;

import dev.flyball.admission.Admission;
import dev.flyball.admission.DeadlineAdmission;
import dev.flyball.admission.TaskOptions;
import dev.flyball.control.Resizable;
import dev.flyball.policy.Observation;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.pool.AdaptivePool;
import dev.flyball.pool.Limiter;
import dev.flyball.pool.LimiterBuilder;
import dev.flyball.pool.ManagedTarget;
import dev.flyball.pool.PoolBuilder;
import dev.flyball.pool.Rejection;
import dev.flyball.pool.ScheduledPool;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/**
 * An executor to be tortured: one that can be resized, and counts what it does.
 *
 * @param executor the executor
 * @param executing takes a task with what is said of it
 * @param submitting takes such a task for its result
 * @param managed the executor as what a governor may size
 * @param closing closes it
 * @param hand what sets its size where it has no governor
 * @param scheduled the same as a scheduled executor, where the plan has scheduled tasks
 */
record TortureTarget(
    ExecutorService executor,
    BiConsumer<TaskOptions, TortureTask> executing,
    BiFunction<TaskOptions, TortureTask, Future<Integer>> submitting,
    ManagedTarget managed,
    Runnable closing,
    Optional<Resizable> hand,
    Optional<ScheduledPool> scheduled) {

  private static final long OVERLOADED_NANOS = 3_000_000;

  /** Makes what the plan is for; what is wrong with a context is written into the ledger. */
  static TortureTarget of(
      String name, TaskLedger ledger, ThreadFactory threads, Rejection rejection) {
    return ledger.plan.limiter()
        ? limiter(name, ledger, threads, rejection)
        : pool(name, ledger, threads, rejection);
  }

  /** The adaptive pool. */
  private static TortureTarget pool(
      String name, TaskLedger ledger, ThreadFactory threads, Rejection rejection) {
    RoundPlan plan = ledger.plan;
    PoolBuilder builder =
        AdaptivePool.named(name)
            .ungoverned()
            .workers(plan.workers())
            .queueCapacity(plan.queueCapacity())
            .threadFactory(threads)
            .rejection(rejection)
            .keepAlive(Duration.ofNanos(plan.idleMicros() * 1000L));
    plan.order().ifPresent(order -> builder.admission(rule(order)));
    if (plan.decorated()) {
      builder.decorate(TortureContext.carrying(ledger));
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
            pool, pool::execute, pool::submit, pool, pool::close, hand(pool), Optional.empty())
        .over(plan.schedules(), () -> ScheduledPool.over(pool));
  }

  /** The limiter; what a plan says of idle workers means nothing to it. */
  private static TortureTarget limiter(
      String name, TaskLedger ledger, ThreadFactory threads, Rejection rejection) {
    RoundPlan plan = ledger.plan;
    LimiterBuilder builder =
        Limiter.named(name)
            .ungoverned()
            .atMost(plan.workers())
            .queueCapacity(plan.queueCapacity())
            .threadFactory(threads)
            .rejection(rejection);
    plan.order().ifPresent(order -> builder.admission(rule(order)));
    if (plan.decorated()) {
      builder.decorate(TortureContext.carrying(ledger));
    }
    if (plan.governed()) {
      builder
          .governedBy(Policies.parse("littles-law"))
          .limits(1, plan.workersMax())
          .period(Duration.ofMillis(1));
    }
    Limiter made = builder.build();
    return new TortureTarget(
            made, made::execute, made::submit, made, made::close, hand(made), Optional.empty())
        .over(plan.schedules(), () -> ScheduledPool.over(made));
  }

  /** This one as a scheduled executor, which owns it, where tasks are to be scheduled. */
  private TortureTarget over(
      Optional<RoundPlan.AfterShutdown> after, Supplier<ScheduledPool> made) {
    if (after.isEmpty()) {
      return this;
    }
    ScheduledPool its = made.get();
    its.setExecuteExistingDelayedTasksAfterShutdownPolicy(after.get().delayed());
    its.setContinueExistingPeriodicTasksAfterShutdownPolicy(after.get().series());
    return new TortureTarget(
        its, executing, submitting, managed, its::close, hand, Optional.of(its));
  }

  /** A rule that thinks after a few milliseconds already that the executor is overloaded. */
  private static Admission rule(Admission.Order order) {
    return new DeadlineAdmission(OVERLOADED_NANOS, order, OptionalLong.empty());
  }

  private static Optional<Resizable> hand(ManagedTarget target) {
    return target.governor().isPresent() ? Optional.empty() : Optional.of(target.control());
  }

  /** This one, but that tasks are taken by another executor, which hands them on to it. */
  TortureTarget behind(ExecutorService other) {
    return new TortureTarget(
        other,
        (options, task) -> other.execute(task),
        (options, task) -> other.submit((Callable<Integer>) task),
        managed,
        closing,
        hand,
        scheduled);
  }

  /** Sets its size: by its governor, which follows its policy again afterwards, or by hand. */
  void resize(int workers) {
    hand.ifPresent(own -> own.resize(workers));
    managed
        .governor()
        .ifPresent(governor -> {
          try {
            governor.pin(workers);
            governor.govern();
          } catch (IllegalStateException closed) {
            if (!governor.isClosed()) {
              throw closed;
            }
          }
        });
  }

  /** Workers that exist now, or places that are taken. */
  int alive() {
    return managed instanceof Limiter limiter ? limiter.running() : managed.workersCurrent();
  }

  /** Its figures since the beginning; empty where it has no sensors. */
  Optional<Observation> life() {
    return managed instanceof AdaptivePool pool && !pool.measured()
        ? Optional.empty()
        : Optional.of(managed.lifetime());
  }

  @Override
  public String toString() {
    return managed.toString();
  }
}
