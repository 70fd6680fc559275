package dev.flyball.adapters.swing;

import dev.flyball.adapters.eventloop.RecentTimes;

/**
 * The frames of a window, counted from its paints, and what they mean beside the turns that the
 * event thread made.
 *
 * <p>Paints that follow each other closer than a quarter of a frame are one frame: a window with
 * several parts is painted part by part. Not half a frame: what comes late is often followed by one
 * in time.
 *
 * <p>Paints are written by the event thread; any thread may read.
 */
final class PaintedFrames {

  /** A window that paints in so many of the event thread's turns is taken to want all of them. */
  private static final double ANIMATED_SHARE = 0.75;

  /** An event thread that makes so many of its turns is free. */
  private static final double FREE_SHARE = 0.9;

  private final double pacePerSecond;
  private final RecentTimes frames;
  private long lastNanos;
  private boolean any;

  PaintedFrames(double pacePerSecond) {
    this.pacePerSecond = pacePerSecond;
    this.frames = new RecentTimes((int) Math.ceil(3 * pacePerSecond));
  }

  synchronized void painted(long nowNanos) {
    if (!any || nowNanos - lastNanos >= 0.25e9 / pacePerSecond) {
      frames.add(nowNanos, 0);
      lastNanos = nowNanos;
      any = true;
    }
  }

  /** Frames painted in the last second, counted. */
  int paintedPerSecond(long nowNanos) {
    return frames.countIn(nowNanos);
  }

  /**
   * The frame rate: what was painted (by the time between frames, not in whole ones), where the
   * window wanted to be painted; else the turns of the event thread, where it was kept from making
   * them; else NaN.
   *
   * @param turnsPerSecond the turns that the event thread made; NaN where they are not known
   */
  double perSecond(long nowNanos, double turnsPerSecond) {
    double painted = frames.ratePerSecond(nowNanos);
    if (Double.isNaN(turnsPerSecond) || painted >= ANIMATED_SHARE * turnsPerSecond) {
      return Double.isNaN(turnsPerSecond) ? Double.NaN : painted;
    }
    return turnsPerSecond < FREE_SHARE * pacePerSecond ? turnsPerSecond : Double.NaN;
  }
}
