package dev.flyball.lab.bench;

import dev.flyball.policy.Quantiles;
import dev.flyball.sim.Contender;
import dev.flyball.sim.Contender.SizeAt;
import dev.flyball.sim.scenario.Change;
import dev.flyball.sim.scenario.Scenario;
import dev.flyball.sim.scenario.Streams;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A scenario made real, once: what stands behind, the pools, what sends their tasks, and what
 * happens on the way. For one thread, which runs it and asks for the figures.
 */
final class RealScenario implements AutoCloseable {

  private static final long SAMPLE_NANOS = 250_000_000;

  private final Scenario scenario;
  private final Clock clock = new Clock(System.nanoTime());
  private final List<Downstream> downstreams;
  private final List<RealPool> pools = new ArrayList<>();
  private final List<Offering> offerings = new ArrayList<>();
  private final CountDownLatch loadsLeft;
  private final List<Due> agenda = new ArrayList<>();

  /** An event at a moment of the run. */
  private record Due(long atNanos, Runnable happens) {}

  private RealScenario(Scenario scenario) {
    this.scenario = scenario;
    this.downstreams = scenario.behind().stream().map(Downstream::of).toList();
    this.loadsLeft = new CountDownLatch(scenario.pools().size());
  }

  static RealScenario make(
      Scenario scenario, long seed, Contender contender, RealBench.EntryPoint entryPoint)
      throws IOException {
    RealScenario made = new RealScenario(scenario);
    try {
      for (int pool = 0; pool < scenario.pools().size(); pool++) {
        made.add(pool, seed, contender, entryPoint);
      }
      made.plan();
      return made;
    } catch (IOException | RuntimeException | Error failure) {
      made.close();
      throw failure;
    }
  }

  private void add(int index, long seed, Contender contender, RealBench.EntryPoint entryPoint)
      throws IOException {
    Contender.Sizer sizer =
        contender.sizer(
            index, scenario.pools().get(index), scenario.host(), Streams.policy(seed, index));
    RealPool pool = new RealPool(scenario, index, clock, contender, sizer, downstreams);
    pools.add(pool);
    PlannedTasks tasks = new PlannedTasks(scenario, index, seed);
    Runnable ended = loadsLeft::countDown;
    offerings.add(
        switch (entryPoint) {
          case IN_PROCESS -> new InProcessLoad(tasks, clock, pool, ended);
          case HTTP -> new HttpLoad(tasks, clock, pool, ended);
        });
  }

  private void plan() {
    for (Change change : scenario.changes()) {
      if (change instanceof Change.Speed speed) {
        Downstream downstream = downstreams.get(scenario.behindIndex(speed.behind()));
        agenda.add(new Due(speed.atNanos(), () -> downstream.speed(speed.speed())));
      }
    }
    for (RealPool pool : pools) {
      for (SizeAt size : pool.plannedSizes()) {
        agenda.add(new Due(size.atNanos(), () -> pool.resize(size.workers())));
      }
    }
    agenda.sort(Comparator.comparingLong(Due::atNanos));
  }

  /**
   * Runs it; whether every task has ended.
   *
   * @param endNanos when it is ended at the latest
   */
  boolean run(long endNanos) throws InterruptedException {
    offerings.forEach(Offering::start);
    long sampleNanos = SAMPLE_NANOS;
    int next = 0;
    while (true) {
      long dueNanos = next < agenda.size() ? agenda.get(next).atNanos() : Long.MAX_VALUE;
      long untilNanos = Math.min(endNanos, Math.min(dueNanos, sampleNanos));
      boolean ended = loadsLeft.await(untilNanos - clock.nanos(), TimeUnit.NANOSECONDS);
      long nowNanos = clock.nanos();
      if (ended && nowNanos < Math.min(dueNanos, sampleNanos)) {
        return true; // what was due before is done all the same, should this thread be late
      }
      if (nowNanos >= dueNanos) {
        agenda.get(next++).happens().run();
      }
      if (nowNanos >= sampleNanos) {
        pools.forEach(RealPool::sample);
        sampleNanos += SAMPLE_NANOS;
      }
      if (nowNanos >= endNanos) {
        return ended;
      }
    }
  }

  Clock clock() {
    return clock;
  }

  List<RealPool> pools() {
    return pools;
  }

  List<Offering> offerings() {
    return offerings;
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
