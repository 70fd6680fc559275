package dev.flyball.policy.standard;

import dev.flyball.policy.LearnedSize;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Throughput as a function of the size, as far as it was measured, each point with its error.
 *
 * <ul>
 *   <li><b>Old points</b> are less certain: what a size gets done drifts like a random walk whose
 *       standard deviation is a factor of 1.4 after half a minute, {@code ln 1.4 * sqrt(age / 30
 *       s)}, so a factor of 2.9 after five minutes.
 *   <li><b>Between</b> two points it is interpolated in log-log. Throughput changes at most in
 *       proportion to the workers, so it can be off by as much as the logarithm of the distance to
 *       the nearer of the two; that is taken for 1.96 standard errors.
 *   <li><b>Another speed</b>: where the size that is measured at present gets another amount done
 *       than the curve says, all of the curve is moved by that factor, and its logarithm is added
 *       to the errors.
 * </ul>
 *
 * <p>Worked: 16 workers got 100/s done and 64 got 200/s, 10 % each, just now. For 32: 141/s, with
 * an error of sqrt(0.05^2 + 0.05^2 + (ln 2 / 1.96)^2) = 0.36.
 *
 * @param points ascending in size
 */
record ThroughputCurve(List<Point> points) {

  /** The 97.5 % quantile of the normal distribution. */
  static final double TWO_SIDED = 1.96;

  private static final double DRIFT = StrictMath.log(1.4);
  private static final double DRIFT_SECONDS = 30;
  private static final double SAME = 0.5 * StrictMath.log(SizeCurve.STEP);

  /**
   * A size and what it gets done.
   *
   * @param workers the size
   * @param log the natural logarithm of the throughput
   * @param error the standard error of that logarithm
   */
  record Point(double workers, double log, double error) {

    /** How many times as much as another gets done here. */
    double ratio(Point other) {
      return StrictMath.exp(log - other.log);
    }

    /** The standard error of the logarithm of that ratio. */
    double error(Point other) {
      return StrictMath.hypot(error, other.error);
    }

    /** Sizes that are nearer than readings of a size are to one another. */
    private boolean same(Point other) {
      return Math.abs(StrictMath.log(workers / other.workers)) < SAME;
    }

    private Point moved(double by) {
      return new Point(workers, log + by, StrictMath.hypot(error, by));
    }
  }

  ThroughputCurve {
    points = List.copyOf(points);
  }

  static ThroughputCurve of(List<LearnedSize> learned, long nowNanos) {
    return new ThroughputCurve(
        learned.stream()
            .map(size -> point(size, nowNanos))
            .sorted(Comparator.comparingDouble(Point::workers))
            .toList());
  }

  private static Point point(LearnedSize size, long nowNanos) {
    double age = Math.abs(nowNanos / 1e9 - size.atSeconds());
    double drift = Double.isNaN(age) ? 0 : DRIFT * StrictMath.sqrt(age / DRIFT_SECONDS);
    return new Point(
        size.workers(), StrictMath.log(size.throughput()), StrictMath.hypot(size.error(), drift));
  }

  /** The curve with what is measured at present, and moved to it. */
  ThroughputCurve anchored(LearnedSize measured, long nowNanos) {
    Point now = point(measured, nowNanos);
    double by = near(now).map(then -> now.log() - then.log()).orElse(0.0);
    return new ThroughputCurve(points.stream().map(point -> point.moved(by)).toList()).with(now);
  }

  /** The curve with one more point, in the place of one of the same size. */
  ThroughputCurve with(LearnedSize measured, long nowNanos) {
    return with(point(measured, nowNanos));
  }

  private ThroughputCurve with(Point point) {
    List<Point> all = new ArrayList<>(points);
    all.removeIf(point::same);
    all.add(point);
    all.sort(Comparator.comparingDouble(Point::workers));
    return new ThroughputCurve(all);
  }

  private Optional<Point> near(Point now) {
    Optional<Point> same = points.stream().filter(now::same).findFirst();
    return same.isPresent() ? same : at(now.workers());
  }

  /** The smallest size measured. */
  Optional<Point> smallest() {
    return points.stream().findFirst();
  }

  /** The largest size measured. */
  Optional<Point> largest() {
    return points.isEmpty() ? Optional.empty() : Optional.of(points.get(points.size() - 1));
  }

  /** What a size gets done; empty below the smallest and above the largest that was measured. */
  Optional<Point> at(double workers) {
    for (int i = 0; i < points.size(); i++) {
      Point above = points.get(i);
      if (above.workers() == workers) {
        return Optional.of(above);
      }
      if (above.workers() > workers) {
        return i == 0 ? Optional.empty() : Optional.of(between(points.get(i - 1), above, workers));
      }
    }
    return Optional.empty();
  }

  private static Point between(Point below, Point above, double workers) {
    double whole = StrictMath.log(above.workers() / below.workers());
    double share = StrictMath.log(workers / below.workers()) / whole;
    double measured = StrictMath.hypot((1 - share) * below.error(), share * above.error());
    double off = Math.min(share, 1 - share) * whole / TWO_SIDED;
    return new Point(
        workers,
        below.log() + share * (above.log() - below.log()),
        StrictMath.hypot(measured, off));
  }
}
