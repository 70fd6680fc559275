package dev.flyball.policies.law;

import dev.flyball.base.Durations;
import dev.flyball.base.Require;
import dev.flyball.base.Workers;
import dev.flyball.policy.Advice;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Reason;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.part.Sensor;
import dev.flyball.policy.part.Windows;
import dev.flyball.policy.spec.Parameter;
import dev.flyball.policy.spec.PolicyEntry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A core of workers, and one more for each task that finds the queue filled up to a mark.
 *
 * <p>How it decides:
 *
 * <pre>{@code
 * queue > mark: workers + (queue - mark)
 * after each keep-alive time: no more than the most tasks that were in the system in it, but the core
 * }</pre>
 *
 * <p>Worked, with a mark of 5: 10 workers and a queue of 12 make 17 workers, for the sixth to the
 * twelfth task each found five before them. When at most 8.3 tasks were in the system, on average
 * over a window, in any window of the next minute, 9 workers are kept, or the core, if that is
 * more.
 *
 * <p>Why: a {@code ThreadPoolExecutor} adds threads only when its queue is full, so with a long
 * queue it never does, and with none it has a thread for every task of a burst. With a mark inside
 * the queue short bursts are waited out, and tasks beyond it get threads.
 *
 * <p>What is different here: the source adds a thread when a task is handed in, this at the end of
 * a window, so a burst that came and went inside the window adds none. In the source threads above
 * the core end when they found no task for the keep-alive time; here the number of tasks says how
 * many of them there would be if as few as possible were used. No mark and no keep-alive time are
 * published with it: the mark is that of Timm's baseline of the same name, the time that of the
 * JDK's cached pool. The core is the size that the target shows first, unless it is given.
 *
 * <p>Assumes that a queue means that there are too few workers. Fails where it does not: when what
 * stands behind the workers is slow, or the cores are busy, the queue stays, and every window adds
 * as many workers as tasks wait, up to the limit.
 *
 * <p>Source: Apache Axis2, {@code WaterMarkExecutor} in its transport base; Timm, TU Delft 2021,
 * for the mark.
 *
 * @param mark the queue beyond which workers are added, in tasks, at least 0
 * @param keepAliveNanos the time after which workers without a task are given up, in nanoseconds
 * @param core the smallest size; empty until the first window where it was not given
 * @param passedNanos how much of the keep-alive time has passed, in nanoseconds
 * @param peak the most tasks in the system in a window since then
 */
public record Watermark(
    int mark, long keepAliveNanos, OptionalInt core, long passedNanos, double peak)
    implements SizingPolicy {

  private static final Parameter<Integer> MARK =
      Parameter.count("mark", 0, "5", "the queue beyond which workers are added, in tasks");
  private static final Parameter<Optional<Integer>> CORE =
      Parameter.workers("core", "none", "the smallest size; none: the size at the beginning")
          .orUnset();
  private static final Parameter<Duration> KEEP_ALIVE =
      Parameter.duration("keep-alive", "1m", "the time after which idle workers are given up");

  public static final PolicyEntry ENTRY =
      new PolicyEntry(
          "watermark",
          "One worker more for each task that finds the queue filled up to a mark.",
          "Apache Axis2, WaterMarkExecutor",
          List.of(MARK, CORE, KEEP_ALIVE),
          given -> Watermark.of(given.value(MARK), given.value(CORE), given.value(KEEP_ALIVE)));

  public Watermark {
    Require.atLeast("mark", 0, mark);
    Require.above("keepAliveNanos", 0, keepAliveNanos);
    core.ifPresent(workers -> Require.atLeast("core", 1, workers));
    Require.countAtLeast("passedNanos", 0, passedNanos);
    Require.finiteAtLeast("peak", 0, peak);
  }

  /** The policy before it has seen anything. */
  public static Watermark of(int mark, Optional<Integer> core, Duration keepAlive) {
    OptionalInt least = core.isPresent() ? OptionalInt.of(core.get()) : OptionalInt.empty();
    return new Watermark(mark, Durations.nanos("keep-alive", keepAlive), least, 0, 0);
  }

  @Override
  public Advice advise(Observation seen) {
    int asked = seen.size().workersTarget();
    int least = core.orElse(asked);
    long queued = seen.size().queuedAtEnd();
    if (queued > mark) {
      int more = (int) Math.min(Integer.MAX_VALUE, queued - mark);
      Reason why = Reason.of("queue %d is above the mark of %d, %d more", queued, mark, more);
      return new Advice(Math.max(least, Workers.sum(asked, more)), why, after(least, 0, 0));
    }
    long passed = Windows.sum(passedNanos, seen.window().lengthNanos());
    double most = Math.max(peak, Math.min(Double.MAX_VALUE, seen.inSystemMean()));
    return passed >= keepAliveNanos
        ? givenUp(asked, least, most)
        : waiting(seen, least, passed, most);
  }

  private Advice givenUp(int asked, int least, double most) {
    int workers = Math.max(least, Math.min(asked, Workers.roundedUp(most)));
    Reason why =
        Reason.of(
            "at most %.3g tasks were in the system for %.1f s, the core is %d",
            most, keepAliveNanos / 1e9, least);
    return new Advice(workers, why, after(least, 0, 0));
  }

  private Advice waiting(Observation seen, int least, long passed, double most) {
    Reason why = Reason.of("queue %d is not above the mark of %d", seen.size().queuedAtEnd(), mark);
    Watermark next = after(least, passed, most);
    return seen.size().workersTarget() >= least
        ? Sensor.held(why, seen, next)
        : new Advice(least, Reason.of("%s, but the core is %d", why, least), next);
  }

  private Watermark after(int least, long passed, double most) {
    return new Watermark(mark, keepAliveNanos, OptionalInt.of(least), passed, most);
  }
}
