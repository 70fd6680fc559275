package dev.flyball.policy.guard;

import static dev.flyball.base.Require.countAtLeast;

import dev.flyball.base.Require;
import dev.flyball.base.Workers;
import dev.flyball.policy.part.Windows;
import java.util.Optional;

/**
 * The largest size that a window's frames tolerate, as far as it is known, and the state of the
 * search for it.
 *
 * @param workers the largest size allowed; 0 if none is too large
 * @param lostAt the size at which frames were lost last; 0 if unknown, or past
 * @param probeNanos how long no frame may be lost before that size is tried again
 * @param calmNanos how long no frame has been lost since the last change
 * @param quietNanos how long frames are not judged yet: the last change does not show before
 * @param missing the frames lost since and not made up for yet, in seconds' worth of frames
 * @param loss the present loss; empty while there is none
 * @param truce how long the frames are left alone
 */
public record FrameCeiling(
    int workers,
    int lostAt,
    long probeNanos,
    long calmNanos,
    long quietNanos,
    double missing,
    Optional<Loss> loss,
    Truce truce) {

  /**
   * A record of lost frames.
   *
   * @param workers the requested size when it began
   * @param framesPerSecond the remaining frame rate
   */
  record Loss(int workers, double framesPerSecond) {}

  /**
   * A time in which lost frames have no effect, because the workers did not cause the loss.
   *
   * @param leftNanos the remaining time; 0 without a truce
   * @param framesPerSecond the remaining frame rate when it began
   * @param nextNanos the length of the next one
   */
  record Truce(long leftNanos, double framesPerSecond, long nextNanos) {

    static final Truce NONE = new Truce(0, 0, TRUCE_NANOS_MIN);

    Truce {
      countAtLeast("leftNanos", 0, leftNanos);
      countAtLeast("nextNanos", 1, nextNanos);
    }

    private Truce after(long nanos) {
      return new Truce(Math.max(0, leftNanos - nanos), framesPerSecond, nextNanos);
    }

    /** Begins a truce; the next one will be twice as long. */
    private Truce begun(double frames) {
      return new Truce(nextNanos, frames, Math.min(TRUCE_NANOS_MAX, 2 * nextNanos));
    }

    private Truce ended() {
      return new Truce(0, 0, nextNanos);
    }

    /**
     * Whether the frame rate is clearly higher than when the truce began: by a quarter of the
     * missing frames, or any two where there was none.
     */
    boolean isOver(double frames, double target) {
      return framesPerSecond < FRAMES_LEFT_MIN
          ? frames >= FRAMES_BACK_MIN
          : frames - framesPerSecond >= BACK_SHARE * (target - framesPerSecond);
    }
  }

  /** Frames are counted over a second; one more tenth for the workers to come and go. */
  static final long QUIET_NANOS = 1_100_000_000;

  /** The time after which a size without recent losses is tried. */
  private static final long RISE_NANOS = 2_000_000_000;

  private static final long PROBE_NANOS_MIN = 4_000_000_000L;
  private static final long PROBE_NANOS_MAX = 32_000_000_000L;
  private static final long TRUCE_NANOS_MIN = 20_000_000_000L;
  private static final long TRUCE_NANOS_MAX = 320_000_000_000L;

  /** Fewer workers were right if they brought back this share of the missing frames. */
  private static final double HELPED_SHARE = 0.5;

  /** A lower frame rate, in frames per second, counts as none. */
  private static final double FRAMES_LEFT_MIN = 1;

  /** This frame rate, after none, shows that the event thread runs again. */
  private static final double FRAMES_BACK_MIN = 2;

  /** This share of the frames missing at the start of a truce is clearly more. */
  private static final double BACK_SHARE = 0.25;

  static final FrameCeiling NONE =
      new FrameCeiling(0, 0, PROBE_NANOS_MIN, 0, 0, 0, Optional.empty(), Truce.NONE);

  public FrameCeiling {
    Require.atLeast("workers", 0, workers);
    Require.atLeast("lostAt", 0, lostAt);
    Require.finiteAtLeast("missing", 0, missing);
    countAtLeast("probeNanos", 1, probeNanos);
    countAtLeast("calmNanos", 0, calmNanos);
    countAtLeast("quietNanos", 0, quietNanos);
  }

  /** The same a window later. */
  FrameCeiling after(long nanos) {
    return new FrameCeiling(
        workers,
        lostAt,
        probeNanos,
        Windows.sum(calmNanos, nanos),
        Math.max(0, quietNanos - nanos),
        missing,
        loss,
        truce.after(nanos));
  }

  /** The same, with no judgement of frames before the present change can be seen. */
  FrameCeiling notYet() {
    return new FrameCeiling(workers, lostAt, probeNanos, 0, QUIET_NANOS, 0, loss, truce);
  }

  /**
   * The same after one poll.
   *
   * @param missed the share of the frames that is missing, negative if there are more than needed
   * @param nanos time since the previous poll
   */
  FrameCeiling counted(double missed, long nanos) {
    double sum = Math.max(0, missing + missed * nanos / 1e9);
    return new FrameCeiling(
        workers, lostAt, probeNanos, calmNanos, quietNanos, Math.max(sum, missed), loss, truce);
  }

  /** Frames are lost at a size: fewer workers, in proportion to the remaining frames. */
  FrameCeiling cut(int asked, int size, double frames, double target) {
    int left = Workers.roundedDown(size * Math.max(0, frames) / target);
    boolean again = lostAt > 0 && size >= lostAt;
    return new FrameCeiling(
        Math.max(1, Math.min(size - 1, left)),
        size,
        again ? Math.min(PROBE_NANOS_MAX, 2 * probeNanos) : PROBE_NANOS_MIN,
        0,
        QUIET_NANOS,
        0,
        Optional.of(loss.orElse(new Loss(asked, frames))),
        truce.ended());
  }

  /** Whether this frame rate is worth the workers that were given up for it. */
  boolean helped(double frames, double target) {
    double before = loss.map(Loss::framesPerSecond).orElse(frames);
    return frames - before >= HELPED_SHARE * (target - before);
  }

  /**
   * Fewer workers brought no frames back: as many workers as before, each time for longer. If no
   * frame is left to lose, as many as are wanted.
   */
  FrameCeiling letGo(double frames) {
    int before = loss.map(Loss::workers).orElse(0);
    return new FrameCeiling(
        frames < FRAMES_LEFT_MIN ? 0 : before,
        0,
        PROBE_NANOS_MIN,
        0,
        0,
        0,
        Optional.empty(),
        truce.begun(frames));
  }

  /**
   * Ends the truce: the frames are judged again, once a full second of the present has been
   * counted.
   */
  FrameCeiling resumed() {
    return new FrameCeiling(workers, lostAt, probeNanos, 0, QUIET_NANOS, 0, loss, truce.ended());
  }

  /** No frame is lost with this number of workers. */
  FrameCeiling borne(int size) {
    boolean more = lostAt > 0 && size >= lostAt && calmNanos >= RISE_NANOS;
    return new FrameCeiling(
        workers,
        more ? 0 : lostAt,
        more ? PROBE_NANOS_MIN : probeNanos,
        calmNanos,
        quietNanos,
        missing,
        Optional.empty(),
        Truce.NONE);
  }

  /** The remaining time without losses before the next rise, in nanoseconds. */
  long toRiseNanos() {
    boolean lostThere = lostAt > 0 && higher() >= lostAt;
    return Math.max(0, (lostThere ? probeNanos : RISE_NANOS) - calmNanos);
  }

  /** A quarter more workers, or one more; but never past a size at which frames were lost. */
  FrameCeiling risen() {
    return new FrameCeiling(higher(), lostAt, probeNanos, 0, QUIET_NANOS, 0, loss, truce);
  }

  private int higher() {
    int more = Workers.sum(workers, Math.max(1, workers / 4));
    return workers < lostAt ? Math.min(more, Math.max(workers + 1, lostAt - 1)) : more;
  }
}
