package dev.flyball.dataflow.measure;

import dev.flyball.dataflow.network.RateCurve;
import dev.flyball.dataflow.network.RateCurve.Measured.Point;
import java.util.List;

/**
 * The universal scalability law that is closest to points: least squares of the rates, a from 0 to
 * 1, b from 0 to 1.
 *
 * <p>For given a and b the best g is known, {@code sum(X h) / sum(h^2)} with {@code h = N / (1 + a
 * (N - 1) + b N (N - 1))}, so two numbers are searched for: on a grid, then on a grid of half the
 * size around its best point, and so on. The grid is one of a and of b's fourth root, for b matters
 * from 1e-6 (many threads) to 1 (two).
 *
 * @param curve the law
 * @param squares the sum of the squares of what is left, in (records per second)^2
 * @param r2 the part of the rates' variance that the law explains; 1 where neither varies
 * @param worst by how much the law is wrong at the point where it is most, as a share of its rate
 */
record ScalabilityFit(RateCurve.Scalability curve, double squares, double r2, double worst) {

  private static final int STEPS = 20;
  private static final int ZOOMS = 40;
  private static final double NO_ROOT = 1e-3;
  private static final double NO_VARIANCE = 1e-18;

  /** Fits, to at least one point. */
  static ScalabilityFit of(List<Point> points) {
    double a = 0.5;
    double root = 0.5;
    double half = 0.5;
    for (int zoom = 0; zoom < ZOOMS; zoom++) {
      double bestA = a;
      double bestRoot = root;
      double best = Double.POSITIVE_INFINITY;
      for (int i = 0; i <= STEPS; i++) {
        for (int j = 0; j <= STEPS; j++) {
          double tryA = step(a, half, i);
          double tryRoot = step(root, half, j);
          double squares = squares(points, law(points, tryA, fourth(tryRoot)));
          if (squares < best) {
            best = squares;
            bestA = tryA;
            bestRoot = tryRoot;
          }
        }
      }
      a = bestA;
      root = bestRoot;
      half /= 2;
    }
    RateCurve.Scalability law = law(points, a, fourth(root));
    double squares = squares(points, law);
    return new ScalabilityFit(law, squares, r2(points, squares), worst(points, law));
  }

  private static double step(double middle, double half, int number) {
    return Math.max(0, Math.min(1, middle - half + 2 * half * number / STEPS));
  }

  /** What the law cannot feel, with any number of threads, is nothing. */
  private static double fourth(double root) {
    return root < NO_ROOT ? 0 : root * root * root * root;
  }

  /** The law with these a and b, and the g that suits the points best. */
  private static RateCurve.Scalability law(List<Point> points, double a, double b) {
    RateCurve.Scalability one = new RateCurve.Scalability(1, a, b);
    double product = 0;
    double square = 0;
    for (Point point : points) {
      double h = one.perSecond(point.threads());
      product += point.perSecond() * h;
      square += h * h;
    }
    return new RateCurve.Scalability(product / square, a, b);
  }

  private static double squares(List<Point> points, RateCurve law) {
    double sum = 0;
    for (Point point : points) {
      double off = point.perSecond() - law.perSecond(point.threads());
      sum += off * off;
    }
    return sum;
  }

  private static double worst(List<Point> points, RateCurve law) {
    return points.stream()
        .mapToDouble(point -> Math.abs(law.perSecond(point.threads()) / point.perSecond() - 1))
        .max()
        .orElseThrow();
  }

  private static double r2(List<Point> points, double squares) {
    double mean = points.stream().mapToDouble(Point::perSecond).average().orElseThrow();
    double all = 0;
    double size = 0;
    for (Point point : points) {
      all += (point.perSecond() - mean) * (point.perSecond() - mean);
      size += point.perSecond() * point.perSecond();
    }
    if (all <= NO_VARIANCE * size) {
      return squares <= NO_VARIANCE * size ? 1 : 0;
    }
    return 1 - squares / all;
  }
}
