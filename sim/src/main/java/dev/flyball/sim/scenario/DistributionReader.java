package dev.flyball.sim.scenario;

import dev.flyball.files.Field;
import dev.flyball.files.Section;
import dev.flyball.sim.workload.TimeDistribution;
import java.util.List;

/** A reader of distributions of times: {@code 5ms}, {@code {exponential: 5ms}}, ... */
final class DistributionReader {

  private static final double CV_MIN = 0.001;
  private static final double CV_MAX = 10;
  private static final double SHAPE_MIN = 0.01;
  private static final double SHAPE_MAX = 100;

  private DistributionReader() {}

  static TimeDistribution distribution(Field field) {
    if (field.isScalar()) {
      return new TimeDistribution.Constant(field.nanos(0));
    }
    Field distribution =
        field
            .section("exponential", "lognormal", "pareto", "empirical")
            .one("exponential", "lognormal", "pareto", "empirical");
    return switch (distribution.name()) {
      case "exponential" -> new TimeDistribution.Exponential(distribution.nanos(1));
      case "lognormal" -> lognormal(distribution.section("mean", "cv"));
      case "pareto" -> pareto(distribution.section("min", "shape", "max"));
      default -> empirical(distribution);
    };
  }

  private static TimeDistribution lognormal(Section distribution) {
    long mean = distribution.require("mean").nanos(1);
    double cv = distribution.require("cv").number(CV_MIN, CV_MAX);
    return distribution.field().make(() -> new TimeDistribution.Lognormal(mean, cv));
  }

  private static TimeDistribution pareto(Section distribution) {
    long min = distribution.require("min").nanos(1);
    double shape = distribution.require("shape").number(SHAPE_MIN, SHAPE_MAX);
    Field max = distribution.require("max");
    long maxNanos = max.nanos(1);
    if (maxNanos <= min) {
      throw max.mustBe("above min (" + distribution.require("min").text() + ")");
    }
    return distribution.field().make(() -> new TimeDistribution.Pareto(min, shape, maxNanos));
  }

  private static TimeDistribution empirical(Field distribution) {
    List<Long> times = distribution.items().stream().map(time -> time.nanos(0)).toList();
    return distribution.make(() -> new TimeDistribution.Empirical(times));
  }
}
