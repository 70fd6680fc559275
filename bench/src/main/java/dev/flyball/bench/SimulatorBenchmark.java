package dev.flyball.bench;

import dev.flyball.policy.Limits;
import dev.flyball.sim.Contender;
import dev.flyball.sim.Outcome;
import dev.flyball.sim.VirtualBench;
import dev.flyball.sim.scenario.Host;
import dev.flyball.sim.scenario.Kind;
import dev.flyball.sim.scenario.Kind.Step;
import dev.flyball.sim.scenario.Phase;
import dev.flyball.sim.scenario.Pool;
import dev.flyball.sim.scenario.Scenario;
import dev.flyball.sim.scenario.Source;
import dev.flyball.sim.workload.Arrivals;
import dev.flyball.sim.workload.TimeDistribution;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The speed of the bench in virtual time, on one core: a simple open system of any number of tasks,
 * and a published experiment of one minute.
 *
 * <p>The open system is M/M/8 at a load of 0.8, of tasks that only wait. One operation is one whole
 * run. Two more figures per second: {@code tasks} completed, and {@code cpuNanos}, the processor
 * time of that second. {@code cpuNanos / tasks} is the cost of a task however busy the machine is,
 * and stays the same from row to row; {@code cpuNanos / operations} is that of a run.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class SimulatorBenchmark {

  private static final long MILLI_NANOS = 1_000_000;
  private static final double RATE_PER_SECOND = 100;
  private static final int WORKERS = 8;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private long seed;

  /** The number of tasks of one run of the open system. */
  @State(Scope.Benchmark)
  public static class OpenSystem {
    /** The number of tasks. */
    @Param({"100000", "1000000", "10000000"})
    public long tasksPerRun;

    private Scenario scenario = table1Scenario();

    /** Makes the system that long. */
    @Setup
    public void make() {
      TimeDistribution service =
          new TimeDistribution.Exponential(
              (long) (0.8 * WORKERS / RATE_PER_SECOND * 1000 * MILLI_NANOS));
      Kind kind = Kind.only("wait", new Step.Wait(service));
      long lengthNanos = (long) (tasksPerRun / RATE_PER_SECOND * 1e9);
      scenario = scenario("open-system", lengthNanos, List.of(kind), WORKERS);
    }
  }

  /** The divisor of JMH's time. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.OPERATIONS)
  public static class Completed {
    /** Tasks completed. */
    public long tasks;

    /** Processor time used; over the tasks it is the cost of one, however busy the machine is. */
    public long cpuNanos;

    /** Begins anew. */
    @Setup(Level.Iteration)
    public void reset() {
      tasks = 0;
      cpuNanos = 0;
    }
  }

  /** A simple open system. */
  @Benchmark
  public Outcome openSystem(OpenSystem system, Completed completed) {
    return run(system.scenario, Contender.fixed("fixed", WORKERS), completed);
  }

  /** A minute of the workload of Bahadur et al. 2022, Table 1, under their policy. */
  @Benchmark
  public Outcome table1(Completed completed) {
    return run(TABLE_1, Contender.policy("littles-law"), completed);
  }

  private Outcome run(Scenario scenario, Contender contender, Completed completed) {
    long before = THREADS.getCurrentThreadCpuTime();
    Outcome run = VirtualBench.run(scenario, seed++, contender);
    completed.cpuNanos += THREADS.getCurrentThreadCpuTime() - before;
    completed.tasks += run.succeeded();
    return run;
  }

  private static final Scenario TABLE_1 = table1Scenario();

  private static Scenario table1Scenario() {
    List<Kind> kinds =
        List.of(
            waiting("a", 0.2, 300),
            waiting("b", 0.2, 400),
            waiting("c", 0.5, 2000),
            waiting("d", 0.1, 40));
    return scenario("table-1", 60_000 * MILLI_NANOS, kinds, Pool.USUAL_MAX);
  }

  private static Kind waiting(String name, double share, long millis) {
    Step step = new Step.Wait(new TimeDistribution.Constant(millis * MILLI_NANOS));
    return new Kind(name, share, List.of(step), 0);
  }

  private static Scenario scenario(
      String name, long lengthNanos, List<Kind> kinds, int workersMax) {
    Source source = new Source.Open(Arrivals.poisson(RATE_PER_SECOND));
    Pool pool =
        new Pool(
            "pool",
            List.of(new Phase(0, source)),
            kinds,
            WORKERS,
            Limits.of(1, workersMax),
            Integer.MAX_VALUE,
            500 * MILLI_NANOS,
            0,
            1000 * MILLI_NANOS);
    return new Scenario(
        name,
        "a load for a benchmark",
        "a slow simulator",
        lengthNanos,
        1,
        Host.ofCores(8),
        List.of(),
        List.of(pool),
        List.of());
  }
}
