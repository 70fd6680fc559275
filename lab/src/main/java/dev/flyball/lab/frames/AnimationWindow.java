package dev.flyball.lab.frames;

import java.awt.AWTException;
import java.awt.BorderLayout;
import java.awt.EventQueue;
import java.awt.Font;
import java.awt.Frame;
import java.awt.Rectangle;
import java.awt.Robot;
import java.awt.image.BufferedImage;
import java.lang.reflect.InvocationTargetException;
import java.time.Duration;
import java.util.Optional;
import javax.swing.BorderFactory;
import javax.swing.JFrame;
import javax.swing.JLabel;
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
    panel.start();
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
    onEventThread(panel::settle);
  }

  boolean isOpen() {
    return frame.isDisplayable();
  }

  /** Whether the window is there to be seen, neither closed nor minimised. */
  boolean isShown() {
    return frame.isShowing() && (frame.getExtendedState() & Frame.ICONIFIED) == 0;
  }

  /** What the screen shows where the window is; empty where the screen may not be read. */
  Optional<BufferedImage> screenshot() {
    try {
      Rectangle place = frame.getBounds();
      return Optional.of(new Robot().createScreenCapture(place));
    } catch (AWTException | SecurityException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  @Override
  public void close() {
    EventQueue.invokeLater(() -> {
      panel.stop();
      frame.dispose();
    });
  }
}
