package dev.flyball.lab.frames;

import java.awt.Dimension;
import java.awt.Graphics;
import java.awt.Graphics2D;
import java.awt.Toolkit;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import javax.swing.JPanel;
import javax.swing.Timer;

/**
 * A panel that animates its flock, and makes it so large that a frame takes a wanted CPU time.
 *
 * <p>The flock grows and shrinks until {@link #settle} is called, and is the same from then on, so
 * that all that is compared has the same animation beside it. Belongs to the event thread, but for
 * the figures.
 */
final class AnimatedPanel extends JPanel {

  private static final long serialVersionUID = 1;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /** A little less than a sixtieth of a second, for timers are late and never early. */
  private static final int DELAY_MILLIS = 16;

  private static final int BALLS_FIRST = 100;
  private static final int BALLS_MAX = 100_000;

  private final long cpuNanosWanted;
  private final long beganNanos = System.nanoTime();
  private final Timer timer = new Timer(DELAY_MILLIS, tick -> repaint());
  private final AtomicLong frames = new AtomicLong();
  private final AtomicLong cpuNanosSum = new AtomicLong();
  private transient Flock flock = new Flock(BALLS_FIRST);
  private boolean settled;

  AnimatedPanel(Duration cpuPerFrame) {
    cpuNanosWanted = cpuPerFrame.toNanos();
    setPreferredSize(new Dimension(640, 480));
    setOpaque(true);
  }

  void start() {
    timer.start();
  }

  void stop() {
    timer.stop();
  }

  void settle() {
    settled = true;
  }

  int balls() {
    return flock.balls();
  }

  /** Frames drawn so far; any thread may ask. */
  long frames() {
    return frames.get();
  }

  /** CPU time that the event thread used for them, in nanoseconds; any thread may ask. */
  long cpuNanosSum() {
    return cpuNanosSum.get();
  }

  @Override
  protected void paintComponent(Graphics graphics) {
    long began = THREADS.getCurrentThreadCpuTime();
    double seconds = (System.nanoTime() - beganNanos) / 1e9;
    Graphics2D mine = (Graphics2D) graphics.create();
    try {
      flock.draw(mine, getWidth(), getHeight(), seconds);
    } finally {
      mine.dispose();
    }
    Toolkit.getDefaultToolkit().sync();
    long used = THREADS.getCurrentThreadCpuTime() - began;
    cpuNanosSum.addAndGet(used);
    frames.incrementAndGet();
    if (!settled) {
      flock = new Flock(nearer(flock.balls(), used));
    }
  }

  /** A tenth of the way, for single frames differ. */
  private int nearer(int balls, long usedNanos) {
    double wanted = balls * (double) cpuNanosWanted / Math.max(1, usedNanos);
    double bounded = Math.max(balls * 0.5, Math.min(wanted, balls * 2.0));
    return (int) Math.max(1, Math.min(BALLS_MAX, Math.round(balls + 0.1 * (bounded - balls))));
  }
}
