package dev.flyball.lab.bench;

import static dev.flyball.lab.bench.Situations.MILLI_IN_NANOS;
import static dev.flyball.lab.bench.Situations.SECOND;
import static dev.flyball.lab.bench.Situations.bounded;
import static dev.flyball.lab.bench.Situations.calling;
import static dev.flyball.lab.bench.Situations.lasting;
import static dev.flyball.lab.bench.Situations.waiting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.lab.bench.RealBench.BringsPool;
import dev.flyball.lab.bench.RealBench.EntryPoint;
import dev.flyball.lab.bench.RealBench.RealRun;
import dev.flyball.sim.Contender;
import dev.flyball.sim.Contender.SizeAt;
import dev.flyball.sim.Contender.Sizer;
import dev.flyball.sim.Outcome;
import dev.flyball.sim.PoolOutcome;
import dev.flyball.sim.VirtualBench;
import dev.flyball.sim.scenario.Behind;
import dev.flyball.sim.scenario.Change;
import dev.flyball.sim.scenario.Host;
import dev.flyball.sim.scenario.Kind;
import dev.flyball.sim.scenario.Pool;
import dev.flyball.sim.scenario.Scenario;
import dev.flyball.sim.scenario.Source;
import dev.flyball.sim.workload.Arrivals;
import dev.flyball.sim.workload.TimeDistribution;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Scenarios of about a second on real threads and sockets. Where figures are compared to a
 * hundredth the unmeasured run comes first, which takes as long again; what is only counted needs
 * none.
 */
@Timeout(120)
@Tag("slow")
class RealBenchIT {

  private static final Source OPEN = new Source.Open(Arrivals.poisson(100));
  private static final Contender TEN = Contender.fixed("ten", 10);

  /** For how long a run goes on at least while tasks are left: a busy machine may need it. */
  private static final long PATIENCE_NANOS = 30 * SECOND;

  @AfterEach
  void clearInterrupt() {
    Thread.interrupted();
  }

  private static RealRun run(Scenario scenario, Contender contender, EntryPoint entryPoint)
      throws Exception {
    runOnce(RealBench.beginning(scenario, 2 * SECOND), contender, entryPoint);
    return runOnce(scenario, contender, entryPoint);
  }

  private static RealRun runOnce(Scenario scenario, Contender contender, EntryPoint entryPoint)
      throws Exception {
    return RealBench.runWarm(scenario, 1, contender, entryPoint, PATIENCE_NANOS);
  }

  private static PoolOutcome only(RealRun run) {
    return run.outcome().pools().get(0);
  }

  @ParameterizedTest
  @EnumSource
  void everyTaskOfVirtualTimeEndsOnce(EntryPoint entryPoint) throws Exception {
    Scenario scenario =
        lasting(
            SECOND,
            OPEN,
            new Kind("good", 0.6, List.of(waiting(5)), 0),
            new Kind("bad", 0.4, List.of(waiting(2), waiting(3)), 0.5));
    Outcome virtual = VirtualBench.run(scenario, 1, TEN);
    RealRun run = run(scenario, TEN, entryPoint);
    assertThat(run.drained()).isTrue();
    assertThat(run.outcome().offered()).isEqualTo(virtual.offered());
    assertThat(run.outcome().succeeded()).isEqualTo(virtual.succeeded());
    assertThat(only(run).unfinished()).isZero();
    assertThat(run.clients().get(0).offered()).isEqualTo(virtual.offered());
    assertThat(run.clients().get(0).answered()).isEqualTo(virtual.offered());
    assertThat(run.clients().get(0).lag().count()).isEqualTo(virtual.offered());
    assertThat(only(run).sizes()).containsExactly(new SizeAt(0, 10));
  }

  @Test
  void littlesLawHoldsOfItsFigures() throws Exception {
    Scenario scenario = lasting(SECOND, OPEN, Kind.only("kind", waiting(20)));
    PoolOutcome pool = only(run(scenario, Contender.fixed("two", 2), EntryPoint.IN_PROCESS));
    double responses = pool.whole().times().responseNanosSum();
    assertThat(pool.inSystemNanos() / responses).isCloseTo(1, within(0.02));
  }

  @ParameterizedTest
  @EnumSource
  void aFullPoolTurnsTasksAway(EntryPoint entryPoint) throws Exception {
    Scenario scenario =
        lasting(
            SECOND,
            List.of(),
            bounded(new Source.Open(Arrivals.constant(200)), 1, 2, Kind.only("kind", waiting(20))));
    RealRun run = runOnce(scenario, Contender.fixed("one", 1), entryPoint);
    assertThat(run.drained()).isTrue();
    assertThat(run.outcome().offered()).isEqualTo(200);
    assertThat(only(run).whole().flow().rejected()).isPositive();
    assertThat(only(run).whole().flow().completed()).isEqualTo(only(run).whole().flow().arrived());
  }

