package dev.flyball.policies.signal;

import dev.flyball.base.Require;
import dev.flyball.base.Workers;
import dev.flyball.policies.law.RunningTasks;
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
 * <p>How it decides, ten times a second, from the frames that the interface drew in a second:
 *
 * <pre>{@code
 * frames are lost: below the target, for so much longer than not below it as the patience says
 * not lost yet:    running + 1 every 0.5 s, while tasks wait
 * lost:            running - 1 every 1 s
 * lost before:     running + 1 every 5 s, while tasks wait
 * }</pre>
 *
 * <p><i>running</i> are the workers that run a task, not those asked for. A cut shows only when a
 * task has ended, and until then the next one is counted from what still runs; so with long tasks
 * the size does not run away downward.
 *
 * <p>The time below the target is counted up while frames are lost, to six fifths of the patience,
 * and down while they are not, to nothing. So after the frames are back the policy goes on cutting
 * for up to half a second, and a short loss is none.
 *
 * <p>Worked: an interface that draws 60 frames as long as no more than 55 workers run, on 4 cores:
 * 5 workers after 0.5 s, 6 after 1 s, ... 56 after 26 s, when the first frames are lost; 60 after
 * 28 s. The loss has lasted for 2.5 s, so 59, 58, ... 55, one a second; from there 56 within 5 s,
 * and back to 55 when that has lasted for 2.5 s again.
 *
 * <p>Why: the frame rate falls when the thread of the interface gets no processor, and it is easy
 * to measure.
 *
 * <p>{@link #asPublished()}, which is the catalogue's default, is the watcher of the authors'
 * program: a tick of 100 ms, a counter to 25 and at most 30, frames of 58 and less (in whole
 * numbers) lost. The program starts with a thread for each core; here that is said to the pool. Its
 * rate is a mean over the last 100 paints, 1.6 s when all is well; here it is that of the last
 * second. It sets the core size of a JDK pool before the maximum, which Java 8 allows and later
 * versions refuse, and ends with an exception where it would go below 1; here it stays at 1.
 *
 * <p>Assumes that fewer workers show within seconds. Fails with long tasks, which go on running
 * when the size falls ("works best for short to medium lived tasks"). Fails where something else
 * takes the frames: it goes down to one worker and the frames stay away. And it does not ask
 * whether more workers help.
 *
 * <p>Source: Zhang, Su and Wang, Self-adapting ExecutorService implementation, section V; and the
 * authors' program, ExecutorService21, classes ThreadCountWatcher and PerformanceDemo.
 *
 * @param setting what was set
 * @param elapsedNanos time observed so far, in nanoseconds
 * @param lostNanos time below the target less the time not below it, in nanoseconds
 * @param lostBefore whether frames were ever lost
 */
public record FrameRate(Setting setting, long elapsedNanos, long lostNanos, boolean lostBefore)
    implements SizingPolicy {

  private static final Parameter<Double> TARGET =
      Parameter.positive("target", "59", "frames a second; with fewer, frames are lost");
  private static final Parameter<Duration> INTERVAL =
      Parameter.duration("interval", "100ms", "the time between two looks at the frame rate");
  private static final Parameter<Duration> PATIENCE =
      Parameter.duration("patience", "2.5s", "how long frames are lost before it shrinks");
  private static final Parameter<Duration> RAMP =
      Parameter.duration("ramp", "500ms", "the time between two steps up before the first loss");
  private static final Parameter<Duration> SHRINK =
      Parameter.duration("shrink", "1s", "the time between two steps down");
  private static final Parameter<Duration> PROBE =
      Parameter.duration("probe", "5s", "the time between two steps up after the first loss");

  public static final PolicyEntry ENTRY =
      new PolicyEntry(
          "frame-rate",
          "More workers until the user interface drops frames, fewer until it does not.",
          "Zhang, Su and Wang, section V, and their program",
          List.of(TARGET, INTERVAL, PATIENCE, RAMP, SHRINK, PROBE),
          given ->
              Sampled.every(
                  given.value(INTERVAL),
                  FrameRate.of(
                      new Setting(
                          given.value(TARGET),
                          given.value(PATIENCE).toNanos(),
                          given.value(RAMP).toNanos(),
                          given.value(SHRINK).toNanos(),
                          given.value(PROBE).toNanos()))));

  /**
   * The settings.
   *
   * @param targetPerSecond the frame rate below which frames are lost, above 0
   * @param patienceNanos how long frames are lost before it shrinks, in nanoseconds
   * @param rampNanos the time between two steps up before the first loss, in nanoseconds
   * @param shrinkNanos the time between two steps down, in nanoseconds
   * @param probeNanos the time between two steps up after the first loss, in nanoseconds
   */
  public record Setting(
      double targetPerSecond,
      long patienceNanos,
      long rampNanos,
      long shrinkNanos,
      long probeNanos) {

    /** As in the authors' program. */
    static final Setting PUBLISHED =
        new Setting(59, 2_500_000_000L, 500_000_000, 1_000_000_000, 5_000_000_000L);

    public Setting {
      Require.above("target", 0, targetPerSecond);
      Require.above("patienceNanos", 0, patienceNanos);
      Require.above("rampNanos", 0, rampNanos);
      Require.above("shrinkNanos", 0, shrinkNanos);
      Require.above("probeNanos", 0, probeNanos);
    }

    /** The counted loss that is never exceeded: a counter to 25 stops at 30. */
    long lostNanosMax() {
      return Windows.sum(patienceNanos, patienceNanos / 5);
    }
  }

  /** The policy before it has seen anything. */
  public static FrameRate of(Setting setting) {
    return new FrameRate(setting, 0, 0, false);
  }

  /** The policy of the authors' program, asked every 100 ms. */
  public static SizingPolicy asPublished() {
    return Sampled.every(Duration.ofMillis(100), of(Setting.PUBLISHED));
  }

  @Override
  public Advice advise(Observation seen) {
    OptionalDouble signal = Sensor.signal(seen, Signals.FRAMES_PER_SECOND);
    if (signal.isEmpty()) {
      return Sensor.missing("the signal " + Signals.FRAMES_PER_SECOND, seen, this);
    }
    boolean tooFew = signal.getAsDouble() < setting.targetPerSecond();
    FrameRate next = after(tooFew, seen.window().lengthNanos());
    Reason frames =
        Reason.of(
            "%.1f of %.1f frames/s, lost for %.1f of %.1f s",
            signal.getAsDouble(),
            setting.targetPerSecond(),
            next.lostNanos / 1e9,
            setting.patienceNanos() / 1e9);
    return next.isLosing() ? fewer(frames, seen, next) : more(frames, seen, next);
  }

  private FrameRate after(boolean tooFew, long lengthNanos) {
    long lost = tooFew ? Windows.sum(lostNanos, lengthNanos) : lostNanos - lengthNanos;
    long counted = Math.max(0, Math.min(lost, setting.lostNanosMax()));
    return new FrameRate(
        setting,
        Windows.sum(elapsedNanos, lengthNanos),
        counted,
        lostBefore || counted >= setting.patienceNanos());
  }

  private boolean isLosing() {
    return lostNanos >= setting.patienceNanos();
  }

  private Advice fewer(Reason frames, Observation seen, FrameRate next) {
    return next.isDue(setting.shrinkNanos(), elapsedNanos)
        ? step(-1, frames, seen, next)
        : Sensor.held(frames, seen, next);
  }

  private Advice more(Reason frames, Observation seen, FrameRate next) {
    if (seen.size().queuedAtEnd() == 0) {
      return Sensor.held(Reason.of("%s, and no task waits for a worker", frames), seen, next);
    }
    long everyNanos = next.lostBefore ? setting.probeNanos() : setting.rampNanos();
    return next.isDue(everyNanos, elapsedNanos)
        ? step(1, frames, seen, next)
        : Sensor.held(frames, seen, next);
  }

  /**
   * Whether a whole number of these times has passed since the first window, and had not before.
   */
  private boolean isDue(long everyNanos, long beforeNanos) {
    return elapsedNanos / everyNanos > beforeNanos / everyNanos;
  }

  private static Advice step(int by, Reason frames, Observation seen, FrameRate next) {
    int running = (int) Math.min(Integer.MAX_VALUE, Math.round(RunningTasks.atEnd(seen)));
    int workers = Workers.moved(running, by);
    return new Advice(
        workers, Reason.of("%s, %d run a task, %+d makes %d", frames, running, by, workers), next);
  }
}
