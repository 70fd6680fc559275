package dev.flyball.policy.part;

import dev.flyball.base.Workers;
import dev.flyball.policy.Observation;
import java.util.OptionalInt;

/**
 * The workers that the processors carry: more workers would only wait for a core.
 *
 * <pre>{@code
 * blocked = cores * blocked time / CPU time        (workers blocked while all cores are busy)
 * workers = max(1, cores) + blocked + beta * sqrt(blocked)
 * }</pre>
 *
 * <p>{@code cores * (1 + W / C)} workers keep the cores busy on average (Goetz, Java Concurrency in
 * Practice, 2006, section 8.2). But the number of blocked workers fluctuates like its root, and
 * whenever more workers than usual are blocked a core would be idle. Tasks that only compute leave
 * nothing to fluctuate, and get as many workers as there are cores.
 *
 * <p>Worked: 2 cores, tasks of 10 ms CPU and 10 ms wait: blocked = 2, so 2 + 2 + 3 * 1.41 = 8.2, 9
 * workers.
 *
 * <p>Both times are forgotten with a time constant of 10 s. Without the sensors for CPU time and
 * run-queue wait the capacity is unknown, and nothing is bounded.
 *
 * @param beta headroom in standard deviations of the number of blocked workers
 * @param blockedNanos time that workers were blocked inside tasks, in nanoseconds
 * @param cpuNanos CPU time of the workers, in nanoseconds
 */
public record CpuCapacity(double beta, double blockedNanos, double cpuNanos) {

  private static final double MEMORY_NANOS = 10e9;

  public static CpuCapacity of(double beta) {
    return new CpuCapacity(beta, 0, 0);
  }

  public CpuCapacity with(Observation seen) {
    if (seen.blockedNanos().isEmpty() || seen.size().busyMean() == 0) {
      return this;
    }
    double kept = StrictMath.exp(-seen.window().lengthNanos() / MEMORY_NANOS);
    return new CpuCapacity(
        beta,
        Windows.finite(blockedNanos * kept + seen.blockedNanos().getAsDouble()),
        Windows.finite(cpuNanos * kept + seen.times().cpuNanosSum().orElse(0)));
  }

  /** The largest useful number of workers; empty while the CPU time is unknown. */
  public OptionalInt workersMax(Observation seen) {
    return workersMax(seen.host().cores());
  }

  /** The same where only so many processors are there for these workers; {@code cores} above 0. */
  public OptionalInt workersMax(double cores) {
    if (cpuNanos <= 0) {
      return OptionalInt.empty();
    }
    double blocked = Windows.finite(cores * Windows.finite(blockedNanos / cpuNanos));
    double carried = Math.max(1, cores) + blocked + beta * StrictMath.sqrt(blocked);
    return OptionalInt.of(Workers.roundedUp(carried));
  }
}
