package dev.flyball.policy.guard;

import static dev.flyball.base.Require.countAtLeast;
import static dev.flyball.base.Require.finiteAtLeast;

import dev.flyball.base.Workers;
import dev.flyball.policy.Advice;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Reason;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.spec.Parameter;
import java.util.Optional;

/**
 * A guard that adds workers when all workers are stuck: tasks wait, and nothing makes progress.
 *
 * <p>Progress is a task that ended, or CPU time: a pool whose workers compute is slow, not stuck,
 * and more workers would make it slower. For every second without progress while tasks wait,
 * workers are added: 1, 2, 4, 8, ..., never more than there are waiting tasks. The result is a
 * floor beneath the policy's advice. Once there is progress the floor sinks by half in about 7
 * seconds, so the pool does not fall back into the same trap at once.
 *
 * <p>Worked: 8 workers each wait for a task that is queued behind them. After one second there are
 * 9, after two 11, after three 15.
 *
 * <p>It helps where workers wait for queued tasks, or for something that another request brings. It
 * cannot help where all wait for a lock that is never released; there it ends at one worker for
 * each task. A single long task without CPU time looks the same when others wait; the extra workers
 * end soon after.
 *
 * <p>Where the CPU time is not measured only completions count as progress.
 *
 * @param policy the wrapped policy
 * @param stuckNanos time without progress that was not answered yet, in nanoseconds
 * @param added the workers that were added last; 0 while there is progress
 * @param floor the size below which the advice is not followed, in workers
 */
public record Rescue(SizingPolicy policy, long stuckNanos, int added, double floor)
    implements SizingPolicy {

  public static final Parameter<Boolean> PARAMETER =
      Parameter.flag(
          "rescue", "false", "whether workers are added while tasks wait and nothing moves");

  private static final long PATIENCE_NANOS = 1_000_000_000;
  private static final double DECAY_NANOS = 10e9;

  /** Workers that use less of their time than this do not compute. */
  private static final double COMPUTING_SHARE = 0.01;

  public Rescue {
    countAtLeast("stuckNanos", 0, stuckNanos);
    countAtLeast("added", 0, added);
    finiteAtLeast("floor", 0, floor);
  }

  public static Rescue of(SizingPolicy policy) {
    return new Rescue(policy, 0, 0, 0);
  }

  @Override
  public Optional<SizingPolicy> inner() {
    return Optional.of(policy);
  }

  @Override
  public Advice advise(Observation seen) {
    Advice advice = policy.advise(seen);
    if (seen.size().queuedAtEnd() == 0 || progress(seen)) {
      return lifted(advice, 0, 0, sunk(seen));
    }
    long stuck = Math.min(Long.MAX_VALUE / 2, stuckNanos) + waited(seen);
    if (stuck < PATIENCE_NANOS) {
      return lifted(advice, stuck, added, floor);
    }
    int more =
        (int) Math.min(seen.size().queuedAtEnd(), Math.max(1, Math.min(1 << 30, 2L * added)));
    double higher = (double) seen.size().workersTarget() + more;
    return lifted(advice, 0, more, Math.max(floor, higher));
  }

  /** A window's length, as far as it fits. */
  private static long waited(Observation seen) {
    return Math.min(Long.MAX_VALUE / 2, seen.window().lengthNanos());
  }

  /** Whether a task ended, or the workers computed. */
  public static boolean progress(Observation seen) {
    double computed = seen.times().cpuNanosSum().orElse(0);
    return seen.flow().completed() > 0
        || (computed > 0 && computed >= COMPUTING_SHARE * seen.busyNanos());
  }

  private double sunk(Observation seen) {
    double left = floor * StrictMath.exp(-seen.window().lengthNanos() / DECAY_NANOS);
    return left < 1 ? 0 : left;
  }

  private Advice lifted(Advice advice, long stuck, int more, double lowest) {
    Rescue next = new Rescue(advice.next(), stuck, more, lowest);
    int least = lowest == 0 ? 1 : Workers.roundedUp(lowest);
    if (advice.workers() >= least) {
      return advice.then(next);
    }
    Reason because =
        more > 0
            ? Reason.by(
                "rescue",
                "rescue: tasks wait and nothing moves, %{more}d more make %{least}d",
                more,
                least)
            : Reason.by("rescue", "rescue: no fewer than %{least}d for now", least);
    return advice.changed(least, because).then(next);
  }
}
