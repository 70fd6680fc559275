package dev.flyball.policy.guard;

import dev.flyball.base.Require;
import dev.flyball.policy.Advice;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Reason;
import dev.flyball.policy.Signals;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.part.Sensor;
import dev.flyball.policy.spec.Parameter;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A guard that holds the size back while the user interface beside the workers loses frames.
 *
 * <p>How it decides, from the signal {@code framesPerSecond}:
 *
 * <pre>{@code
 * no signal: the window rests           -> the policy's advice
 * frames >= 97 % of the target          -> the advice, up to the ceiling; while it is above that,
 *                                          the ceiling rises by a quarter, or one, every 2 s;
 *                                          to a size that lost frames after 4 s, 8, ... 32 s
 * a tenth of a second's frames is lost  -> ceiling = size * frames / target, at least one fewer
 * frames are lost with one worker, and
 *   less than half of them came back    -> truce: the size before, for 20 s, 40, ... 320 s; any
 *                                          size where not one frame a second is left; over as
 *                                          soon as a quarter of what is missing, or two frames
 *                                          where there was none, are back
 * }</pre>
 *
 * <p>Lost frames are added up, and frames beyond 97 % are subtracted again (Page's cumulative sum,
 * "Continuous inspection schemes", 1954). So half a minute of 57.9 frames costs a worker and one
 * noisy second does not. One poll covers a whole second: if that misses a tenth, it is enough.
 * Below four workers the threshold is higher, in proportion, since one of them is a larger part.
 *
 * <p>After each change the frames are not judged for 1.1 s, nor before the surplus workers have
 * ended: a frame rate is counted over a second, and a worker ends after its task. The size is the
 * number of existing workers, if it is below the requested number. "One worker" is the smallest
 * allowed number, if a limit outside of this policy requires more.
 *
 * <p>Worked: 2 cores, an animation that needs 0.36 of one, tasks that compute. With 8 workers the
 * event thread gets about 2/9 of the machine's time and paints 37 of 60 frames, so the ceiling is 8
 * * 37 / 60 = 4; 2/5 is enough. After 2 s without a loss it is 5, where 2/6 = 0.33 is too little.
 * So it is 4 again after another second and a half, and 5 is tried again in 8 s.
 *
 * <p>Why not the other way round, more and more workers until frames are lost, as {@code
 * frame-rate} does? Because workers that compute gain nothing beyond the cores, and because a
 * worker's task is not interrupted: 64 workers that were one too many step of a ramp stay until 64
 * tasks are done. So a policy that knows the demand of the work leads, and the frames only hold it
 * back. The truce is for losses that the workers do not cause: an application that blocks its own
 * event thread paints nothing whatever the size, and the background work must not wait for that for
 * ever. If another process takes the machine, the previous size is no worse than it was, and a
 * larger one might be.
 *
 * <p>Assumes that fewer workers leave more of the machine to the event thread. Fails with tasks
 * much longer than seconds: the frames come back only when the tasks have ended. Fails where
 * another process takes the machine, and one worker less half helps: then one worker is all that
 * remains.
 *
 * @param policy the wrapped policy
 * @param targetPerSecond the frame rate to keep, above 0
 * @param ceiling the known limit of the size
 */
