package dev.flyball.lab.frames;

import java.awt.AWTException;
import java.awt.BasicStroke;
import java.awt.BorderLayout;
import java.awt.Color;
import java.awt.Dimension;
import java.awt.EventQueue;
import java.awt.Font;
import java.awt.Frame;
import java.awt.Graphics;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.Robot;
import java.awt.Toolkit;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.image.BufferedImage;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.lang.reflect.InvocationTargetException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import javax.swing.BorderFactory;
import javax.swing.JFrame;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.Timer;
import javax.swing.WindowConstants;

/**
 * A window that shows an animation and, in a line below, how the pool beside it is doing.
 *
 * <p>Any thread may call any method.
 */
final class AnimationWindow implements AutoCloseable {

  private final JFrame frame;
  private final AnimatedPanel panel;
  private final JLabel line = new JLabel(" ");

  private AnimationWindow(String title, Duration cpuPerFrame) {
    panel = new AnimatedPanel(cpuPerFrame);
    frame = new JFrame(title);
    frame.setDefaultCloseOperation(WindowConstants.DISPOSE_ON_CLOSE);
    line.setFont(new Font(Font.MONOSPACED, Font.PLAIN, 13));
    line.setBorder(BorderFactory.createEmptyBorder(6, 8, 6, 8));
    frame.add(panel, BorderLayout.CENTER);
    frame.add(line, BorderLayout.SOUTH);
    frame.pack();
    frame.setLocationByPlatform(true);
    frame.setVisible(true);
    panel.timer.start();
  }

  /** Opens the window; its animation begins, and seeks the flock that takes the CPU time wanted. */
  static AnimationWindow open(String title, Duration cpuPerFrame) throws InterruptedException {
    AnimationWindow[] made = new AnimationWindow[1];
    onEventThread(() -> made[0] = new AnimationWindow(title, cpuPerFrame));
    return made[0];
  }

  private static void onEventThread(Runnable action) throws InterruptedException {
    try {
      EventQueue.invokeAndWait(action);
    } catch (InvocationTargetException e) {
      throw new IllegalStateException("the window could not be made: " + e.getCause(), e);
    }
  }

  JFrame frame() {
    return frame;
  }

  AnimatedPanel panel() {
    return panel;
  }

  void show(String text) {
    EventQueue.invokeLater(() -> line.setText(text));
  }

  void settle() throws InterruptedException {
    onEventThread(() -> panel.settled = true);
  }

  boolean isOpen() {
    return frame.isDisplayable();
  }

  /** Whether the window is there to be seen, neither closed nor minimised. */
  boolean isShown() {
    return frame.isShowing() && (frame.getExtendedState() & Frame.ICONIFIED) == 0;
  }

  /**
   * The window with nothing beside it.
   *
   * @param cpuMillisPerFrame CPU time of the event thread for a frame, in milliseconds
   */
  record Alone(double framesPerSecond, double cpuMillisPerFrame, int balls) {

    static final Alone UNKNOWN = new Alone(Double.NaN, Double.NaN, 0);
  }

  /** What the window draws now, measured for so long; to be asked with nothing beside it. */
  Alone alone(long millis) throws InterruptedException {
    long beganFrames = panel.frames();
    long beganCpuNanos = panel.cpuNanosSum.get();
    long beganNanos = System.nanoTime();
    TimeUnit.MILLISECONDS.sleep(millis);
    long frames = panel.frames() - beganFrames;
    return new Alone(
        frames * 1e9 / (System.nanoTime() - beganNanos),
        frames == 0 ? Double.NaN : (panel.cpuNanosSum.get() - beganCpuNanos) / 1e6 / frames,
        panel.balls);
  }

