package dev.flyball.bench;

import dev.flyball.base.Dice;
import dev.flyball.policy.Advice;
import dev.flyball.policy.Observation;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.catalogue.Policies;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The time of one decision of a policy, with its sentence and without. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class DecisionBenchmark {

  private static final int WINDOWS = 1024;
  private static final long WINDOW_NANOS = 100_000_000;

  /** The policy's name in the catalogue. */
  @Param({"flyball", "littles-law"})
  public String name = "";

  private final Observation[] windows = new Observation[WINDOWS];
  private SizingPolicy policy = Policies.standard();
  private int next;

  /** A load that goes up and down, and a queue in one of four windows. */
  @Setup
  public void prepare() {
    policy = Policies.parse(name);
    Dice dice = new Dice(1);
    for (int i = 0; i < WINDOWS; i++) {
      long startNanos = i * WINDOW_NANOS;
      long tasks = 50L + dice.below(100);
      long queued = dice.below(4) == 0 ? dice.below(50) : 0;
      windows[i] =
          Observation.of(startNanos, WINDOW_NANOS)
              .workers(32)
              .busy(10 + dice.below(20))
              .queued(queued, queued)
              .arrived(tasks)
              .started(tasks)
              .completed(tasks)
              .serviceNanos(tasks * 20_000_000)
              .referenceNanos(tasks * 20_000_000, OptionalDouble.of(tasks * 4e14))
              .responseNanos(tasks * 25_000_000)
              .cores(8)
              .build();
    }
  }

  /** A decision whose reason is not read. */
  @Benchmark
  public Advice decides() {
    Advice advice = policy.advise(windows[next++ & (WINDOWS - 1)]);
    policy = advice.next();
    return advice;
  }

  /** A decision whose reason is read. */
  @Benchmark
  public String decidesAndSaysWhy() {
    return decides().why();
  }
}
