package dev.flyball.lab.bench;

import dev.flyball.control.Governor;
import dev.flyball.lab.bench.PlannedTasks.PlannedTask;
import dev.flyball.lab.bench.RealBench.BringsPool;
import dev.flyball.lab.harness.AdaptiveSubject;
import dev.flyball.lab.harness.BroughtSubject;
import dev.flyball.lab.harness.HostCalibration;
import dev.flyball.lab.harness.Subject;
import dev.flyball.policy.Advice;
import dev.flyball.policy.Observation;
import dev.flyball.pool.AdaptivePool;
import dev.flyball.pool.PoolBuilder;
import dev.flyball.sim.Contender;
import dev.flyball.sim.Contender.SizeAt;
import dev.flyball.sim.Contender.Sizer;
import dev.flyball.sim.PoolOutcome;
import dev.flyball.sim.PoolOutcome.Sample;
import dev.flyball.sim.scenario.Kind.Step;
import dev.flyball.sim.scenario.Pool;
import dev.flyball.sim.scenario.Scenario;
import dev.flyball.sim.scenario.Streams;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * One pool of a scenario, made real: what runs its tasks, its size, and its figures.
 *
 * <p>Tasks may come from any thread; figures are asked for by one. One monitor guards the sizes,
 * and a limit that learns from every task.
 */
final class RealPool implements AutoCloseable {

  private static final long SETTLE_NANOS_MAX = 10_000_000_000L;
  private static final long SETTLE_STEP_NANOS = 100_000;

  private final Pool plan;
  private final long lengthNanos;
  private final RealScenario.Clock clock;
  private final Subject pool;
  private final Sizer sizer;

  /** The steps of each kind, made ready. */
  private final List<List<Downstream>> steps;

  private final Supplier<Observation> whole;
  private final Supplier<Observation> sampled;
  private final List<Sample> samples = new ArrayList<>();
  private final List<SizeAt> sizes = new ArrayList<>(); // guarded by this

  private final AtomicInteger running = new AtomicInteger();
  private final AtomicLong completed = new AtomicLong();
  private final AtomicLong completedInLength = new AtomicLong();
  private final AtomicLong failed = new AtomicLong();

  /**
   * Makes a pool.
   *
   * @param seed the run's
   * @param contender the contender that sizes or brings it
   * @param downstreams what stands behind, in the scenario's order
   */
  RealPool(
      Scenario scenario,
      int index,
      long seed,
      RealScenario.Clock clock,
      Contender contender,
      List<Downstream> downstreams) {
    this.plan = scenario.pools().get(index);
    this.lengthNanos = scenario.lengthNanos();
    this.clock = clock;
    this.sizer = contender.sizer(index, plan, scenario.host(), Streams.policy(seed, index));
    this.steps =
        plan.kinds().stream()
            .map(kind ->
                kind.steps().stream().map(step -> ready(step, scenario, downstreams)).toList())
            .toList();
    int initial = sizer.firstSize(plan);
    this.pool =
        contender instanceof BringsPool brings
            ? new BroughtSubject(
                plan.name(), initial, PlannedFailure::ignore, threads -> brings.pool(plan, threads))
            : AdaptiveSubject.of(plan.name(), adaptive(plan, initial, sizer));
    this.whole = pool.windows();
    this.sampled = pool.windows();
    sizes.add(new SizeAt(0, initial));
    pool.governor()
        .ifPresent(governor ->
            governor.addListener(decision -> {
              if (decision.changed()) {
                note(decision.to());
              }
            }));
  }

  private static Downstream ready(Step step, Scenario scenario, List<Downstream> downstreams) {
    if (step instanceof Step.Call call) {
      return downstreams.get(scenario.behindIndex(call.behind()));
    }
    HostCalibration host = HostCalibration.here();
    return step instanceof Step.Cpu ? host::spin : host::pause;
  }

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

  /** The sizes that are known in advance; the first is in force. */
  List<SizeAt> plannedSizes() {
    return sizer instanceof Sizer.Planned planned ? planned.plan() : List.of();
  }

  /** Sets a size, should it be another. */
  synchronized void resize(int workers) {
    if (workers != sizes.get(sizes.size() - 1).workers()) {
      pool.resize(workers);
      note(workers);
    }
  }

  private synchronized void note(int workers) {
    sizes.add(new SizeAt(clock.nanos(), workers));
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
      List<Downstream> all = steps.get(task.kind());
      for (int step = 0; step < all.size(); step++) {
        all.get(step).call(task.times()[step]);
      }
    } finally {
      running.decrementAndGet();
    }
    long endNanos = clock.nanos();
    completed.incrementAndGet();
    if (endNanos <= lengthNanos) {
      completedInLength.incrementAndGet();
    }
    if (sizer instanceof Sizer.PerTask each) {
      long serviceNanos = endNanos - startNanos;
      synchronized (this) {
        int limit = each.limit().ended(startNanos, serviceNanos, inFlight, task.fails());
        resize(plan.limits().clamp(limit));
      }
    }
    if (task.fails()) {
      failed.incrementAndGet();
      throw new PlannedFailure();
    }
  }

  /** Cuts one more sample. */
  void sample() {
    Observation seen = sampled.get();
    String why = pool.governor().flatMap(Governor::lastAdvice).map(Advice::why).orElse("");
    samples.add(Sample.of(clock.since(seen.window().endNanos()), seen, why));
  }

  /** What came of it; to be asked for when the run is over, before the pool is closed. */
  PoolOutcome outcome() {
    settle();
    // Over a socket it is the reply that fails, not the task; the scenario counts both alike.
    Observation run = whole.get().toBuilder().failed(failed.get()).build();
    synchronized (this) {
      return new PoolOutcome(
          plan.name(),
          run,
          completedInLength.get(),
          Math.round(run.inSystemMean() * run.window().lengthNanos()),
          run.size().queuedAtEnd() + run.flow().started() - run.flow().completed(),
          new PoolOutcome.Account(Double.NaN, run.flow().rejected(), Double.NaN, 0),
          pool.workersMax(),
          0,
          sizes,
          samples);
    }
  }

  /** A worker counts a task a moment after the task itself is done. */
  private void settle() {
    long giveUpNanos = System.nanoTime() + SETTLE_NANOS_MAX;
    while (pool.lifetime().flow().completed() < completed.get()
        && System.nanoTime() < giveUpNanos) {
      LockSupport.parkNanos(SETTLE_STEP_NANOS);
    }
  }

  /** Interrupts what runs, drops what waits; returns at once. */
  @Override
  public void close() {
    pool.close();
  }

  /** The error in which a task ends because its scenario says so. */
  static final class PlannedFailure extends RuntimeException {

    PlannedFailure() {
      super("the scenario says that this task fails", null, false, false);
    }

    /** Makes the owners of failed tasks keep silent about the failures that were planned. */
    static void ignore(Thread thread) {
      Thread.UncaughtExceptionHandler others = thread.getUncaughtExceptionHandler();
      thread.setUncaughtExceptionHandler((where, failure) -> {
        if (!(failure instanceof PlannedFailure)) {
          others.uncaughtException(where, failure);
        }
      });
    }
  }
}
