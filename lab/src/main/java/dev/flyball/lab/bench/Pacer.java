package dev.flyball.lab.bench;

import dev.flyball.lab.bench.RealScenario.Offering;
import dev.flyball.policy.Quantiles;
import dev.flyball.sim.scenario.Pool;
import dev.flyball.sim.scenario.Scenario;
import dev.flyball.sim.scenario.Source;
import dev.flyball.sim.scenario.Streams;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * The load of one pool in this process: a thread that hands over each task at its time.
 *
 * <p>It waits for nothing but the clock. When it is late, the next tasks are handed over at once
 * with their intended times, and what they waited counts as the senders see it. A client of a
 * closed source comes back through {@link Clients}, from the thread of the worker that ended its
 * task.
 */
final class Pacer implements Offering {

  private final Scenario scenario;
  private final Pool pool;
  private final int poolIndex;
  private final long seed;
  private final RunClock clock;
  private final TaskDraws draws;
  private final RealPool taker;
  private final Runnable whenEnded;
  private final Thread thread;
  private final Delays lag = new Delays();
  private final Delays responses = new Delays();

  /** Tasks on their way, and one more while more may come: at 0 the load has ended. */
  private final AtomicLong open = new AtomicLong(1);

  private final AtomicLong offered = new AtomicLong();
  private final AtomicLong answered = new AtomicLong();
  private volatile Optional<Clients> clients = Optional.empty();
  private volatile boolean stopped;

  private int firstClient; // of the pacer's thread: clients of earlier phases have other numbers

  private Pacer(
      Scenario scenario,
      int poolIndex,
      long seed,
      RunClock clock,
      RealPool taker,
      Runnable whenEnded) {
    this.scenario = scenario;
    this.pool = scenario.pools().get(poolIndex);
    this.poolIndex = poolIndex;
    this.seed = seed;
    this.clock = clock;
    this.draws = new TaskDraws(scenario, poolIndex, seed);
    this.taker = taker;
    this.whenEnded = whenEnded;
    this.thread = new Thread(this::pace, "flyball-bench-pacer-" + pool.name());
    thread.setDaemon(true);
  }

  /**
   * The load of one pool.
   *
   * @param taker the pool that takes the tasks
   * @param whenEnded told once, when nothing more will come and all that came has ended
   */
  static Pacer of(
      Scenario scenario,
      int poolIndex,
      long seed,
      RunClock clock,
      RealPool taker,
      Runnable whenEnded) {
    return new Pacer(scenario, poolIndex, seed, clock, taker, whenEnded);
  }

  @Override
  public void start() {
    thread.start();
  }

  private void pace() {
    for (int phase = 0; phase < pool.phases().size() && !stopped; phase++) {
      long from = pool.phases().get(phase).fromNanos();
      if (from < scenario.lengthNanos() && sleepUntil(from)) {
        pace(phase, from);
      }
    }
    sleepUntil(scenario.lengthNanos());
    oneLess();
  }

  private void pace(int phase, long from) {
    if (pool.phases().get(phase).source() instanceof Source.Closed closed) {
      long to = OpenTasks.endNanos(scenario, pool, phase);
      paceClosed(closed, from, to, Streams.arrivals(seed, poolIndex, phase));
      return;
    }
    OpenTasks tasks = OpenTasks.of(scenario, poolIndex, phase, seed, draws);
    while (tasks.hasNext()) {
      PlannedTask task = tasks.next();
      if (!sleepUntil(task.atNanos())) {
        return;
      }
      handOver(task);
    }
  }

  private void paceClosed(Source.Closed closed, long from, long to, long phaseSeed) {
    Clients asking = new Clients(closed, phaseSeed, firstClient, from);
    firstClient += closed.clients();
    clients = Optional.of(asking);
    long at = asking.awaitNext(clock, to);
    while (at < to && !stopped) {
      handOver(draws.next(at, asking.take()));
      at = asking.awaitNext(clock, to);
    }
    clients = Optional.empty();
  }

  private void handOver(PlannedTask task) {
    offered.incrementAndGet();
    open.incrementAndGet();
    lag.record(clock.nanos() - task.atNanos());
    try {
      taker.dispatch(task.kind(), () -> perform(task));
    } catch (RejectedExecutionException full) {
      comeBack(task, true);
      oneLess();
    }
  }

  /** Does a task, on a worker. */
  private void perform(PlannedTask task) {
    try {
      taker.perform(task);
    } catch (InterruptedException over) {
      Thread.currentThread().interrupt();
      return;
    } catch (RuntimeException | Error failure) { // planned or not, the task has ended
      ended(task);
      throw failure;
    }
    ended(task);
  }

  private void ended(PlannedTask task) {
    responses.record(clock.nanos() - task.atNanos());
    answered.incrementAndGet();
    comeBack(task, false);
    oneLess();
  }

  private void comeBack(PlannedTask task, boolean turnedAway) {
    if (task.client() != PlannedTask.NOBODY) {
      clients.ifPresent(here -> here.comeBack(task.client(), clock.nanos(), turnedAway));
    }
  }

  private void oneLess() {
    if (open.decrementAndGet() == 0) {
      whenEnded.run();
    }
  }

  /** Sleeps until then, and says whether the run still goes on. */
  private boolean sleepUntil(long atNanos) {
    long leftNanos = atNanos - clock.nanos();
    while (leftNanos > 0 && !stopped) {
      LockSupport.parkNanos(this, leftNanos);
      leftNanos = atNanos - clock.nanos();
    }
    return !stopped;
  }

  @Override
  public ClientSide seen() {
    return new ClientSide(
        pool.name(), offered.get(), answered.get(), lag.quantiles(), responses.quantiles());
  }

  @Override
  public void close() {
    stopped = true;
    clients.ifPresent(Clients::wake);
    LockSupport.unpark(thread);
  }

  /** A distribution of delays that any thread may add to. */
  static final class Delays {

    private static final long LONGEST_NANOS = 3_600_000_000_000L;
    private static final int DIGITS = 3;

    private final Histogram histogram = new ConcurrentHistogram(1_000, LONGEST_NANOS, DIGITS);

    void record(long nanos) {
      histogram.recordValue(Math.max(0, Math.min(nanos, LONGEST_NANOS)));
    }

    Quantiles quantiles() {
      return of(histogram);
    }

    /** The quantiles of a histogram of nanoseconds. */
    static Quantiles of(Histogram of) {
      Histogram still = of.copy();
      return still.getTotalCount() == 0
          ? Quantiles.EMPTY
          : Quantiles.of(
              still.getTotalCount(),
              still.getValueAtPercentile(50),
              still.getValueAtPercentile(90),
              still.getValueAtPercentile(95),
              still.getValueAtPercentile(99),
              still.getMaxValue());
    }
  }

  /**
   * One pool's load as its clients see it.
   *
   * @param pool the pool's name
   * @param offered tasks that were sent, or tried to be
   * @param answered tasks that ended, well or not
   * @param lag how long after its intended time each task was handed over
   * @param response from the <em>intended</em> time of a task to its end, of the tasks answered
   */
  public record ClientSide(
      String pool, long offered, long answered, Quantiles lag, Quantiles response) {}
}
