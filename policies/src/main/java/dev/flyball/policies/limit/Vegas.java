package dev.flyball.policies.limit;

import dev.flyball.base.Dice;
import dev.flyball.base.Require;
import dev.flyball.base.Workers;
import dev.flyball.policy.Advice;
import dev.flyball.policy.Limits;
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
 * A policy that keeps a short queue behind the workers, estimated from how much longer tasks take
 * than they ever did: TCP Vegas.
 *
 * <p>How it decides, once in a window of a second with at least 10 tasks:
 *
 * <pre>{@code
 * rest  = the least mean service time so far
 * queue = ceil(size * (1 - rest / service time))          tasks that wait behind the workers
 * log   = max(1, floor(log10(size)))
 * queue <= log:     size + 6 log          queue < 3 log: size + log
 * queue >  6 log:   size - log            else: the same
 * the same, too, where fewer than half of the size are busy
 * }</pre>
 *
 * <p>Worked: tasks took 4.0 ms at best, now 4.4 ms at 40 workers: queue = ceil(40 * 0.0909) = 4,
 * and log = 1, so 4 is between 3 and 6, and the size is right. At 4.1 ms the queue is 1: 46.
 *
 * <p>Why: of {@code size} tasks in flight only {@code size * rest / service time} are being served,
 * by Little's law with the same throughput; the others wait, and a few that wait keep what is
 * behind busy. On a plateau of K the size so comes to rest between K + 3 log and K + 6 log.
 *
 * <p>{@code rest} would be wrong for ever after the work has become heavier, so it is set to the
 * present service time after {@code jitter * 30 * size} windows, jitter being thrown between 0.5
 * and 1 each time.
 *
 * <p>What the window changes against the original by itself, which is asked with every request: the
 * service time is a mean, whose least is above the least of single requests, so less counts as
 * queue, and the size is larger; {@code rest} is measured anew after minutes (for 20 workers 5 to
 * 10), not after hundreds of requests. What is different from both: a window goes on until it has
 * 10 tasks, where the original throws it away; in flight are the busy workers on average, not the
 * most at once, without those that wait in the pool's own queue; windows with a mean below {@code
 * shortest} are left out, there each such request is. No task counts as dropped. The size at the
 * beginning is the target's.
 *
 * <p>Assumes that tasks are alike, that {@code rest} was measured without a queue, and that more in
 * service makes each slower. Fails where it starts above the plateau or measures {@code rest} anew
 * under load: then the queue that is there counts as none, and the size comes to rest 3 to 6 log
 * above where it was; so it ratchets up with every new measurement, and never comes down. Fails
 * with tasks of several kinds: the mix changes the mean as a queue would. Tasks that only wait
 * never get slower, and the size grows to the ceiling as long as half of it is busy.
 *
 * <p>Source: Netflix concurrency-limits, {@code VegasLimit} in {@code WindowedLimit}; Brakmo and
 * Peterson 1995.
 *
 * @param setting what was set
 * @param limit the size with its fraction; 0 before the first window
 * @param restNanos the least mean service time, in nanoseconds; empty before the first window
 * @param windows the windows since {@code rest} was last set anew
 * @param jitter how much of the usual time passes until it is set anew, from 0.5 to 1
 * @param dice the state of the dice that throw the jitter
 */
