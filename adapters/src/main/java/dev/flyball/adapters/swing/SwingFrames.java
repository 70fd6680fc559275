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
 * The frames per second of a window of Swing.
 *
 * <pre>{@code
 * SwingFrames frames = SwingFrames.advise(window);
 * AdaptivePool.named("thumbnails").signal(Signals.FRAMES_PER_SECOND, frames::perSecond)
 * }</pre>
 *
 * <p>How: an invisible component over the window counts how often any of it is painted. That alone
 * cannot tell a window that is kept from painting from one that has nothing to paint: a cursor that
 * blinks is two frames a second, and nothing is wrong. So the event thread is asked for {@linkplain
 * EventLoopMeter turns} too, 60 times a second, and the frame rate is
 *
 * <pre>{@code
 * painted                                  where painted >= 0.75 * turns: the window moves
 * turns                                    else, where turns < 0.9 * pace: the event thread is held up
 * not known (NaN), no frame is wanted      else: the window rests, and the event thread is free
 * }</pre>
 *
 * <p>Worked, at a pace of 60: an animation that is not disturbed paints 60 frames in 60 turns: 60.
 * One that gets half of the processor it needs paints 30 in 30 turns: 30. A text with a cursor
 * paints 2 in 60 turns: not known. An event thread that the application itself blocks paints 0 in 0
 * turns: 0, and so it is for the user. A window that paints 24 times on purpose, as a film does,
 * rests; give a pace of 24, and the policy a target of 24, to have its frames kept.
 *
 * <p>Polls back on one second; any number of readers may ask at any time. In the first second, and
 * once closed, it is not known. It closes by itself when the window is {@linkplain
 * java.awt.Window#dispose disposed}: the tasks for the event thread would keep that thread, and so
 * a program that ends with its last window, from ending.
 *
 * <p>What it costs the window: a repaint begins at the window's layered pane and not at the
 * component that asked, so that backgrounds beneath a small component that is opaque are painted
 * too, within the area that is repainted.
 *
 * <p><b>Threads.</b> Any thread may call any method; the window is touched by the event thread
 * only.
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

  /** Begins to measure a window, 60 frames a second being all that it can want. */
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

  /** Frames per second, as told above; NaN where no frame is wanted or nothing is known yet. */
  public double perSecond() {
    return painted.perSecond(Clock.SYSTEM.nanoTime(), turns.turnsPerSecond());
  }

  /** Frames painted in the last second, whether more were wanted or not. */
  public int paintedPerSecond() {
    return painted.paintedPerSecond(Clock.SYSTEM.nanoTime());
  }

  /** How long the event thread let a task wait at worst in the last second, in milliseconds. */
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
