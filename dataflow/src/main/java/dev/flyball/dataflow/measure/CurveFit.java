package dev.flyball.dataflow.measure;

import dev.flyball.base.Require;
import dev.flyball.dataflow.network.RateCurve;
import dev.flyball.dataflow.network.RateCurve.Measured.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * The curve that is believed of a node's measured rates.
 *
 * <p>It is the universal scalability law (Gunther 1993) where that explains what was measured: at
 * least {@value #POINTS_MIN} numbers of threads, for it has three parameters, an R2 of at least
 * {@value #R2_MIN}, and no rate that it gets wrong by more than {@value #WORST_MAX} of it: an R2 is
 * one of the large rates, so a law that explains 97 % of a batching client may be five times too
 * fast at one thread, which plans for low rates then have. (At the publication's Feeder on Goedel
 * it is 0.13.) One point may be left out, of six or more, when without it the squares that are left
 * shrink to a tenth and the law explains the others: a machine that was busy with something else
 * for one number of threads only would bend the whole curve. Of fewer points, and at either end,
 * the law bends to what is left, and noise alone shrinks the squares so much. Where the law does
 * not hold, the curve is the measured points.
 *
 * <p>Neither is believed beyond 1.5 times the largest number tried ({@link
 * RateCurve.Measured#TRUST}).
 *
 * @param curve the curve
 * @param r2 the part of the rates' variance that the law explains; empty for too few points
 * @param worst by how much the law is wrong where it is most, as a share of the measured rate;
 *     empty for too few points
 * @param leftOut the number of threads whose rate the law was not fitted to
 * @param threadsMax up to how many threads the curve is believed
 */
public record CurveFit(
    RateCurve curve, OptionalDouble r2, OptionalDouble worst, OptionalInt leftOut, int threadsMax) {

  /** Fewer numbers of threads do not say which law they follow. */
  public static final int POINTS_MIN = 4;

  /** A law that explains less is not believed. */
  public static final double R2_MIN = 0.8;

  /** A law that is wrong by a larger share of some rate is not believed. */
  public static final double WORST_MAX = 0.15;

  private static final int POINTS_TO_LEAVE_ONE_OUT = 6;
  private static final double SHRINK = 0.1;

  /**
   * Fits.
   *
   * @param points at least one, in the order of their threads
   */
  public static CurveFit of(List<Point> points) {
    Require.atLeast("number of points", 1, points.size());
    RateCurve.Measured measured = new RateCurve.Measured(points);
    if (points.size() < POINTS_MIN) {
      return new CurveFit(
          measured,
          OptionalDouble.empty(),
          OptionalDouble.empty(),
          OptionalInt.empty(),
          measured.threadsMax());
    }
    ScalabilityFit all = ScalabilityFit.of(points);
    ScalabilityFit best = all;
    OptionalInt leftOut = OptionalInt.empty();
    for (Point point : spare(points)) {
      ScalabilityFit others = ScalabilityFit.of(without(point, points));
      if (others.squares() < SHRINK * all.squares()
          && others.squares() < best.squares()
          && explains(others)) {
        best = others;
        leftOut = OptionalInt.of(point.threads());
      }
    }
    RateCurve curve = explains(best) ? best.curve() : measured;
    return new CurveFit(
        curve,
        OptionalDouble.of(best.r2()),
        OptionalDouble.of(best.worst()),
        leftOut,
        measured.threadsMax());
  }

  private static boolean explains(ScalabilityFit fit) {
    return fit.r2() >= R2_MIN && fit.worst() <= WORST_MAX;
  }

  /** The points of which one may be left out. */
  private static List<Point> spare(List<Point> points) {
    return points.size() < POINTS_TO_LEAVE_ONE_OUT
        ? List.of()
        : points.subList(1, points.size() - 1);
  }

  private static List<Point> without(Point point, List<Point> points) {
    List<Point> others = new ArrayList<>(points);
    others.remove(point);
    return others;
  }

  /** Whether the curve is the law, and not the measured points. */
  public boolean isLaw() {
    return curve instanceof RateCurve.Scalability;
  }

  /** What was found, as a line. */
  public String text() {
    String quality =
        r2.isPresent() && worst.isPresent()
            ? String.format(
                Locale.ROOT,
                "R2 %.3f, wrong by at most %.0f %%",
                r2.getAsDouble(),
                100 * worst.getAsDouble())
            : "";
    if (curve instanceof RateCurve.Scalability law) {
      return String.format(
          Locale.ROOT,
          "scalability law: %.4g/s for one thread, contention %.3g, coherence %.3g, %s%s",
          law.perThread(),
          law.contention(),
          law.coherence(),
          quality,
          leftOut.isPresent() ? ", without " + leftOut.getAsInt() + " threads" : "");
    }
    return r2.isPresent()
        ? "measured points, for the scalability law explains too little (" + quality + ")"
        : "measured points, for a law needs at least " + POINTS_MIN + " numbers of threads";
  }
}
