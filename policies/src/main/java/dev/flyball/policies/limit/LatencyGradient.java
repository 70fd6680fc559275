package dev.flyball.policies.limit;

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
import java.util.List;
import java.util.OptionalDouble;

/**
 * A size that shrinks by the factor by which tasks have become slower than they usually are, and
 * else grows by a few workers.
 *
 * <p>How it decides, once in a window of a second with at least 10 tasks:
 *
 * <pre>{@code
 * long     = exponential average of the service time over 600 windows (the first 10: plain mean)
 * gradient = clamp(tolerance * long / service time, 0.5, 1)              tolerance 1.5
 * size     = 0.8 * size + 0.2 * (gradient * size + 4)
 * where long is more than twice the service time, long * 0.95
 * always within floor and ceiling, 20 and 200; the same where fewer than half of the size are busy
 * }</pre>
 *
 * <p>Worked: tasks take 10 ms on average of ten minutes. At 12 ms the gradient is min(1, 15 / 12) =
 * 1, and 40 workers become 0.8 * 40 + 0.2 * 44 = 40.8. At 20 ms it is 0.75, and they become 38.8.
 *
 * <p>Why: no limit on requests can know the least possible latency of changing work; what it is
 * usually is known, and half as much again is tolerated. The 4 keep a queue, so that growth is
 * tried again and again.
 *
 * <p>What is different here: the original is asked with every request or, as here, window of them.
 * So the average is over 600 windows of a second, ten minutes, whatever the rate. A window goes on
 * until it has 10 tasks, where the original throws it away; in flight are the busy workers on
 * average, not the most at once. The size at the beginning is the target's, not 20.
 *
 * <p>Assumes that the long average is that of good times. Fails under a mild overload that lasts:
 * the average follows the slower tasks, the gradient returns to 1, and the size grows by 0.8 in
 * each window, for ever (a plateau of 32 is at the ceiling of 200 within the hour). Tasks that end
 * by a time-out have no gradient at all. Fails with tasks of several kinds, as {@link Vegas} does.
 * In an idle pool nothing changes.
 *
 * <p>Source: Netflix concurrency-limits, {@code Gradient2Limit} in {@code WindowedLimit}.
 *
 * @param setting what was set
 * @param limit the size with its fraction; 0 before the first window
 * @param longNanos the long average, in nanoseconds; 0 before the first window
 * @param windows the windows in the average, counted up to 10
 */
public record LatencyGradient(Setting setting, double limit, double longNanos, int windows)
    implements SizingPolicy {

  private static final int WARM_UP_WINDOWS = 10;

  private static final Parameter<Double> TOLERANCE =
      Parameter.positive("tolerance", "1.5", "how much slower than usual tasks may become");
  private static final Parameter<Integer> MEMORY =
      Parameter.workers("memory", "600", "the windows over which tasks are averaged");
  private static final Parameter<Double> SMOOTHING =
      Parameter.percent("smoothing", "0.2", "how much of the way to a new size is gone at once");
  private static final Parameter<Integer> QUEUE =
      Parameter.count("queue", 0, "4", "the workers that are added in each window");
  private static final Parameter<Integer> FLOOR =
      Parameter.workers("floor", "20", "the smallest size it goes to by itself");
  private static final Parameter<Integer> CEILING =
      Parameter.workers("ceiling", "200", "the largest size it goes to by itself");

  public static final PolicyEntry ENTRY =
      new PolicyEntry(
          "latency-gradient",
          "Shrinks by the factor by which tasks are slower than usual, else grows by a few.",
          "Netflix concurrency-limits, Gradient2Limit",
          List.of(
              TOLERANCE,
              MEMORY,
              SMOOTHING,
              QUEUE,
              FLOOR,
              CEILING,
              RoundTrip.WINDOW,
              RoundTrip.SAMPLES),
          given ->
              RoundTrip.windowed(
                  given,
                  LatencyGradient.of(
                      new Setting(
                          given.value(TOLERANCE),
                          given.value(MEMORY),
                          given.value(SMOOTHING),
                          given.value(QUEUE),
                          RoundTrip.bounds(given.value(FLOOR), given.value(CEILING))))));

  /**
   * The settings.
   *
   * @param tolerance how much slower than usual tasks may become, as a factor, above 0
   * @param memory the windows over which tasks are averaged
   * @param smoothing how much of the way to a new size is gone at once, above 0 and at most 1
   * @param queue the workers that are added in each window
   * @param bounds the smallest and the largest size
   */
  public record Setting(double tolerance, int memory, double smoothing, int queue, Limits bounds) {
    public Setting {
      Require.above("tolerance", 0, tolerance);
      Require.atLeast("memory", 1, memory);
      Require.above("smoothing", 0, smoothing);
      Require.between("smoothing", 0, 1, smoothing);
      Require.atLeast("queue", 0, queue);
    }
  }

  public LatencyGradient {
    Require.finiteAtLeast("limit", 0, limit);
    Require.finiteAtLeast("longNanos", 0, longNanos);
    Require.between("windows", 0, WARM_UP_WINDOWS, windows);
  }

  /** The policy before it has seen anything. */
  public static LatencyGradient of(Setting setting) {
    return new LatencyGradient(setting, 0, 0, 0);
  }

  @Override
  public Advice advise(Observation seen) {
    OptionalDouble measured = RoundTrip.nanos(seen);
    if (measured.isEmpty()) {
      return Sensor.held(RoundTrip.UNKNOWN, seen, this);
    }
    double nanos = measured.getAsDouble();
    double size = Workers.resumed(limit, seen.size().workersTarget());
    LatencyGradient next = averaging(nanos, size);
    Reason took =
        Reason.of("%s against %.3f ms usually", RoundTrip.why(nanos, seen), next.longNanos / 1e6);
    return RoundTrip.isLittleUsed(size, seen)
        ? setting
            .bounds()
            .apply(Sensor.held(Reason.of("%s, less than half of the size", took), seen, next))
        : next.sized(nanos, took);
  }

  private LatencyGradient averaging(double nanos, double size) {
    int counted = Math.min(WARM_UP_WINDOWS, windows + 1);
    double weight = windows < WARM_UP_WINDOWS ? 1.0 / counted : 2.0 / (setting.memory() + 1.0);
    double average = longNanos + (nanos - longNanos) * weight;
    return new LatencyGradient(
        setting, size, average > 2 * nanos ? average * 0.95 : average, counted);
  }

  private Advice sized(double nanos, Reason took) {
    double relative = nanos == 0 ? 1 : setting.tolerance() * longNanos / nanos;
    double gradient = Math.max(0.5, Math.min(1, relative));
    double wanted = limit * gradient + setting.queue();
    double smoothed = limit + (wanted - limit) * setting.smoothing();
    Limits bounds = setting.bounds();
    double next = Math.max(bounds.min(), Math.min(bounds.max(), smoothed));
    Reason why =
        Reason.of(
            "%s: gradient %.3f, %+d, makes %.2f within %s",
            took, gradient, setting.queue(), next, bounds);
    return new Advice(
        Workers.roundedDown(next), why, new LatencyGradient(setting, next, longNanos, windows));
  }
}