  /** What the screen shows where the window is; empty where the screen may not be read. */
  Optional<BufferedImage> screenshot() {
    try {
      return Optional.of(new Robot().createScreenCapture(frame.getBounds()));
    } catch (AWTException | SecurityException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  @Override
  public void close() {
    EventQueue.invokeLater(() -> {
      panel.timer.stop();
      frame.dispose();
    });
  }

  /**
   * A panel that animates its flock, and makes it so large that a frame takes a wanted CPU time.
   *
   * <p>The flock grows and shrinks until it is settled, and is the same from then on, so that all
   * that is compared has the same animation beside it. Belongs to the event thread, but for the
   * figures.
   */
  static final class AnimatedPanel extends JPanel {

    private static final long serialVersionUID = 1;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** A little less than a sixtieth of a second, for timers are late and never early. */
    private static final int DELAY_MILLIS = 16;

    private static final int BALLS_MAX = 100_000;
    private static final Color SKY = new Color(0x10, 0x18, 0x28);
    private static final Color BRASS = new Color(0xE0, 0xB0, 0x50);
    private static final double GOLDEN_ANGLE = 2.399963;

    private final long cpuNanosWanted;
    private final long beganNanos = System.nanoTime();
    final Timer timer = new Timer(DELAY_MILLIS, tick -> repaint());
    private final AtomicLong frames = new AtomicLong();

    /** CPU time that the event thread used for them, in nanoseconds. */
    private final AtomicLong cpuNanosSum = new AtomicLong();

    private volatile int balls = 100;
    private boolean settled;

    AnimatedPanel(Duration cpuPerFrame) {
      cpuNanosWanted = cpuPerFrame.toNanos();
      setPreferredSize(new Dimension(640, 480));
      setOpaque(true);
    }

    /** Frames drawn so far; any thread may ask. */
    long frames() {
      return frames.get();
    }

    @Override
    protected void paintComponent(Graphics graphics) {
      long began = THREADS.getCurrentThreadCpuTime();
      double seconds = (System.nanoTime() - beganNanos) / 1e9;
      Graphics2D mine = (Graphics2D) graphics.create();
      try {
        draw(mine, getWidth(), getHeight(), seconds);
      } finally {
        mine.dispose();
      }
      Toolkit.getDefaultToolkit().sync();
      long used = THREADS.getCurrentThreadCpuTime() - began;
      cpuNanosSum.addAndGet(used);
      frames.incrementAndGet();
      if (!settled) {
        balls = nearer(used);
      }
    }

    /** A tenth of the way, for single frames differ. */
    private int nearer(long usedNanos) {
      double wanted = balls * (double) cpuNanosWanted / Math.max(1, usedNanos);
      double bounded = Math.max(balls * 0.5, Math.min(wanted, balls * 2.0));
      return (int) Math.max(1, Math.min(BALLS_MAX, Math.round(balls + 0.1 * (bounded - balls))));
    }

    /** A flyball governor that turns, before the flock of balls, all smoothly drawn. */
    private void draw(Graphics2D graphics, int width, int height, double seconds) {
      graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
      graphics.setColor(SKY);
      graphics.fillRect(0, 0, width, height);
      for (int ball = 0; ball < balls; ball++) {
        ball(graphics, width, height, seconds, ball);
      }
      governor(graphics, width, height, seconds);
    }

    /** Each ball goes round on a circle of its own, at a pace of its own. */
    private static void ball(Graphics2D graphics, int width, int height, double seconds, int ball) {
      double angle = ball * GOLDEN_ANGLE + seconds * (0.3 + ball % 7 * 0.1);
      double radius = (0.1 + ball % 97 / 97.0 * 0.85) * Math.min(width, height) / 2;
      double x = width / 2.0 + radius * Math.cos(angle);
      double y = height / 2.0 + radius * Math.sin(angle);
      graphics.setColor(Color.getHSBColor(ball % 31 / 31f, 0.5f, 0.5f));
      graphics.fill(new Ellipse2D.Double(x - 5, y - 5, 10, 10));
    }

    /** Two heavy balls on arms, seen from the side while they turn about the spindle. */
    private static void governor(Graphics2D graphics, int width, int height, double seconds) {
      double swing = Math.cos(2 * Math.PI * seconds / 1.5);
      double middle = width / 2.0;
      double top = height * 0.25;
      double arm = Math.min(width, height) * 0.3;
      graphics.setColor(BRASS);
      graphics.setStroke(new BasicStroke(6, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
      graphics.draw(new Line2D.Double(middle, top, middle, height * 0.8));
      for (int side = -1; side <= 1; side += 2) {
        double x = middle + side * swing * arm;
        double y = top + arm * 0.8;
        graphics.draw(new Line2D.Double(middle, top, x, y));
        double size = 44 + 14 * side * Math.sin(2 * Math.PI * seconds / 1.5);
        graphics.fill(new Ellipse2D.Double(x - size / 2, y - size / 2, size, size));
      }
    }
  }
}
