package dev.flyball.adapters.swing;

import java.awt.Graphics;
import javax.swing.JComponent;

/**
 * An invisible component that lies over a window and is told whenever any of it is painted.
 *
 * <p>It paints nothing, takes no mouse event and no focus. Swing paints what overlaps together, so
 * that a repaint of any component beneath reaches it too.
 */
final class FrameProbe extends JComponent {

  private static final long serialVersionUID = 1;

  private final transient Runnable painted;

  FrameProbe(Runnable painted) {
    this.painted = painted;
    setOpaque(false);
    setFocusable(false);
  }

  @Override
  public void paint(Graphics graphics) {
    painted.run();
  }

  /** Nowhere is it in the way of the mouse. */
  @Override
  public boolean contains(int x, int y) {
    return false;
  }
}
