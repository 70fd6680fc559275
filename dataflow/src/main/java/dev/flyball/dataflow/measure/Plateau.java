package dev.flyball.dataflow.measure;

import dev.flyball.dataflow.network.RateCurve.Measured.Point;
import java.util.List;
import java.util.Optional;

/**
 * A number of threads from which on more of them bring next to nothing: up to each larger number
 * that was tried, a further thread gains less than {@value #GAIN_MIN} of what one thread alone
 * does.
 *
 * @param threads the smallest such number
 * @param perSecond their total rate
 */
public record Plateau(int threads, double perSecond) {

  /** What a further thread must gain, as a part of one thread's rate. */
  public static final double GAIN_MIN = 0.05;

  /**
   * The plateau of measured rates; empty where the last ones still rise.
   *
   * @param points in the order of their threads
   */
  public static Optional<Plateau> of(List<Point> points) {
    for (int i = 0; i + 1 < points.size(); i++) {
      Point from = points.get(i);
      double alone = points.get(0).perSecond() / points.get(0).threads();
      boolean flat =
          points.subList(i + 1, points.size()).stream()
              .allMatch(to ->
                  to.perSecond() - from.perSecond()
                      < GAIN_MIN * alone * (to.threads() - from.threads()));
      if (flat) {
        return Optional.of(new Plateau(from.threads(), from.perSecond()));
      }
    }
    return Optional.empty();
  }
}
