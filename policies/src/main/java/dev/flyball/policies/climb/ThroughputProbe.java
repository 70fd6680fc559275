package dev.flyball.policies.climb;

import dev.flyball.base.Require;
import dev.flyball.base.Workers;
import dev.flyball.policy.Advice;
import dev.flyball.policy.Limits;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Reason;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.spec.Parameter;
import dev.flyball.policy.spec.PolicyEntry;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;

/**
 * A policy that probes a size a tenth larger or smaller, and moves a fifth of the way if throughput
 * was higher there.
 *
 * <p>How it decides, once in an interval (100 ms):
 *
 * <pre>{@code
 * at the stable size: remember its throughput; try stable * 1.1 when every worker was in use,
 *                     else stable * 0.9 (at least one more or one less)
 * at the other size:  more throughput than remembered, by any amount:
 *                     stable = 0.8 * stable + 0.2 * other
 *                     always: back to the stable size, rounded
 * from 4 to 128 workers
 * }</pre>
 *
 * <p>Worked: 32 workers, all in use, 8000/s; 35 are tried and bring 8100/s; so stable = 0.8 * 32 +
 * 0.2 * 35 = 32.6, and 33 workers are next. With some workers idle, 29 are tried; they bring as
 * much, which is not more, so 33 stay.
 *
 * <p>Why: a probe that is always taken back costs little when it was wrong, and a fifth of a step
 * is a filter for noise.
 *
 * <p>Assumes that the size causes a higher throughput in one interval. There is no test of
 * significance: where the size does not matter, half of all probes win by chance. So it fails on a
 * plateau with a queue, where every probe is upward: it climbs until a limit stops it. And it never
 * comes down while there is a queue, however much a smaller size would bring. Idle, it tries a
 * tenth less and comes back, for ever, as published; below its limits that is a swing of 10 %.
 *
 * <p>Differences: the source asks whether the largest number of workers in use at a time reached
 * the size. An observation has averages, so here every worker was in use when a task waited at the
 * end of the interval, or when busy workers and waiting tasks together came within half a worker of
 * the size on average. A short peak is not seen. A window that is longer than the interval is one
 * interval. When another caller changes the size, that is the stable size from then on.
 *
 * <p>Source: MongoDB 7.0, storage execution control, throughput probing.
 *
 * @param settings the settings
 * @param stable the stable size, a fractional number; empty before the first window
 * @param baseline the throughput at the stable size, in tasks per second
 * @param asked the last advice, in workers; 0 before the first window
 * @param collected the windows of the incomplete interval
 */
public record ThroughputProbe(
    Settings settings, OptionalDouble stable, double baseline, int asked, Collected collected)
    implements SizingPolicy {

  private static final Parameter<Double> STEP =
      Parameter.share("probe", "0.1", "how far from the stable size it tries");
  private static final Parameter<Double> WEIGHT =
      Parameter.share("weight", "0.2", "how much of the way to a better size it goes");
  private static final Parameter<Integer> FLOOR =
      Parameter.workers("floor", "4", "the smallest size that it tries, in workers");
  private static final Parameter<Integer> CEILING =
      Parameter.workers("ceiling", "128", "the largest size that it tries, in workers");
  private static final Parameter<Duration> INTERVAL =
      Parameter.duration("interval", "100ms", "the time between two decisions");

  public static final PolicyEntry ENTRY =
      new PolicyEntry(
          "throughput-probe",
          "Tries a tenth more or less, and moves a fifth of the way to where throughput is higher.",
          "MongoDB 7.0, throughput probing",
          List.of(STEP, WEIGHT, FLOOR, CEILING, INTERVAL),
          given ->
              ThroughputProbe.of(
                  new Settings(
                      given.value(STEP),
                      given.value(WEIGHT),
                      Limits.of(given.value(FLOOR), given.value(CEILING)),
                      given.value(INTERVAL).toNanos())));

  /**
   * The settings.
   *
   * @param probe how far from the stable size it tries, as a share of it
   * @param weight how much of the way to a better size it goes, as a share of it
   * @param limits the smallest and the largest size that it tries
   * @param intervalNanos the time between two decisions
   */
  record Settings(double probe, double weight, Limits limits, long intervalNanos) {
    Settings {
      Require.above("probe", 0, probe);
      Require.above("weight", 0, weight);
      Require.above("intervalNanos", 0, intervalNanos);
    }
  }

  static ThroughputProbe of(Settings settings) {
    return new ThroughputProbe(settings, OptionalDouble.empty(), 0, 0, Collected.NOTHING);
  }

  @Override
  public Advice advise(Observation seen) {
    int there = seen.size().workersTarget();
    if (there != asked || stable.isEmpty()) {
      return begin(there, seen);
    }
    Collected all = collected.with(seen);
    if (!all.fills(settings.intervalNanos(), seen.window())) {
      return new Advice(there, "collecting", then(stable.getAsDouble(), baseline, there, all));
    }
    double throughput = all.throughputPerSecond();
    return there == rounded(stable.getAsDouble())
        ? probe(there, throughput, inUse(all, seen))
        : compare(there, throughput, stable.getAsDouble());
  }

  /** The size that is there is the stable one, or the nearest that the limits allow. */
  private Advice begin(int there, Observation seen) {
    int from = settings.limits().clamp(there);
    ThroughputProbe begun = then(from, 0, from, Collected.NOTHING);
    return from == there
        ? begun.advise(seen)
        : new Advice(from, Reason.of("%d is the nearest size that it tries", from), begun);
  }

  private Advice probe(int there, double throughput, boolean inUse) {
    double factor = inUse ? 1 + settings.probe() : 1 - settings.probe();
    int tried = rounded(stable.getAsDouble() * factor);
    int wanted = tried != there ? tried : rounded(there + (inUse ? 1.0 : -1.0));
    Reason why =
        Reason.of(
            "%.1f tasks/s at %d, %s: %s",
            throughput,
            there,
            inUse ? "all in use" : "not all in use",
            wanted == there ? "stays, at its limit" : Reason.of("tries %d", wanted));
    return new Advice(
        wanted, why, then(stable.getAsDouble(), throughput, wanted, Collected.NOTHING));
  }

  private Advice compare(int there, double throughput, double from) {
    boolean better = throughput > baseline;
    double to = better ? from + settings.weight() * (there - from) : from;
    Reason why =
        Reason.of(
            "%.1f tasks/s at %d %s %.1f: back to %.1f",
            throughput, there, better ? "are more than" : "are no more than", baseline, to);
    int wanted = rounded(to);
    return new Advice(wanted, why, then(to, baseline, wanted, Collected.NOTHING));
  }

  private static boolean inUse(Collected all, Observation seen) {
    double used = all.busyMean() + all.queuedMean();
    return seen.size().queuedAtEnd() > 0 || used >= seen.size().workersTarget() - 0.5;
  }

  private int rounded(double size) {
    return settings.limits().clamp(Workers.rounded(size));
  }

  private ThroughputProbe then(double size, double remembered, int wanted, Collected rest) {
    return new ThroughputProbe(settings, OptionalDouble.of(size), remembered, wanted, rest);
  }
}
