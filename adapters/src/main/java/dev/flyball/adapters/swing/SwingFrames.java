package dev.flyball.adapters.swing;

import dev.flyball.adapters.eventloop.EventLoopMeter;
import dev.flyball.control.Clock;
import java.awt.EventQueue;
import java.awt.event.ComponentAdapter;
import java.awt.event.ComponentEvent;
import java.awt.event.ComponentListener;
import java.awt.event.HierarchyEvent;
import java.awt.event.HierarchyListener;
import javax.swing.JLayeredPane;
import javax.swing.RootPaneContainer;

/**
 * A meter of the frames per second of a window of Swing.
 *
 * <pre>{@code
 * SwingFrames frames = SwingFrames.on(window);
 * AdaptivePool.named("thumbnails").signal(Signals.FRAMES_PER_SECOND, frames::perSecond)
 * }</pre>
 *
 * <p>How: an invisible component over the window counts the paints of any part of it. That alone
 * cannot distinguish a window that is kept from painting from one that has nothing to paint: a
 * cursor that blinks is two frames a second, and nothing is wrong. So the event thread's
 * {@linkplain EventLoopMeter turns} are measured too, at 60 a second, and the frame rate is
 *
 * <pre>{@code
 * painted                                  where painted >= 0.75 * turns: the window moves
 * turns                                    else, where turns < 0.9 * pace: the event thread is held up
 * not known (NaN), no frame is wanted      else: the window rests, and the event thread is free
 * }</pre>
 *
 * <p>Worked, at a pace of 60: an animation that is not disturbed paints 60 frames in 60 turns: 60.
 * An animation with half of the processor time that it needs paints 30 in 30 turns: 30. A text with
 * a cursor paints 2 in 60 turns: unknown. An event thread that the application itself blocks paints
 * 0 in 0 turns: 0, and so it is for the user. A window that paints 24 times on purpose, as a film
 * does, counts as at rest; set a pace of 24, and a target of 24 for the policy, to have its frames
 * kept.
 *
 * <p>It looks back on one second; any number of readers may ask at any time. In the first second,
 * and once closed, the figure is unknown. It closes by itself when the window is {@linkplain
 * java.awt.Window#dispose disposed}: otherwise its tasks would keep the event thread from ending,
 * and so a program that ends with its last window.
 *
 * <p>Its cost for the window: a repaint begins at the window's layered pane and not at the
 * repainted component, so backgrounds beneath a small opaque component are painted too, within the
 * repainted area.
 *
 * <p><b>Threads.</b> Any thread may call any method; only the event thread touches the window.
 */
public final class SwingFrames implements AutoCloseable {

  /** Above everything else of a window, what is being dragged included. */
  private static final Integer ON_TOP = JLayeredPane.DRAG_LAYER + 1;

  private final JLayeredPane pane;
  private final PaintedFrames painted;
  private final EventLoopMeter turns;
  private final FrameProbe probe;
  private final ComponentListener fitting =
      new ComponentAdapter() {
        @Override
        public void componentResized(ComponentEvent e) {
          fit();
        }
      };

  private final HierarchyListener ending =
      event -> {
        boolean changed = (event.getChangeFlags() & HierarchyEvent.DISPLAYABILITY_CHANGED) != 0;
        if (changed && !event.getComponent().isDisplayable()) {
          windowEnds();
        }
      };

  private SwingFrames(JLayeredPane pane, double pacePerSecond) {
    this.pane = pane;
    this.painted = new PaintedFrames(pacePerSecond);
    this.turns = EventLoopMeter.on(EventQueue::invokeLater, pacePerSecond);
    this.probe = new FrameProbe(() -> painted.painted(Clock.SYSTEM.nanoTime()));
  }

  /** Begins to measure a window that wants at most 60 frames a second. */
  public static SwingFrames on(RootPaneContainer window) {
    return on(window, EventLoopMeter.USUAL_PACE);
  }

  /**
   * Begins to measure a window.
   *
   * @param window a {@code JFrame}, {@code JDialog}, {@code JWindow}, {@code JInternalFrame}
   * @param pacePerSecond the most frames per second that the window wants, above 0 and at most 1000
   */
  public static SwingFrames on(RootPaneContainer window, double pacePerSecond) {
    SwingFrames frames = new SwingFrames(window.getLayeredPane(), pacePerSecond);
    onEventThread(frames::install);
    return frames;
  }

  private static void onEventThread(Runnable action) {
    if (EventQueue.isDispatchThread()) {
      action.run();
    } else {
      EventQueue.invokeLater(action);
    }
  }

  private void install() {
    pane.add(probe, ON_TOP);
    pane.addComponentListener(fitting);
    pane.addHierarchyListener(ending);
    fit();
  }

  private void fit() {
    probe.setBounds(0, 0, pane.getWidth(), pane.getHeight());
  }

  /**
   * Frames per second, by the rule above; NaN if no frame is wanted or the figure is unknown yet.
   */
  public double perSecond() {
    return painted.perSecond(Clock.SYSTEM.nanoTime(), turns.turnsPerSecond());
  }

  /** Frames painted in the last second, whether more were wanted or not. */
  public int paintedPerSecond() {
    return painted.paintedPerSecond(Clock.SYSTEM.nanoTime());
  }

  /** The longest wait of a task for the event thread in the last second, in milliseconds. */
  public double lagMillis() {
    return turns.lagMillis();
  }

  /** Stops measuring and takes the component out of the window. */
  @Override
  public void close() {
    turns.close();
    onEventThread(this::remove);
  }

  /** The window is being taken apart; not the moment to take a part out of it. */
  private void windowEnds() {
    turns.close();
    EventQueue.invokeLater(this::remove);
  }

  private void remove() {
    pane.removeHierarchyListener(ending);
    pane.removeComponentListener(fitting);
    pane.remove(probe);
  }
}
