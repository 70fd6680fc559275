package dev.flyball.lab.harness;

import dev.flyball.control.Governor;
import dev.flyball.control.Resizable;
import dev.flyball.policy.Observation;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.pool.AdaptivePool;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * One of our pools.
 *
 * @param name what decides its size, as tables name it
 * @param pool the pool
 * @param hand sets the size of a pool without a governor
 */
public record AdaptiveSubject(String name, AdaptivePool pool, Optional<Resizable> hand)
    implements Subject {

  /** A pool, governed or not. */
  public static AdaptiveSubject of(String name, AdaptivePool pool) {
    boolean governed = pool.governor().isPresent();
    return new AdaptiveSubject(
        name, pool, governed ? Optional.empty() : Optional.of(pool.control()));
  }

  /** A pool that a policy sizes, with so many workers at first. */
  public static AdaptiveSubject of(String name, SizingPolicy policy, int workers) {
    return of(name, AdaptivePool.named(name).workers(workers).governedBy(policy).build());
  }

  @Override
  public void execute(String kind, Runnable work) {
    pool.execute(kind, work);
  }

  @Override
  public void resize(int workers) {
    hand.orElseThrow(() -> new UnsupportedOperationException(pool + " is resized by its governor"))
        .resize(workers);
  }

  @Override
  public Observation lifetime() {
    return pool.lifetime();
  }

  @Override
  public Supplier<Observation> windows() {
    return pool.windows();
  }

  @Override
  public int workersMax() {
    return pool.workersMax();
  }

  @Override
  public Optional<Governor> governor() {
    return pool.governor();
  }

  @Override
  public void close() {
    pool.shutdownNow();
  }
}
