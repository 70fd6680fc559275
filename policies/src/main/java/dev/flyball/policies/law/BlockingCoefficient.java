package dev.flyball.policies.law;

import static dev.flyball.base.Require.finiteAtLeast;

import dev.flyball.base.Durations;
import dev.flyball.base.Require;
import dev.flyball.base.Workers;
import dev.flyball.policy.Advice;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Reason;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.part.Sensor;
import dev.flyball.policy.spec.Parameter;
import dev.flyball.policy.spec.PolicyEntry;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;

/**
 * A policy that advises as many workers as keep the cores busy while some of them wait.
 *
 * <p>How it decides:
 *
 * <pre>{@code
 * workers = cores * (1 + W / S)                                     (rounded up)
 * W = time the workers were blocked inside a task = busy - CPU - run-queue wait
 * S = CPU time of the workers
 * }</pre>
 *
 * <p>Worked: 4 cores, tasks that compute for 10 ms and wait for 40 ms: W / S = 4, so 20 workers.
 *
 * <p>Why: a worker holds a core for the share S / (W + S) of its time, so (W + S) / S workers are
 * needed for each core. W and S are sums over the recent past, which is forgotten with a time
 * constant; windows in which no worker was busy forget nothing.
 *
 * <p>Assumes that the cores are what limits, that there is always work, and that W does not depend
 * on the number of workers. Fails where one of these is not so: it knows nothing of how much work
 * there is, and wants the same number of workers for one task an hour as for a thousand a second;
 * and where W is a wait for something that more workers make slower, W / S grows with them, round
 * and round. Tasks that use next to no CPU time get workers next to without end: set {@code max}.
 *
 * <p>Needs CPU time and run-queue wait of the workers. Without the second a wait for a core would
 * count as blocked, and more workers would ask for more workers.
 *
 * <p>Source: Trub, Adaptive Thread Pool: Improving MySQL Scalability With AI, 2021, first formula;
 * Goetz, Java Concurrency in Practice, 2006, section 8.2.
 *
 * @param memoryNanos the time constant with which the past is forgotten, in nanoseconds, above 0
 * @param blockedNanos W, over the recent past, in nanoseconds
 * @param cpuNanos S, over the recent past, in nanoseconds
 */
public record BlockingCoefficient(long memoryNanos, double blockedNanos, double cpuNanos)
    implements SizingPolicy {

  private static final Parameter<Duration> MEMORY =
      Parameter.duration("memory", "10s", "the time constant with which the past is forgotten");

  public static final PolicyEntry ENTRY =
      new PolicyEntry(
          "blocking-coefficient",
          "Cores times one plus the ratio of blocked time to CPU time.",
          "Goetz 2006, section 8.2; Trub 2021, first formula",
          List.of(MEMORY),
          given -> BlockingCoefficient.of(given.value(MEMORY)));

  public BlockingCoefficient {
    Require.above("memoryNanos", 0, memoryNanos);
    finiteAtLeast("blockedNanos", 0, blockedNanos);
    finiteAtLeast("cpuNanos", 0, cpuNanos);
  }

  /** The policy before it has seen anything. */
  public static BlockingCoefficient of(Duration memory) {
    return new BlockingCoefficient(Durations.nanos("memory", memory), 0, 0);
  }

  @Override
  public Advice advise(Observation seen) {
    OptionalDouble blocked = seen.blockedNanos();
    if (blocked.isEmpty()) {
      return Sensor.missing(whatIsMissing(seen), seen, this);
    }
    BlockingCoefficient next = with(blocked.getAsDouble(), seen);
    if (next.cpuNanos == 0) {
      return Sensor.held("no CPU time was used yet, so W/S is not known", seen, next);
    }
    double coefficient = Math.min(Double.MAX_VALUE, next.blockedNanos / next.cpuNanos);
    double wanted = Math.min(Double.MAX_VALUE, seen.host().cores() * (1 + coefficient));
    Reason why =
        Reason.of(
            "%.2f cores x (1 + W/S), W/S = %.3g s blocked / %.3g s CPU = %.3g, makes %.3g",
            seen.host().cores(), next.blockedNanos / 1e9, next.cpuNanos / 1e9, coefficient, wanted);
    return new Advice(Workers.roundedUp(wanted), why, next);
  }

  private BlockingCoefficient with(double blocked, Observation seen) {
    if (seen.size().busyMean() == 0) {
      return this;
    }
    double kept = StrictMath.exp(-(double) seen.window().lengthNanos() / memoryNanos);
    double cpu = seen.times().cpuNanosSum().orElse(0);
    return new BlockingCoefficient(
        memoryNanos,
        Math.min(Double.MAX_VALUE, blockedNanos * kept + blocked),
        Math.min(Double.MAX_VALUE, cpuNanos * kept + cpu));
  }

  private static String whatIsMissing(Observation seen) {
    return seen.times().cpuNanosSum().isEmpty()
        ? "the CPU time of the workers"
        : "the run-queue wait of the workers";
  }
}