public record FrameGuard(SizingPolicy policy, double targetPerSecond, FrameCeiling ceiling)
    implements SizingPolicy {

  public static final Parameter<Optional<Double>> PARAMETER =
      Parameter.positive(
              "frame-guard",
              "none",
              "the frames per second of a window beside the workers that are to be kept")
          .orUnset();

  /** A frame rate counts as kept if it is no further below the target than this share. */
  private static final double TOLERANCE = 0.03;

  /** The loss that costs a worker, in seconds' worth of frames. */
  private static final double MISSING_MAX = 0.1;

  /** Below this number of workers one worker is a large part, and the loss must be larger. */
  private static final double FEW = 4;

  public FrameGuard {
    Require.above("targetPerSecond", 0, targetPerSecond);
  }

  public static FrameGuard of(SizingPolicy policy, double targetPerSecond) {
    return new FrameGuard(policy, targetPerSecond, FrameCeiling.NONE);
  }

  @Override
  public Optional<SizingPolicy> inner() {
    return Optional.of(policy);
  }

  @Override
  public Advice advise(Observation seen) {
    Advice advice = policy.advise(seen);
    FrameCeiling now = ceiling.after(seen.window().lengthNanos());
    OptionalDouble frames = Sensor.signal(seen, Signals.FRAMES_PER_SECOND);
    return frames.isEmpty()
        ? free(advice, now, Reason.of("no frame is wanted"))
        : guarded(advice, now, frames.getAsDouble(), seen);
  }

  private Advice guarded(Advice advice, FrameCeiling now, double frames, Observation seen) {
    Observation.Size size = seen.size();
    if (now.truce().leftNanos() > 0) {
      return leftAlone(advice, now, frames);
    }
    int allowed = Math.max(now.workers(), size.workersTarget());
    int tooMany = now.workers() > 0 ? size.workersCurrent() - allowed : 0;
    if (tooMany > 0) {
      return held(advice, now.notYet(), Reason.of("%d workers too many end their tasks", tooMany));
    }
    if (now.quietNanos() > 0) {
      return held(
          advice, now, Reason.of("the frames are judged in %.1f s", now.quietNanos() / 1e9));
    }
    return judged(advice, now, frames, seen);
  }

  private static double missingMax(int workers) {
    return MISSING_MAX * Math.max(1, FEW / Math.max(1, workers));
  }

  private Advice judged(Advice advice, FrameCeiling now, double frames, Observation seen) {
    double missed = 1 - TOLERANCE - frames / targetPerSecond;
    FrameCeiling then = now.counted(missed, seen.window().lengthNanos());
    if (then.missing() > missingMax(existing(seen.size()))) {
      return lost(advice, then, frames, seen.size());
    }
    return missed > 0
        ? held(advice, then, said(frames, ", too few if that goes on"))
        : kept(advice, then.borne(existing(seen.size())), frames);
  }

  /** Requested workers that do not exist neither take frames nor show what the frames tolerate. */
  private static int existing(Observation.Size size) {
    return Math.min(size.workersTarget(), size.workersCurrent());
  }

  private Advice leftAlone(Advice advice, FrameCeiling now, double frames) {
    if (now.truce().isOver(frames, targetPerSecond)) {
      return held(advice, now.resumed(), said(frames, ", frames are back"));
    }
    Reason left =
        Reason.of(
            "the frames are not lost to the workers, left alone for %.1f s",
            now.truce().leftNanos() / 1e9);
    return held(advice, now, left);
  }

  private Advice kept(Advice advice, FrameCeiling now, double frames) {
    if (now.workers() == 0) {
      return free(advice, now, said(frames));
    }
    if (advice.workers() <= now.workers()) {
      return held(advice, now, said(frames));
    }
    return now.toRiseNanos() == 0 && now.missing() == 0
        ? held(advice, now.risen(), said(frames, ", more are tried"))
        : held(advice, now, said(frames, ", more in %.1f s", now.toRiseNanos() / 1e9));
  }

  private Advice lost(Advice advice, FrameCeiling now, double frames, Observation.Size size) {
    int asked = size.workersTarget();
    int workers = existing(size);
    boolean lowest = workers <= 1 || (now.workers() > 0 && asked > now.workers());
    if (!lowest || now.loss().isEmpty()) {
      FrameCeiling cut = now.cut(asked, workers, frames, targetPerSecond);
      return held(advice, cut, said(frames, " with %d workers", workers));
    }
    return now.helped(frames, targetPerSecond)
        ? held(advice, now, said(frames, " with as few as can be"))
        : held(advice, now.letGo(frames), said(frames, ", and fewer workers brought none back"));
  }

  private Advice held(Advice advice, FrameCeiling next, Reason because) {
    int workers =
        next.workers() > 0 ? Math.min(advice.workers(), next.workers()) : advice.workers();
    return advice
        .changed(workers, because)
        .then(new FrameGuard(advice.next(), targetPerSecond, next));
  }

  private Advice free(Advice advice, FrameCeiling next, Reason because) {
    return advice
        .changed(advice.workers(), because)
        .then(new FrameGuard(advice.next(), targetPerSecond, next));
  }

  private Reason said(double frames, String then, Object... figures) {
    return Reason.of("%s%s", said(frames), Reason.of(then, figures));
  }

  private Reason said(double frames) {
    return Reason.of("%.1f of %.1f frames/s", frames, targetPerSecond);
  }
}
