package dev.flyball.lab.torture;

import dev.flyball.control.Governor;
import dev.flyball.policy.Observation;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.pool.Limiter;
import dev.flyball.pool.LimiterBuilder;
import dev.flyball.pool.Rejection;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.function.IntConsumer;

/** The limiter, to be tortured; what a plan says of idle workers means nothing to it. */
final class LimiterTarget implements TortureTarget {

  private final Limiter limiter;
  private final IntConsumer hand;

  LimiterTarget(Limiter limiter) {
    this.limiter = limiter;
    this.hand = TortureTarget.handOn(limiter);
  }

  static TortureTarget of(String name, RoundPlan plan, ThreadFactory threads, Rejection rejection) {
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
