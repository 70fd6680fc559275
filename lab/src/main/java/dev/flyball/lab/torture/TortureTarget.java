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
import java.util.function.IntConsumer;

/** An executor to be tortured: one that can be resized, and counts what it does. */
interface TortureTarget {

  /** A factory of executors for a plan. */
  @FunctionalInterface
  interface Maker {
    TortureTarget make(String name, RoundPlan plan, ThreadFactory threads, Rejection rejection);

    /** Makes what the plan is for. */
    static TortureTarget planned(
        String name, RoundPlan plan, ThreadFactory threads, Rejection rejection) {
      return plan.limiter()
          ? LimiterTarget.of(name, plan, threads, rejection)
          : PoolTarget.of(name, plan, threads, rejection);
    }
  }

  /** A hand on its size: by its governor, which follows its policy again afterwards, or itself. */
  static IntConsumer handOn(ManagedTarget target) {
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

  ExecutorService executor();

  void execute(String kind, Runnable task);

  <T> Future<T> submit(String kind, Callable<T> task);

  void resize(int workers);

  void close();

  /** Its governor, if it has one. */
  Optional<Governor> governor();

  /** Tasks that wait now. */
  int queued();

  /** Workers that exist now, or places that are taken. */
  int workersCurrent();

  /** The most workers that ever existed at one time; empty where it does not tell. */
  OptionalInt workersMax();

  /** Its figures since the beginning; empty where it has no sensors. */
  Optional<Observation> lifetime();

  /** Whether a start that fails counts as a task that came, started and failed. */
  boolean countsFailedStarts();

  /** The adaptive pool, to be tortured. */
  static final class PoolTarget implements TortureTarget {

    private final AdaptivePool pool;
    private final IntConsumer hand;

    PoolTarget(AdaptivePool pool) {
      this.pool = pool;
      this.hand = TortureTarget.handOn(pool);
    }

    static TortureTarget of(
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
      return new PoolTarget(builder.build());
    }

    @Override
    public ExecutorService executor() {
      return pool;
    }

    @Override
    public void execute(String kind, Runnable task) {
      pool.execute(kind, task);
    }

    @Override
    public <T> Future<T> submit(String kind, Callable<T> task) {
      return pool.submit(kind, task);
    }

    @Override
    public void resize(int workers) {
      hand.accept(workers);
    }

    @Override
    public void close() {
      pool.close();
    }

    @Override
    public Optional<Governor> governor() {
      return pool.governor();
    }

    @Override
    public int queued() {
      return pool.queued();
    }

    @Override
    public int workersCurrent() {
      return pool.workersCurrent();
    }

    @Override
    public OptionalInt workersMax() {
      return OptionalInt.of(pool.workersMax());
    }

    @Override
    public Optional<Observation> lifetime() {
      return pool.measured() ? Optional.of(pool.lifetime()) : Optional.empty();
    }

    @Override
    public boolean countsFailedStarts() {
      return false;
    }

    @Override
    public String toString() {
      return pool.toString();
    }
  }

  /** The limiter, to be tortured; what a plan says of idle workers means nothing to it. */
  static final class LimiterTarget implements TortureTarget {

    private final Limiter limiter;
    private final IntConsumer hand;

    LimiterTarget(Limiter limiter) {
      this.limiter = limiter;
      this.hand = TortureTarget.handOn(limiter);
    }

    static TortureTarget of(
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
      return new LimiterTarget(builder.build());
    }

    @Override
    public ExecutorService executor() {
      return limiter;
    }

    @Override
    public void execute(String kind, Runnable task) {
      limiter.execute(kind, task);
    }

    @Override
    public <T> Future<T> submit(String kind, Callable<T> task) {
      return limiter.submit(kind, task);
    }

    @Override
    public void resize(int workers) {
      hand.accept(workers);
    }

    @Override
    public void close() {
      limiter.close();
    }

    @Override
    public Optional<Governor> governor() {
      return limiter.governor();
    }

    @Override
    public int queued() {
      return limiter.queued();
    }

    @Override
    public int workersCurrent() {
      return limiter.running();
    }

    @Override
    public OptionalInt workersMax() {
      return OptionalInt.empty();
    }

    @Override
    public Optional<Observation> lifetime() {
      return Optional.of(limiter.lifetime());
    }

    @Override
    public boolean countsFailedStarts() {
      return true;
    }

    @Override
    public String toString() {
      return limiter.toString();
    }
  }
}
