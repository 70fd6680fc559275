package dev.flyball.policies.signal;

import dev.flyball.base.Require;
import dev.flyball.base.Workers;
import dev.flyball.policy.Advice;
import dev.flyball.policy.Limits;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Reason;
import dev.flyball.policy.Signals;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.part.Sampled;
import dev.flyball.policy.part.Sensor;
import dev.flyball.policy.spec.Parameter;
import dev.flyball.policy.spec.PolicyEntry;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;

/**
 * A policy that removes workers when a sleeping thread wakes irregularly, and adds workers when it
 * wakes on time and the workers are loaded.
 *
 * <p>How it decides, once in 1.5 s, from the standard deviation of the oversleep of a thread that
 * sleeps for a millisecond again and again:
 *
 * <pre>{@code
 * deviation above 0.8 ms:                      size - floor(run^1.2)
 * deviation below 0.5 ms, and load >= 0.8:     size + floor(run^1.2)
 * else:                                        the same; the run is over
 * run  = how many times in succession it went that way, from 1
 * load = tasks in the system / workers
 * always from cores / 2 to 100 * cores, and with the sensors for it never below blocked + cores / 2
 * }</pre>
 *
 * <p>Worked: on 4 cores, 10 workers, all of them busy, a quiet machine: 11, 13, 16, 21, 27, 35:
 * steps of 1, 2, 3, 5, 6, 8.
 *
 * <p>Why: a sleeping thread that does not get a core when it wakes is the direct sign of too many
 * threads for the cores, of this process or of any other; no task needs to be measured.
 *
 * <p>Chosen where the description is silent: within the band, or with too little load, the run
 * begins anew; load counts the queued tasks as well. The floor over the blocked workers was added
 * to the source in 2026, because jitter alone did not take it past workers that block.
 *
 * <p>Assumes that the cores are the limiting resource, and that the timer is finer than the
 * thresholds (the source has others for Windows). Fails where tasks wait for something slow: the
 * machine is quiet, the load is high, and the size grows to 100 times the cores. Fails beside noisy
 * neighbours, which make it shrink without any benefit. Without load it keeps its size.
 *
 * <p>Needs the signal {@link Signals#OVERSLEEP_DEVIATION_MILLIS}.
 *
 * <p>Source: Kyo, concurrency regulator of its scheduler.
 *
 * @param setting the settings
 * @param run how many times in succession it went up, or, below 0, down
 */
public record SleepJitter(Setting setting, int run) implements SizingPolicy {

  private static final int RUN_MAX = 1_000_000;

  private static final Parameter<Double> HIGH =
      Parameter.positive("high", "0.8", "the deviation above which it shrinks, in milliseconds");
  private static final Parameter<Double> LOW =
      Parameter.positive("low", "0.5", "the deviation below which it may grow, in milliseconds");
  private static final Parameter<Double> LOAD =
      Parameter.number("load", "0.8", "the tasks in the system per worker from which it may grow");
  private static final Parameter<Double> EXPONENT =
      Parameter.number("exponent", "1.2", "how steps in the same direction grow");
  private static final Parameter<Duration> INTERVAL =
      Parameter.duration("interval", "1.5s", "the time between two decisions");

  public static final PolicyEntry ENTRY =
      new PolicyEntry(
          "sleep-jitter",
          "Fewer workers when a sleeping thread wakes irregularly, more when it does not.",
          "Kyo scheduler, concurrency regulator",
          List.of(HIGH, LOW, LOAD, EXPONENT, INTERVAL),
          given ->
              Sampled.every(
                  given.value(INTERVAL),
                  SleepJitter.of(
                      new Setting(
                          given.value(HIGH),
                          given.value(LOW),
                          given.value(LOAD),
                          given.value(EXPONENT)))));

  /**
   * The settings.
   *
   * @param highMillis the deviation above which it shrinks, at least {@code lowMillis}
   * @param lowMillis the deviation below which it may grow
   * @param load the tasks in the system per worker from which it may grow
   * @param exponent how steps in the same direction grow
   */
  public record Setting(double highMillis, double lowMillis, double load, double exponent) {
    public Setting {
      Require.above("low", 0, lowMillis);
      if (!(highMillis >= lowMillis)) {
        throw new IllegalArgumentException(
            "high must be at least low (" + lowMillis + ") but was " + highMillis);
      }
      Require.finiteAtLeast("load", 0, load);
      Require.finiteAtLeast("exponent", 0, exponent);
    }
  }

  /** The policy before it has seen anything. */
  public static SleepJitter of(Setting setting) {
    return new SleepJitter(setting, 0);
  }

  @Override
  public Advice advise(Observation seen) {
    OptionalDouble deviation = Sensor.signal(seen, Signals.OVERSLEEP_DEVIATION_MILLIS);
    if (deviation.isEmpty()) {
      return Sensor.missing("the signal " + Signals.OVERSLEEP_DEVIATION_MILLIS, seen, this);
    }
    double load = Math.min(Double.MAX_VALUE, seen.inSystemMean() / seen.size().workersTarget());
    int now = continued(deviation.getAsDouble(), load);
    int step = step(now);
    Reason why =
        Reason.of(
            "a sleeper wakes with a deviation of %.3g ms (%.3g to %.3g), load %.3g: %+d",
            deviation.getAsDouble(), setting.lowMillis(), setting.highMillis(), load, step);
    int asked = seen.size().workersTarget();
    int workers = (int) Math.max(1, Math.min(Integer.MAX_VALUE, (long) asked + step));
    return bounded(new Advice(workers, why, new SleepJitter(setting, now)), seen);
  }

  private int continued(double deviation, double load) {
    if (deviation > setting.highMillis()) {
      return Math.max(-RUN_MAX, Math.min(0, run) - 1);
    }
    boolean more = deviation < setting.lowMillis() && load >= setting.load();
    return more ? Math.min(RUN_MAX, Math.max(0, run) + 1) : 0;
  }

  private int step(int now) {
    if (now == 0) {
      return 0;
    }
    double size = Math.floor(StrictMath.pow(Math.abs(now), setting.exponent()));
    return (int) (now > 0 ? size : -size);
  }

  private static Advice bounded(Advice advice, Observation seen) {
    double cores = seen.host().cores();
    double blocked = seen.blockedNanos().orElse(0) / seen.window().lengthNanos();
    int floor = Workers.roundedUp(blocked + cores / 2);
    int ceiling = Math.max(floor, Workers.roundedUp(100 * cores));
    return Limits.of(floor, ceiling).apply(advice);
  }
}