public record Vegas(
    Setting setting, double limit, OptionalDouble restNanos, long windows, double jitter, long dice)
    implements SizingPolicy {

  private static final Parameter<Double> SMOOTHING =
      Parameter.percent("smoothing", "1", "how much of the way to a new size is gone at once");
  private static final Parameter<Integer> PROBE =
      Parameter.workers("probe", "30", "windows for each worker until the rest is measured anew");
  private static final Parameter<Duration> SHORTEST =
      Parameter.duration("shortest", "0.1ms", "windows with a shorter service time are left out");
  private static final Parameter<Integer> CEILING =
      Parameter.workers("ceiling", "1000", "the largest size it goes to by itself");
  private static final Parameter<Long> SEED = Parameter.seed();

  public static final PolicyEntry ENTRY =
      new PolicyEntry(
          "vegas",
          "As many workers as keep a short queue behind them, seen from how long tasks take.",
          "Netflix concurrency-limits, VegasLimit; Brakmo and Peterson 1995",
          List.of(SMOOTHING, PROBE, SHORTEST, CEILING, RoundTrip.WINDOW, RoundTrip.SAMPLES, SEED),
          given ->
              RoundTrip.windowed(
                  given,
                  Vegas.of(
                      new Setting(
                          given.value(SMOOTHING),
                          given.value(PROBE),
                          given.value(SHORTEST).toNanos(),
                          given.value(CEILING)),
                      given.value(SEED))));

  /**
   * The settings.
   *
   * @param smoothing how much of the way to a new size is gone at once, above 0 and at most 1
   * @param probe windows for each worker until {@code rest} is measured anew
   * @param shortestNanos windows with a shorter mean service time are left out, in nanoseconds
   * @param ceiling the largest size
   */
  public record Setting(double smoothing, int probe, long shortestNanos, int ceiling) {
    public Setting {
      Require.above("smoothing", 0, smoothing);
      Require.between("smoothing", 0, 1, smoothing);
      Require.atLeast("probe", 1, probe);
      Require.countAtLeast("shortestNanos", 0, shortestNanos);
      Require.atLeast("ceiling", 1, ceiling);
    }
  }

  /** The policy before it has seen anything. */
  public static Vegas of(Setting setting, long seed) {
    return new Vegas(setting, 0, OptionalDouble.empty(), 0, 1, seed).thrown();
  }

  @Override
  public Advice advise(Observation seen) {
    OptionalDouble measured = RoundTrip.nanos(seen);
    if (measured.isEmpty()) {
      return Sensor.held(RoundTrip.UNKNOWN, seen, this);
    }
    double nanos = measured.getAsDouble();
    Reason took = RoundTrip.why(nanos, seen);
    if (nanos < setting.shortestNanos() || nanos == 0) {
      return Sensor.held(Reason.of("%s, too short to be compared", took), seen, this);
    }
    double size = Workers.resumed(limit, seen.size().workersTarget());
    Vegas counted = new Vegas(setting, size, restNanos, windows + 1, jitter, dice);
    if (counted.windows >= jitter * setting.probe() * size) {
      return Sensor.held(
          Reason.of("%s, the new rest", took), seen, counted.restingAt(nanos).thrown());
    }
    double rest = restNanos.orElse(Double.MAX_VALUE);
    if (nanos < rest) {
      return Sensor.held(Reason.of("%s, the least so far", took), seen, counted.restingAt(nanos));
    }
    Reason against = Reason.of("%s against %.3f ms at rest", took, rest / 1e6);
    return RoundTrip.isLittleUsed(size, seen)
        ? Limits.of(1, setting.ceiling())
            .apply(Sensor.held(Reason.of("%s, less than half of the size", against), seen, counted))
        : counted.sized(Math.ceil(size * (1 - rest / nanos)), against);
  }

  private Advice sized(double queue, Reason against) {
    int log = Math.max(1, (int) StrictMath.log10(limit));
    double wanted = Math.max(1, Math.min(setting.ceiling(), limit + change(queue, log)));
    double next = limit + (wanted - limit) * setting.smoothing();
    Reason why = Reason.of("%s: queue %.0f, to be %d to %d", against, queue, 3 * log, 6 * log);
    return new Advice(
        Workers.roundedDown(next), why, new Vegas(setting, next, restNanos, windows, jitter, dice));
  }

  private static int change(double queue, int log) {
    if (queue <= log) {
      return 6 * log;
    }
    if (queue < 3 * log) {
      return log;
    }
    return queue > 6 * log ? -log : 0;
  }

  private Vegas restingAt(double nanos) {
    return new Vegas(setting, limit, OptionalDouble.of(nanos), windows, jitter, dice);
  }

  /** The same with a new jitter, its windows counted from nothing. */
  private Vegas thrown() {
    Dice thrower = new Dice(dice);
    double thrown = 0.5 + thrower.nextDouble() / 2;
    return new Vegas(setting, limit, restNanos, 0, thrown, thrower.state());
  }
}
