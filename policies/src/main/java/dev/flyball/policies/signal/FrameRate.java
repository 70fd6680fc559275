package dev.flyball.policies.signal;

import dev.flyball.base.Require;
import dev.flyball.base.Workers;
import dev.flyball.policies.law.Verdict;
import dev.flyball.policy.Advice;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Reason;
import dev.flyball.policy.Signals;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.part.Sampled;
import dev.flyball.policy.part.Sensor;
import dev.flyball.policy.part.Windows;
import dev.flyball.policy.spec.Parameter;
import dev.flyball.policy.spec.PolicyEntry;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;

/**
 * A policy that gives the background as many workers as the user interface beside them tolerates.
 *
 * <p>How it decides, once in an interval, from the frames that the interface drew in a second:
 *
 * <pre>{@code
 * RAMP:    target reached -> size * factor             below target -> RETREAT
 * RETREAT: below target   -> size - 1                  reached      -> PROBE
 * PROBE:   target reached -> size + 1 every 10 s       below target -> RETREAT
 * }</pre>
 *
 * <p>It grows only while tasks wait, and never beyond the tasks that are there: a worker without a
 * task draws no frame and takes none away, so without this an idle pool would grow for ever.
 *
 * <p>Worked: an interface that draws 60 frames as long as no more than 55 workers run, and a queue
 * of 100 tasks: 8, 16, 32, 64 workers in three seconds; 64 is too much, so 63, 62, ... 55 in nine
 * more; from there on 56 every ten seconds, and back to 55.
 *
 * <p>Why: the frame rate falls when the thread of the interface gets no processor, and it is easy
 * to measure. The source says only "quickly ramps up", "slowly decreases" and "at a much slower
 * rate"; doubling, one a second and one in ten seconds are choices made here.
 *
 * <p>Assumes that fewer workers show at once. Fails with long tasks, which go on running when the
 * size falls ("works best for short to medium lived tasks"): it shrinks further than it needs to.
 * Fails where something else takes the frames: it goes down to one worker and the frames stay away.
 * A display that is said to draw 60 frames and draws 59.94 needs a target of 59.
 *
 * <p>Source: Zhang, Su and Wang, Self-adapting ExecutorService implementation, section V.
 *
 * @param setting what was set
 * @param phase what it is doing
 * @param nanosInPhase for how long, in nanoseconds, since the phase began or last grew
 */
public record FrameRate(Setting setting, Phase phase, long nanosInPhase) implements SizingPolicy {

  private static final Parameter<Double> TARGET =
      Parameter.positive("target", "60", "the frame rate that is to be kept, in frames a second");
  private static final Parameter<Double> FACTOR =
      Parameter.above("factor", 1, "2", "what the first ramp multiplies the size with");
  private static final Parameter<Duration> INTERVAL =
      Parameter.duration("interval", "1s", "the time between two looks at the frame rate");
  private static final Parameter<Duration> PROBE =
      Parameter.duration("probe", "10s", "the time between two steps up after the first ramp");

  public static final PolicyEntry ENTRY =
      new PolicyEntry(
          "frame-rate",
          "More workers until the user interface drops frames, fewer until it does not.",
          "Zhang, Su and Wang, section V",
          List.of(TARGET, FACTOR, INTERVAL, PROBE),
          given ->
              Sampled.every(
                  given.value(INTERVAL),
                  FrameRate.of(
                      given.value(TARGET), given.value(FACTOR), given.value(PROBE).toNanos())));

  /** The states of the policy. */
  public enum Phase {
    /** Growing fast, for no frame was dropped yet. */
    RAMP,
    /** Shrinking by one at a time, for frames are dropped. */
    RETREAT,
    /** Growing by one now and then. */
    PROBE
  }

  /**
   * The settings.
   *
   * @param targetPerSecond the frame rate to keep, above 0
   * @param factor what the first ramp multiplies the size with, above 1
   * @param probeNanos the time between two steps up after it, in nanoseconds
   */
  public record Setting(double targetPerSecond, double factor, long probeNanos) {
    public Setting {
      Require.above("target", 0, targetPerSecond);
      Require.above("factor", 1, factor);
      Require.above("probeNanos", 0, probeNanos);
    }
  }

  /** The policy before it has seen anything. */
  public static FrameRate of(double targetPerSecond, double factor, long probeNanos) {
    return new FrameRate(new Setting(targetPerSecond, factor, probeNanos), Phase.RAMP, 0);
  }

  @Override
  public Advice advise(Observation seen) {
    OptionalDouble signal = Sensor.signal(seen, Signals.FRAMES_PER_SECOND);
    if (signal.isEmpty()) {
      return Sensor.missing("the signal " + Signals.FRAMES_PER_SECOND, seen, this);
    }
    boolean reached = signal.getAsDouble() >= setting.targetPerSecond();
    Reason frames =
        Reason.of("%.1f of %.1f frames/s", signal.getAsDouble(), setting.targetPerSecond());
    return reached ? more(frames, seen) : fewer(frames, seen);
  }

  private Advice fewer(Reason frames, Observation seen) {
    int workers = Math.max(1, seen.size().workersTarget() - 1);
    return new Advice(workers, Reason.of("%s, one worker less", frames), in(Phase.RETREAT, 0));
  }

  private Advice more(Reason frames, Observation seen) {
    long nanos = Windows.sum(nanosInPhase, seen.window().lengthNanos());
    Phase now = phase == Phase.RETREAT ? Phase.PROBE : phase;
    long waited = phase == Phase.RETREAT ? 0 : nanos;
    if (!Verdict.tasksWait(seen)) {
      return Sensor.held(
          Reason.of("%s, and no task waits for a worker", frames), seen, in(now, waited));
    }
    if (now == Phase.PROBE && waited < setting.probeNanos()) {
      Reason left =
          Reason.of("%s, %.1f s to the next probe", frames, (setting.probeNanos() - waited) / 1e9);
      return Sensor.held(left, seen, in(now, waited));
    }
    int asked = seen.size().workersTarget();
    double wanted = now == Phase.RAMP ? asked * setting.factor() : asked + 1.0;
    double useful = Math.max(asked + 1.0, (double) asked + seen.size().queuedAtEnd());
    int workers = Workers.roundedUp(Math.min(wanted, useful));
    String how = now == Phase.RAMP ? "ramping up to" : "probing with";
    return new Advice(workers, Reason.of("%s, %s %d", frames, how, workers), in(now, 0));
  }

  private FrameRate in(Phase other, long nanos) {
    return new FrameRate(setting, other, nanos);
  }
}
