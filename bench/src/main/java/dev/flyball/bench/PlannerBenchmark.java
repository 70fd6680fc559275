package dev.flyball.bench;

import dev.flyball.dataflow.network.Goal;
import dev.flyball.dataflow.network.Network;
import dev.flyball.dataflow.solve.Plan;
import dev.flyball.dataflow.solve.Planner;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.OptionalDouble;
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
 * The time of a plan for 200 nodes on 1024 cores: {@code cpuNanos / operations} is the processor
 * time of one, however busy the machine is.
 *
 * <p>In time means: in 0.95 of the response that the fewest threads give; for the quantile, 95 % of
 * the records in three times it; too late is half of it, which no threads give.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
public class PlannerBenchmark {

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /** The goal of the plan. */
  public enum Purpose {
    THROUGHPUT,
    CONSOLIDATION,
    MEAN_IN_TIME,
    QUANTILE_IN_TIME,
    TOO_LATE
  }

  @Param LargeNetwork.Shape shape = LargeNetwork.Shape.CHAIN;
  @Param LargeNetwork.Curve curve = LargeNetwork.Curve.LINEAR;
  @Param Purpose purpose = Purpose.THROUGHPUT;

  /** Of gaps and services: 1 where all is exponential. */
  @Param({"1", "0.5"})
  double variation;

  private Network network = LargeNetwork.of(shape, curve, new Goal.Throughput(), 1);

  /** The processor time that JMH divides by the plans. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.OPERATIONS)
  public static class Used {
    /** Processor time used. */
    public long cpuNanos;

    /** Begins anew. */
    @Setup(Level.Iteration)
    public void reset() {
      cpuNanos = 0;
    }
  }

  /** Makes the network. */
  @Setup
  public void make() {
    Network fewest = LargeNetwork.of(shape, curve, new Goal.Consolidation(), variation);
    double seconds = Planner.plan(fewest).responseSeconds().orElse(1);
    network =
        fewest.withGoal(
            switch (purpose) {
              case THROUGHPUT -> new Goal.Throughput();
              case CONSOLIDATION -> new Goal.Consolidation();
              case MEAN_IN_TIME -> new Goal.Latency(0.95 * seconds, OptionalDouble.empty());
              case QUANTILE_IN_TIME -> new Goal.Latency(3 * seconds, OptionalDouble.of(0.95));
              case TOO_LATE -> new Goal.Latency(0.5 * seconds, OptionalDouble.empty());
            });
  }

  /** A plan from nothing. */
  @Benchmark
  public Plan plan(Used used) {
    long before = THREADS.getCurrentThreadCpuTime();
    Plan plan = Planner.plan(network);
    used.cpuNanos += THREADS.getCurrentThreadCpuTime() - before;
    return plan;
  }
}
