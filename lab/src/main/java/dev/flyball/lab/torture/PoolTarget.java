package dev.flyball.lab.torture;

import dev.flyball.control.Governor;
import dev.flyball.policy.Observation;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.pool.AdaptivePool;
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

/** The adaptive pool, to be tortured. */
final class PoolTarget implements TortureTarget {

  private final AdaptivePool pool;
  private final IntConsumer hand;

  PoolTarget(AdaptivePool pool) {
    this.pool = pool;
    this.hand = TortureTarget.handOn(pool);
  }

  static TortureTarget of(String name, RoundPlan plan, ThreadFactory threads, Rejection rejection) {
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
