package dev.flyball.sim.scenario;

import dev.flyball.files.Field;
import dev.flyball.files.Section;
import dev.flyball.sim.workload.TimeDistribution;
import java.util.List;

/** A reader of laws of time: {@code 5ms}, {@code {exponential: 5ms}}, ... */
final class DistributionReader {

  private static final double CV_MIN = 0.001;
  private static final double CV_MAX = 10;
  private static final double SHAPE_MIN = 0.01;
  private static final double SHAPE_MAX = 100;

  private DistributionReader() {}

  static TimeDistribution law(Field field) {
    if (field.isScalar()) {
      return new TimeDistribution.Constant(field.nanos(0));
    }
    Field law =
        field
            .section("exponential", "lognormal", "pareto", "empirical")
            .one("exponential", "lognormal", "pareto", "empirical");
    return switch (law.name()) {
      case "exponential" -> new TimeDistribution.Exponential(law.nanos(1));
      case "lognormal" -> lognormal(law.section("mean", "cv"));
      case "pareto" -> pareto(law.section("min", "shape", "max"));
      default -> empirical(law);
    };
  }

  private static TimeDistribution lognormal(Section law) {
    long mean = law.require("mean").nanos(1);
    double cv = law.require("cv").number(CV_MIN, CV_MAX);
    return law.field().make(() -> new TimeDistribution.Lognormal(mean, cv));
  }

  private static TimeDistribution pareto(Section law) {
    long min = law.require("min").nanos(1);
    double shape = law.require("shape").number(SHAPE_MIN, SHAPE_MAX);
    Field max = law.require("max");
    long maxNanos = max.nanos(1);
    if (maxNanos <= min) {
      throw max.mustBe("above min (" + law.require("min").text() + ")");
    }
    return law.field().make(() -> new TimeDistribution.Pareto(min, shape, maxNanos));
  }

  private static TimeDistribution empirical(Field law) {
    List<Long> times = law.items().stream().map(time -> time.nanos(0)).toList();
    return law.make(() -> new TimeDistribution.Empirical(times));
  }
}
