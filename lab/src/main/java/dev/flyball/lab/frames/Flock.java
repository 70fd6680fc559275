package dev.flyball.lab.frames;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;

/**
 * The animated picture: a flyball governor that turns, before a flock of balls, all smoothly drawn.
 *
 * @param balls how many balls, which is what a frame costs
 */
record Flock(int balls) {

  private static final Color SKY = new Color(0x10, 0x18, 0x28);
  private static final Color BRASS = new Color(0xE0, 0xB0, 0x50);
  private static final double GOLDEN_ANGLE = 2.399963;

  void draw(Graphics2D graphics, int width, int height, double seconds) {
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
