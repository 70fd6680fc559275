package dev.flyball.lab.bench;

import dev.flyball.lab.bench.RealBench.EntryPoint;
import dev.flyball.lab.bench.RealBench.RealRun;
import dev.flyball.policy.Quantiles;
import dev.flyball.sim.Contender;
import dev.flyball.sim.Outcome;
import dev.flyball.sim.PoolOutcome;
import dev.flyball.sim.scenario.Change;
import dev.flyball.sim.scenario.Scenario;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

/**
 * A scenario made real, once: what stands behind, the pools, what sends their tasks, and what
 * happens on the way. For one thread, which runs it and asks for the figures.
 */
final class RealScenario implements AutoCloseable {

  private static final long SAMPLE_NANOS = 250_000_000;

  private final Scenario scenario;
  private final long seed;
  private final Contender contender;
  private final Clock clock = new Clock(System.nanoTime());
  private final List<RealPool> pools = new ArrayList<>();
  private final List<Offering> offerings = new ArrayList<>();
  private final CountDownLatch loadsLeft;
  private final List<Due> agenda = new ArrayList<>();

  /** An event at a moment of the run. */
  private record Due(long atNanos, Runnable happens) {}

  /**
   * Makes one; nothing is sent yet.
   *
   * @throws IOException when a server cannot be started
   */
  RealScenario(Scenario scenario, long seed, Contender contender, EntryPoint entryPoint)
      throws IOException {
    this.scenario = scenario;
    this.seed = seed;
    this.contender = contender;
    this.loadsLeft = new CountDownLatch(scenario.pools().size());
    List<Downstream> downstreams = scenario.behind().stream().map(Downstream::of).toList();
    for (Change change : scenario.changes()) {
      if (change instanceof Change.Speed speed) {
        Downstream downstream = downstreams.get(scenario.behindIndex(speed.behind()));
        agenda.add(new Due(speed.atNanos(), () -> downstream.speed(speed.speed())));
      }
    }
    try {
      for (int pool = 0; pool < scenario.pools().size(); pool++) {
        add(new RealPool(scenario, pool, seed, clock, contender, downstreams), pool, entryPoint);
      }
    } catch (IOException | RuntimeException | Error failure) {
      close();
      throw failure;
    }
  }

  private void add(RealPool pool, int index, EntryPoint entryPoint) throws IOException {
    pools.add(pool);
    pool.plannedSizes()
        .forEach(size -> agenda.add(new Due(size.atNanos(), () -> pool.resize(size.workers()))));
    PlannedTasks tasks = new PlannedTasks(scenario, index, seed);
    offerings.add(
        switch (entryPoint) {
          case IN_PROCESS -> new InProcessLoad(tasks, clock, pool, loadsLeft::countDown);
          case HTTP -> new HttpLoad(tasks, clock, pool, loadsLeft::countDown);
        });
  }

  /**
   * Runs it, and says what came of it.
   *
   * @param latestNanos when it is ended at the latest
   */
  RealRun run(long latestNanos) throws InterruptedException {
    offerings.forEach(Offering::start);
    boolean drained = drained(latestNanos);
    long endNanos = clock.nanos();
    List<PoolOutcome> outcomes = pools.stream().map(RealPool::outcome).toList();
    Outcome outcome =
        new Outcome(
            scenario.name(),
            contender.name(),
            seed,
            scenario.lengthNanos(),
            endNanos,
            outcomes.get(0).whole().host().processBusyCores().orElse(Double.NaN),
            outcomes);
    return new RealRun(outcome, offerings.stream().map(Offering::seen).toList(), drained);
  }

  /** Waits for the end, doing what is due meanwhile; whether every task has ended. */
  private boolean drained(long latestNanos) throws InterruptedException {
    LongStream.iterate(SAMPLE_NANOS, at -> at <= latestNanos, at -> at + SAMPLE_NANOS)
        .forEach(at -> agenda.add(new Due(at, () -> pools.forEach(RealPool::sample))));
    agenda.sort(Comparator.comparingLong(Due::atNanos)); // stable
    for (Due due : agenda) {
      if (due.atNanos() <= latestNanos) {
        if (endsBefore(due.atNanos()) && clock.nanos() < due.atNanos()) {
          return true; // what was due before is done all the same, should this thread be late
        }
        due.happens().run();
      }
    }
    return endsBefore(latestNanos);
  }

  private boolean endsBefore(long nanos) throws InterruptedException {
    return loadsLeft.await(nanos - clock.nanos(), TimeUnit.NANOSECONDS);
  }

  @Override
  public void close() {
    offerings.forEach(Offering::close);
    pools.forEach(RealPool::close);
  }

  /**
   * The source of one pool's tasks, which knows when it has ended.
   *
   * <p>It ends by itself when nothing more will come and all that came has ended.
   */
  interface Offering extends AutoCloseable {

    /** Begins to send. */
    void start();

    /** The load as the senders see it, so far. */
    ClientSide seen();

    /** Sends nothing more, and does not wait for running tasks. */
    @Override
    void close();
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

  /**
   * The clock of one run: nanoseconds since its beginning.
   *
   * @param originNanos the machine's monotonic clock at the beginning
   */
  record Clock(long originNanos) {

    long nanos() {
      return since(System.nanoTime());
    }

    /** A reading of the machine's monotonic clock on this one. */
    long since(long nanoTime) {
      return nanoTime - originNanos;
    }
  }
}