  @ParameterizedTest
  @EnumSource
  void clientsComeAgain(EntryPoint entryPoint) throws Exception {
    Source closed = new Source.Closed(5, new TimeDistribution.Exponential(20 * MILLI_IN_NANOS));
    Scenario scenario = lasting(SECOND, closed, Kind.only("kind", waiting(5)));
    RealRun run = runOnce(scenario, TEN, entryPoint);
    assertThat(run.drained()).isTrue();
    assertThat(run.outcome().offered()).isGreaterThan(5);
    // A worker may be busy with its end still when its client has come again.
    assertThat(only(run).inSystemNanos()).isLessThan(5 * run.outcome().endNanos());
  }

  @Test
  void clientsWhoAreTurnedAwayComeAgain() throws Exception {
    Source closed = new Source.Closed(4, TimeDistribution.NONE);
    Scenario scenario =
        lasting(SECOND, List.of(), bounded(closed, 1, 0, Kind.only("kind", waiting(5))));
    RealRun run = runOnce(scenario, Contender.fixed("one", 1), EntryPoint.IN_PROCESS);
    assertThat(run.drained()).isTrue();
    assertThat(only(run).whole().flow().rejected()).isGreaterThan(4);
  }

  @ParameterizedTest
  @EnumSource
  void aHungDownstreamKeepsNobody(EntryPoint entryPoint) throws Exception {
    Scenario scenario =
        lasting(
            SECOND,
            List.of(new Behind.Servers("db", 2)),
            bounded(OPEN, 50, Integer.MAX_VALUE, Kind.only("kind", calling("db", 5))),
            new Change.Speed(SECOND / 2, "db", 0));
    RealRun run = RealBench.runWarm(scenario, 1, Contender.unbounded(), entryPoint);
    assertThat(run.drained()).isFalse();
    assertThat(run.outcome().endNanos()).isGreaterThanOrEqualTo(2 * SECOND);
    assertThat(only(run).unfinished()).isPositive();
    assertThat(only(run).whole().flow().completed()).isPositive();
  }

  @Test
  void aDownstreamThatRecoversLetsAllEnd() throws Exception {
    Scenario scenario =
        lasting(
            2 * SECOND,
            List.of(new Behind.Servers("db", 20)),
            bounded(OPEN, 50, Integer.MAX_VALUE, Kind.only("kind", calling("db", 5))),
            new Change.Speed(SECOND / 4, "db", 0),
            new Change.Speed(3 * SECOND / 2, "db", 1));
    RealRun run = runOnce(scenario, Contender.unbounded(), EntryPoint.IN_PROCESS);
    assertThat(run.drained()).isTrue();
    assertThat(only(run).whole().times().responseQuantiles().maxNanos())
        .isGreaterThan(100 * MILLI_IN_NANOS);
  }

  @Test
  void plannedSizesComeAtTheirTimes() throws Exception {
    List<SizeAt> plan =
        List.of(new SizeAt(0, 3), new SizeAt(SECOND / 4, 5), new SizeAt(SECOND / 2, 2));
    Contender planned = Contender.of("planned", (pool, of, host, seed) -> new Sizer.Planned(plan));
    RealRun run =
        runOnce(
            lasting(SECOND, OPEN, Kind.only("kind", waiting(5))), planned, EntryPoint.IN_PROCESS);
    assertThat(only(run).sizes()).extracting(SizeAt::workers).containsExactly(3, 5, 2);
    assertThat(only(run).sizes().get(1).atNanos()).isGreaterThanOrEqualTo(SECOND / 4);
  }

  @Test
  void aLimitIsToldOfEveryTask() throws Exception {
    AtomicInteger told = new AtomicInteger();
    List<Integer> inFlight = Collections.synchronizedList(new ArrayList<>());
    Contender learning =
        Contender.of(
            "learning",
            (pool, of, host, seed) -> {
              told.set(0);
              inFlight.clear();
              return new Sizer.PerTask((start, service, running, failed) -> {
                inFlight.add(running);
                return told.incrementAndGet() < 20 ? 4 : 6;
              });
            });
    RealRun run =
        runOnce(
            lasting(SECOND, OPEN, Kind.only("kind", waiting(5))), learning, EntryPoint.IN_PROCESS);
    assertThat(told).hasValue((int) run.outcome().offered());
    assertThat(inFlight).allMatch(running -> running >= 1 && running <= 10);
    assertThat(only(run).sizes()).extracting(SizeAt::workers).containsExactly(10, 4, 6);
  }

  @Test
  void aGovernedPoolIsResizedAndSampled() throws Exception {
    Scenario scenario = lasting(3 * SECOND, OPEN, Kind.only("kind", waiting(100)));
    RealRun run = runOnce(scenario, Contender.policy("fixed(workers=4)"), EntryPoint.IN_PROCESS);
    assertThat(only(run).sizes()).extracting(SizeAt::workers).containsExactly(10, 4);
    assertThat(only(run).samples()).hasSizeGreaterThanOrEqualTo(5);
  }

