package dev.flyball.lab.bench;

import dev.flyball.lab.harness.AdaptiveSubject;
import dev.flyball.lab.harness.BroughtSubject;
import dev.flyball.lab.harness.Subject;
import dev.flyball.policy.Observation;
import dev.flyball.pool.AdaptivePool;
import dev.flyball.pool.PoolBuilder;
import dev.flyball.sim.Contender;
import dev.flyball.sim.Contender.SizeAt;
import dev.flyball.sim.Contender.Sizer;
import dev.flyball.sim.PoolOutcome;
import dev.flyball.sim.PoolOutcome.Sample;
import dev.flyball.sim.scenario.Pool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * One pool of a scenario, made real: what runs its tasks, its size, and its figures.
 *
 * <p>Tasks may come from any thread; figures are asked for by one.
 */
final class RealPool implements AutoCloseable {

  private static final long SETTLE_NANOS_MAX = 10_000_000_000L;
  private static final long SETTLE_STEP_NANOS = 100_000;

  private final Pool plan;
  private final long lengthNanos;
  private final RunClock clock;
  private final TaskRunner runner;
  private final Subject pool;
  private final List<SizeAt> plannedSizes;
  private final SizingHand hand;
  private final Supplier<Observation> whole;
  private final Supplier<Observation> sampled;
  private final List<Sample> samples = new ArrayList<>();

  private final AtomicInteger running = new AtomicInteger();
  private final AtomicLong completed = new AtomicLong();
  private final AtomicLong completedInLength = new AtomicLong();
  private final AtomicLong failed = new AtomicLong();

  /**
   * Makes a pool.
   *
   * @param contender the contender that sizes or brings it
   */
  RealPool(
      Pool plan,
      long lengthNanos,
      RunClock clock,
      TaskRunner runner,
      Contender contender,
      Sizer sizer) {
    this.plan = plan;
    this.lengthNanos = lengthNanos;
    this.clock = clock;
    this.runner = runner;
    this.plannedSizes = sizer instanceof Sizer.Planned planned ? planned.plan() : List.of();
    int initial = sizer.firstSize(plan);
    this.pool =
        contender instanceof BringsPool brings
            ? new BroughtSubject(
                plan.name(), initial, PlannedFailure::ignore, threads -> brings.pool(plan, threads))
            : AdaptiveSubject.of(plan.name(), adaptive(plan, initial, sizer));
    this.whole = pool.windows();
    this.sampled = pool.windows();
    this.hand =
        new SizingHand(
            pool,
            initial,
            plan.limits(),
            sizer instanceof Sizer.PerTask each ? Optional.of(each.limit()) : Optional.empty(),
            clock);
  }

  /** The sizes that are known in advance; the first is in force. */
  private static AdaptivePool adaptive(Pool plan, int initial, Sizer sizer) {
    PoolBuilder builder =
        AdaptivePool.named(plan.name())
            .ungoverned()
            .workers(initial)
            .queueCapacity(plan.queueCapacity())
            .keepAlive(Duration.ofNanos(plan.idleNanos()))
            .threadFactory(RealPool::thread);
    if (sizer instanceof Sizer.Governed governed) {
      builder
          .governedBy(governed.policy())
          .limits(plan.limits().min(), plan.limits().max())
          .period(Duration.ofNanos(plan.periodNanos()));
    }
    return builder.build();
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "flyball-bench-worker");
    thread.setDaemon(true);
    PlannedFailure.ignore(thread);
    return thread;
  }

  List<SizeAt> plannedSizes() {
    return plannedSizes;
  }

  void resize(int workers) {
    hand.set(workers);
  }

  /**
   * Hands over something of a kind, to be run once on a worker.
   *
   * @throws java.util.concurrent.RejectedExecutionException when the pool is full
   */
  void dispatch(int kind, Runnable work) {
    pool.execute(plan.kinds().get(kind).name(), work);
  }

  /**
   * Does what a task does, on the thread of a worker.
   *
   * @throws PlannedFailure when the task is one that fails
   * @throws InterruptedException when the run is over before the task is
   */
  void perform(PlannedTask task) throws InterruptedException {
    long startNanos = clock.nanos();
    int inFlight = running.incrementAndGet();
    try {
      runner.run(task);
    } finally {
      running.decrementAndGet();
    }
    long endNanos = clock.nanos();
    completed.incrementAndGet();
    if (endNanos <= lengthNanos) {
      completedInLength.incrementAndGet();
    }
    hand.ended(startNanos, endNanos - startNanos, inFlight, task.fails());
    if (task.fails()) {
      failed.incrementAndGet();
      throw new PlannedFailure();
    }
  }

  /** Cuts one more sample. */
  Sample sample() {
    Observation seen = sampled.get();
    Sample sample = Sample.of(clock.since(seen.window().endNanos()), seen, hand.why());
    samples.add(sample);
    return sample;
  }

  /** What came of it; to be asked for when the run is over, before the pool is closed. */
  PoolOutcome outcome() {
    settle();
    Observation run = withFailed(whole.get(), failed.get());
    return new PoolOutcome(
        plan.name(),
        run,
        completedInLength.get(),
        Math.round(run.inSystemMean() * run.window().lengthNanos()),
        run.size().queuedAtEnd() + run.flow().started() - run.flow().completed(),
        new PoolOutcome.Account(Double.NaN, run.flow().rejected(), Double.NaN, 0),
        pool.workersMax(),
        0,
        hand.sizes(),
        samples);
  }

  /** A worker counts a task a moment after the task itself is done. */
  private void settle() {
    Observation.Flow life = pool.lifetime().flow();
    long giveUpNanos = System.nanoTime() + SETTLE_NANOS_MAX;
    while (life.completed() < completed.get() && System.nanoTime() < giveUpNanos) {
      LockSupport.parkNanos(SETTLE_STEP_NANOS);
      life = pool.lifetime().flow();
    }
  }

  /** Over a socket it is the reply that fails, not the task; the scenario counts both alike. */
  private static Observation withFailed(Observation seen, long failed) {
    return seen.toBuilder().failed(failed).build();
  }

  /** Interrupts what runs, drops what waits; returns at once. */
  @Override
  public void close() {
    pool.close();
  }
}
