package dev.flyball.lab.trial;

import dev.flyball.control.Clock;
import dev.flyball.control.Decision;
import dev.flyball.control.Governor;
import dev.flyball.lab.report.Spread;
import dev.flyball.policy.Advice;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Quantiles;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.pool.AdaptivePool;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * Our pool with a policy.
 *
 * <p>Samples are cut with a window of their own, so that they take nothing from the governor's.
 */
public final class AdaptiveUnderTest implements PoolUnderTest {

  private final String policyName;
  private final AdaptivePool pool;
  private final long madeNanos;
  private final Supplier<Observation> windows;

  private AdaptiveUnderTest(String policyName, AdaptivePool pool) {
    this.policyName = policyName;
    this.pool = pool;
    this.windows = pool.windows();
    this.madeNanos = Clock.SYSTEM.nanoTime();
  }

  /**
   * A pool that begins with {@code workers} and is then sized by {@code policy}.
   *
   * @param policyName what tables call it
   */
  public static AdaptiveUnderTest of(String policyName, SizingPolicy policy, int workers) {
    AdaptivePool pool = AdaptivePool.named(policyName).workers(workers).governedBy(policy).build();
    return new AdaptiveUnderTest(policyName, pool);
  }

  /** The pool itself. */
  public AdaptivePool pool() {
    return pool;
  }

  @Override
  public String policy() {
    return policyName;
  }

  @Override
  public void dispatch(String kind, Runnable work) {
    pool.execute(kind, work);
  }

  @Override
  public Executor executor() {
    return pool;
  }

  @Override
  public synchronized PoolSample sample() {
    Observation seen = windows.get();
    OptionalDouble waitSeconds = seen.meanWaitSeconds();
    Optional<Advice> advice = pool.governor().flatMap(Governor::lastAdvice);
    return new PoolSample(
        (seen.window().endNanos() - madeNanos) / 1e9,
        seen.size().workersTarget(),
        seen.size().workersCurrent(),
        seen.size().busyMean(),
        seen.size().queuedAtEnd(),
        waitSeconds.isEmpty() ? waitSeconds : OptionalDouble.of(waitSeconds.getAsDouble() * 1000),
        advice.map(Advice::workers).orElse(seen.size().workersTarget()),
        advice.map(Advice::why).orElse("no advice yet"));
  }

  @Override
  public PoolOutcome outcome() {
    Observation life = pool.lifetime();
    return new PoolOutcome(
        life.window().seconds(),
        life.size().workersMean(),
        pool.workersMax(),
        OptionalLong.of(pool.governor().map(governor -> governor.journal().changes()).orElse(0L)),
        spread(life.times().waitQuantiles()));
  }

  private static Spread spread(Quantiles quantiles) {
    return quantiles.isEmpty()
        ? Spread.UNKNOWN
        : Spread.ofNanos(
            quantiles.p50Nanos(),
            quantiles.p90Nanos(),
            quantiles.p95Nanos(),
            quantiles.p99Nanos(),
            quantiles.maxNanos());
  }

  @Override
  public List<Decision> decisions() {
    return pool.governor().map(governor -> governor.journal().decisions()).orElse(List.of());
  }

  @Override
  public void close() {
    pool.shutdownNow();
  }
}
