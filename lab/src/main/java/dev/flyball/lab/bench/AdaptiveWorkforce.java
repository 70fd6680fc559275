package dev.flyball.lab.bench;

import dev.flyball.control.Governor;
import dev.flyball.control.Resizable;
import dev.flyball.policy.Observation;
import dev.flyball.pool.AdaptivePool;
import dev.flyball.pool.PoolBuilder;
import dev.flyball.sim.Contender.Sizer;
import dev.flyball.sim.scenario.Pool;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A pool of a scenario as an {@link AdaptivePool} with the scenario's settings.
 *
 * @param pool the pool
 * @param hand the control that may resize it; empty if its governor does
 */
record AdaptiveWorkforce(AdaptivePool pool, Optional<Resizable> hand) implements Workforce {

  /** With a governor where a policy decides on the size. */
  static AdaptiveWorkforce of(Pool plan, int initial, Sizer sizer) {
    PoolBuilder builder =
        AdaptivePool.named(plan.name())
            .ungoverned()
            .workers(initial)
            .queueCapacity(plan.queueCapacity())
            .keepAlive(Duration.ofNanos(plan.idleNanos()))
            .threadFactory(AdaptiveWorkforce::thread);
    if (sizer instanceof Sizer.Governed governed) {
      builder
          .governedBy(governed.policy())
          .limits(plan.limits().min(), plan.limits().max())
          .period(Duration.ofNanos(plan.periodNanos()));
    }
    AdaptivePool pool = builder.build();
    boolean governed = pool.governor().isPresent();
    return new AdaptiveWorkforce(pool, governed ? Optional.empty() : Optional.of(pool.control()));
  }

  /** A thread that does not keep the process, and is silent about planned failures. */
  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "flyball-bench-worker");
    thread.setDaemon(true);
    PlannedFailure.ignore(thread);
    return thread;
  }

  @Override
  public void execute(String kind, Runnable work) {
    pool.execute(kind, work);
  }

  @Override
  public void resize(int workers) {
    hand.orElseThrow(() -> new IllegalStateException(pool + " is resized by its governor"))
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