  private static Contender brought(Function<ThreadFactory, ExecutorService> making) {
    return new BringsPool() {
      @Override
      public String name() {
        return "brought";
      }

      @Override
      public Sizer sizer(int pool, Pool plan, Host host, long seed) {
        return Sizer.Planned.always(plan.limits().max());
      }

      @Override
      public ExecutorService pool(Pool plan, ThreadFactory threads) {
        return making.apply(threads);
      }
    };
  }

  @ParameterizedTest
  @EnumSource
  void aPoolThatIsBroughtRunsEveryTaskOnce(EntryPoint entryPoint) throws Exception {
    Scenario scenario =
        lasting(
            SECOND,
            OPEN,
            new Kind("good", 0.6, List.of(waiting(20)), 0),
            new Kind("bad", 0.4, List.of(waiting(20)), 0.5));
    Contender cached = brought(Executors::newCachedThreadPool);
    Outcome virtual = VirtualBench.run(scenario, 1, cached);
    RealRun run = run(scenario, cached, entryPoint);
    assertThat(run.drained()).isTrue();
    assertThat(run.outcome().offered()).isEqualTo(virtual.offered());
    assertThat(run.outcome().succeeded()).isEqualTo(virtual.succeeded());
    assertThat(only(run).unfinished()).isZero();
    double responses = only(run).whole().times().responseNanosSum();
    assertThat(only(run).inSystemNanos() / responses).isCloseTo(1, within(0.02));
  }

  /** Two threads and tasks that keep both: the figures are those of two workers, and of a queue. */
  @Test
  void theWorkersOfAPoolThatIsBroughtAreCountedFromOutside() throws Exception {
    Scenario scenario =
        lasting(SECOND, new Source.Open(Arrivals.atOnce(60)), Kind.only("kind", waiting(20)));
    PoolOutcome pool =
        only(
            run(
                scenario,
                brought(threads -> Executors.newFixedThreadPool(2, threads)),
                EntryPoint.IN_PROCESS));
    assertThat(pool.workersMax()).isEqualTo(2);
    double nanos = pool.whole().window().lengthNanos();
    double workers = pool.whole().size().workersMean();
    // Both came with the first two tasks and stay: as long as the last task took, and longer.
    assertThat(workers)
        .isBetween(1.9 * pool.whole().times().responseQuantiles().maxNanos() / nanos, 2.0);
    double busy = pool.whole().size().busyMean();
    assertThat(busy).isPositive().isLessThan(workers + 0.01);
    assertThat(busy * nanos / pool.whole().times().serviceNanosSum()).isCloseTo(1, within(0.02));
    assertThat(pool.whole().times().waitNanosSum())
        .isGreaterThan(pool.whole().times().serviceNanosSum());
  }

  /** The run lasts for much longer than they are there. */
  @Test
  void threadsThatTheirPoolLetsGoAreNotCountedAnyMore() throws Exception {
    Scenario scenario =
        lasting(4 * SECOND, new Source.Open(Arrivals.atOnce(20)), Kind.only("kind", waiting(5)));
    Contender letsGo =
        brought(threads ->
            new ThreadPoolExecutor(
                0, 20, 1, TimeUnit.MILLISECONDS, new SynchronousQueue<>(), threads));
    PoolOutcome pool = only(runOnce(scenario, letsGo, EntryPoint.IN_PROCESS));
    assertThat(pool.whole().flow().completed()).isEqualTo(20);
    assertThat(pool.workersMax()).isBetween(2, 20);
    assertThat(pool.whole().size().workersCurrent()).isZero();
    assertThat(pool.whole().size().workersMean()).isLessThan(pool.workersMax() / 2.0);
  }

  @Test
  void aTaskThatABroughtPoolTurnsAwayIsCountedAsSuch() throws Exception {
    Scenario scenario =
        lasting(SECOND, new Source.Open(Arrivals.atOnce(20)), Kind.only("kind", waiting(50)));
    RealRun run =
        runOnce(
            scenario,
            brought(threads ->
                new ThreadPoolExecutor(
                    2, 2, 1, TimeUnit.SECONDS, new ArrayBlockingQueue<>(3), threads)),
            EntryPoint.IN_PROCESS);
    assertThat(run.drained()).isTrue();
    assertThat(run.outcome().offered()).isEqualTo(20);
    assertThat(only(run).whole().flow().rejected()).isBetween(1L, 15L);
    assertThat(only(run).whole().flow().completed()).isBetween(5L, 19L);
    assertThat(only(run).unfinished()).isZero();
  }

  @Test
  void anInterruptEndsTheRun() {
    Scenario scenario = lasting(60 * SECOND, OPEN, Kind.only("kind", waiting(5)));
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> run(scenario, TEN, EntryPoint.IN_PROCESS))
        .isInstanceOf(InterruptedException.class);
  }
}
