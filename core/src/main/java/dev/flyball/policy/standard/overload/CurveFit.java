package dev.flyball.policy.standard.overload;

import java.util.ArrayList;
import java.util.List;

/**
 * A curve of service time over the number of busy workers that bends once.
 *
 * <pre>{@code
 * S(n) = a                                          up to the knee k
 *      = a + b (n - k) + c (n - k)^2                beyond it;  a above 0, b and c at least 0
 * }</pre>
 *
 * <p>A row of k servers is {@code b = a / k, c = 0}: beyond it, more workers get no more done. The
 * slope is never larger, for less is done only by a bend. A service that collapses is the
 * scalability law (Gunther 2007), {@code k = 1}.
 *
 * @param flat a, in nanoseconds; 0 for no curve
 * @param knee k, in workers
 * @param slope b
 * @param bend c
 */
record CurveFit(double flat, double knee, double slope, double bend) {

  static final CurveFit NONE = new CurveFit(0, 0, 0, 0);

  private static final double SURELY = 6;
  private static final double SEEN = 2;
  private static final double SINGULAR = 1e-9;
  private static final double ROUNDED = 1 + 1e-9;

  boolean known() {
    return flat > 0;
  }

  boolean isFlat() {
    return slope == 0 && bend == 0;
  }

  double nanos(double workers) {
    double beyond = Math.max(0, workers - knee);
    return flat + beyond * (slope + bend * beyond);
  }

  CurveFit times(double factor) {
    return new CurveFit(flat * factor, knee, slope * factor, bend * factor);
  }

  /**
   * The deviance of the readings: twice the logarithm of how much likelier they would be with the
   * best time for each, where service times are exponential.
   */
  double deviance(List<ServiceReading> readings) {
    double sum = 0;
    for (ServiceReading reading : readings) {
      double ratio = reading.nanos() / nanos(reading.workers());
      sum += 2 * reading.samples() * (ratio - 1 - StrictMath.log(ratio));
    }
    return sum;
  }

  /**
   * Fits the curve: flat, unless a bend explains the readings surely better. The knee is the one of
   * all sizes seen at which the deviance is least.
   *
   * @param variance how service times scatter, as a share of their mean squared
   */
  static CurveFit of(List<ServiceReading> readings, double variance) {
    if (readings.isEmpty()) {
      return NONE;
    }
    double service = 0;
    double tasks = 0;
    for (ServiceReading reading : readings) {
      service += reading.serviceNanos();
      tasks += reading.tasks();
    }
    CurveFit flat = new CurveFit(service / tasks, 0, 0, 0);
    CurveFit best = flat;
    double least = flat.deviance(readings) - SURELY * variance;
    for (double knee : knees(readings)) {
      CurveFit rough = likeliest(bent(readings, knee, flat), readings, flat);
      CurveFit bent =
          rough.isFlat() ? rough : likeliest(bent(readings, knee, rough), readings, rough);
      double deviance = bent.deviance(readings);
      if (deviance < least) {
        least = deviance;
        best = bent;
      }
    }
    return best;
  }

  private static CurveFit likeliest(
      List<CurveFit> fits, List<ServiceReading> readings, CurveFit otherwise) {
    CurveFit best = otherwise;
    double least = Double.POSITIVE_INFINITY;
    for (CurveFit fit : fits) {
      double deviance = fit.deviance(readings);
      if (deviance < least) {
        least = deviance;
        best = fit;
      }
    }
    return best;
  }

  private static List<Double> knees(List<ServiceReading> readings) {
    List<Double> knees = new ArrayList<>();
    knees.add(1.0);
    readings.stream()
        .filter(reading -> reading.samples() >= SEEN)
        .mapToDouble(ServiceReading::workers)
        .sorted()
        .filter(size -> size > 1.1 * knees.get(knees.size() - 1))
        .forEach(knees::add);
    return knees;
  }

  /**
   * Least squares beyond a knee: a slope only, a bend only, and both; and a row of servers, with
   * and without a bend.
   *
   * @param near what the readings are weighed by: their errors are in proportion to its times
   */
  private static List<CurveFit> bent(List<ServiceReading> readings, double knee, CurveFit near) {
    double w = 0;
    double x1 = 0;
    double x2 = 0;
    double x3 = 0;
    double x4 = 0;
    double y0 = 0;
    double y1 = 0;
    double y2 = 0;
    double p2 = 0;
    double py = 0;
    double px = 0;
    for (ServiceReading reading : readings) {
      double x = Math.max(0, reading.workers() - knee);
      double y = reading.nanos();
      double scale = near.nanos(reading.workers());
      double weight = reading.samples() / (scale * scale);
      w += weight;
      x1 += weight * x;
      x2 += weight * x * x;
      x3 += weight * x * x * x;
      x4 += weight * x * x * x * x;
      y0 += weight * y;
      y1 += weight * x * y;
      y2 += weight * x * x * y;
      double p = Math.max(1, reading.workers() / knee);
      p2 += weight * p * p;
      py += weight * p * y;
      px += weight * p * x * x;
    }
    List<CurveFit> all = new ArrayList<>(3);
    double line = w * x2 - x1 * x1;
    if (line > SINGULAR * w * x2) {
      double slope = (w * y1 - x1 * y0) / line;
      addIfRising(all, new CurveFit((y0 - slope * x1) / w, knee, slope, 0));
    }
    double square = w * x4 - x2 * x2;
    if (square > SINGULAR * w * x4) {
      double bend = (w * y2 - x2 * y0) / square;
      addIfRising(all, new CurveFit((y0 - bend * x2) / w, knee, 0, bend));
    }
    double det = w * (x2 * x4 - x3 * x3) - x1 * (x1 * x4 - x2 * x3) + x2 * (x1 * x3 - x2 * x2);
    if (Math.abs(det) > SINGULAR * w * x2 * x4) {
      double slope =
          (w * (y1 * x4 - x3 * y2) - y0 * (x1 * x4 - x3 * x2) + x2 * (x1 * y2 - y1 * x2)) / det;
      double bend =
          (w * (x2 * y2 - y1 * x3) - x1 * (x1 * y2 - y1 * x2) + y0 * (x1 * x3 - x2 * x2)) / det;
      addIfRising(all, new CurveFit((y0 - slope * x1 - bend * x2) / w, knee, slope, bend));
    }
    if (knee > 1 && x1 > 0) {
      addIfRising(all, new CurveFit(py / p2, knee, py / p2 / knee, 0));
      double two = p2 * x4 - px * px;
      if (two > SINGULAR * p2 * x4) {
        double flat = (py * x4 - y2 * px) / two;
        double bend = (p2 * y2 - px * py) / two;
        addIfRising(all, new CurveFit(flat, knee, flat / knee, bend));
      }
    }
    return all;
  }

  private static void addIfRising(List<CurveFit> all, CurveFit fit) {
    if (fit.flat > 0
        && fit.slope >= 0
        && fit.bend >= 0
        && fit.slope <= ROUNDED * fit.flat / fit.knee) {
      all.add(fit);
    }
  }
}
