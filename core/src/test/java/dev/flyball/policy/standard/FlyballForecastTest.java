package dev.flyball.policy.standard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.policy.Advice;
import dev.flyball.policy.Forecast;
import dev.flyball.policy.Life;
import dev.flyball.policy.Observation;
import dev.flyball.policy.SaturatedPlant;
import dev.flyball.policy.Seen;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.catalogue.Policies;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** What the default policy foretells, beside what the plant would really do. */
class FlyballForecastTest {

  private static final double LOOK_SECONDS = 0.1;
  private static final double TASK_SECONDS = 0.02;

  /** Its knowledge after a time, the window it was last asked about, and the size in force then. */
  private record Known(SizingPolicy policy, Observation seen) {
    Forecast forecast(int workers) {
      return policy.forecast(seen, workers).orElseThrow();
    }

    int size() {
      return seen.size().workersTarget();
    }
  }

  /** 500 tasks that take 20 ms come each second, and are served as they come. */
  private static Observation calm(int window, int size) {
    return window(window, size, 10, 50, 0);
  }

  /** Tasks always wait; so many are done per second. */
  private static Observation waiting(int window, int size, double perSecond) {
    long ended = Seen.count(window, LOOK_SECONDS, perSecond);
    return window(window, size, size, ended, 1000);
  }

  private static Observation window(int window, int size, double busy, long tasks, long queued) {
    return Seen.idle()
        .at(window * LOOK_SECONDS, LOOK_SECONDS)
        .workers(size)
        .busy(busy)
        .queue(queued, queued)
        .flow(tasks, tasks, tasks)
        .service(busy * LOOK_SECONDS)
        .reference(tasks * TASK_SECONDS)
        .build();
  }

  private static Known followed(int start, int windows, Life.Plant plant) {
    return lived(start, windows, plant, true);
  }

  /** 16 workers, whatever is advised: calm for three seconds, then tasks wait. */
  private static Known listened(int windows, double perSecond) {
    Life.Plant plant =
        (window, size) -> window < 30 ? calm(window, size) : waiting(window, size, perSecond);
    return lived(16, windows, plant, false);
  }

  private static Known lived(int start, int windows, Life.Plant plant, boolean follows) {
    SizingPolicy policy = Policies.standard();
    int size = start;
    Observation seen = plant.seen(0, size);
    for (int window = 0; window < windows; window++) {
      seen = plant.seen(window, size);
      Advice advice = policy.advise(seen);
      policy = advice.next();
      size = follows ? advice.workers() : size;
    }
    return new Known(policy, seen);
  }

  @Test
  void beforeATaskHasEndedNothingIsKnown() {
    Observation idle = Seen.idle().build();
    SizingPolicy policy = Policies.standard();
    assertThat(policy.forecast(idle, 20)).isEmpty();
    assertThat(policy.advise(idle).next().forecast(idle, 20)).isEmpty();
  }

  @Test
  void whileNoTaskWaitsMoreBringNothingAndTooFewGetLessDone() {
    Known known = followed(16, 100, FlyballForecastTest::calm);
    Forecast more = known.forecast(1000);
    assertThat(List.of(more.low(), more.expected(), more.high())).containsExactly(1.0, 1.0, 1.0);
    assertThat(more.why()).startsWith("no task waits").contains("10.0 busy");
    assertThat(known.forecast(5).expected()).isCloseTo(0.5, within(1e-6));
    assertThat(known.forecast(12).expected()).isEqualTo(1);
    assertThat(known.forecast(12).low()).isLessThan(0.7);
  }

  @Test
  void whereNothingHasMovedForSomeTimeNothingIsKnown() {
    Known known =
        followed(
            8,
            120,
            (window, size) ->
                window < 100 ? calm(window, size) : window(window, size, size, 0, 50));
    assertThat(known.policy().forecast(known.seen(), 20)).isEmpty();
  }

  @Test
  void whoOnlyListensIsToldTheBounds() {
    Known atRest = listened(60, 16 / TASK_SECONDS);
    assertThat(atRest.forecast(32).low()).isZero();
    assertThat(atRest.forecast(32).expected()).isBetween(1.9, 2.0);
    assertThat(atRest.forecast(64).expected()).isBetween(1.9, 2.0);
    assertThat(atRest.forecast(64).high()).isEqualTo(4);
    assertThat(atRest.forecast(8).expected()).isEqualTo(0.5);
    Known crowded = listened(90, 8 / TASK_SECONDS);
    assertThat(crowded.forecast(32).expected()).isEqualTo(1);
    assertThat(crowded.forecast(8).expected()).isBetween(0.9, 1.0);
    assertThat(crowded.forecast(4).expected()).isBetween(0.4, 0.6);
  }

  @Test
  void whatDidNotPayIsNotExpectedTo() {
    Known known =
        followed(8, 100, (window, size) -> waiting(window, size, Math.min(size, 8) / TASK_SECONDS));
    Forecast twice = known.forecast(2 * known.size());
    assertThat(twice.expected()).as("%s", twice).isLessThan(1.2);
    assertThat(twice.low()).isLessThan(1);
  }

  /**
   * How many forecasts hold the truth.
   *
   * @param asked all of them
   * @param held those whose interval holds it
   * @param widths the logarithms of high / low, summed
   */
  private record Coverage(int asked, int held, double widths) {
    Coverage with(Forecast forecast, double truth) {
      boolean holds = truth >= forecast.low() - 1e-9 && truth <= forecast.high() + 1e-9;
      double width = forecast.low() > 0 ? StrictMath.log(forecast.high() / forecast.low()) : 0;
      return new Coverage(asked + 1, held + (holds ? 1 : 0), widths + width);
    }

    double share() {
      return (double) held / asked;
    }
  }

  @Test
  void nearlyAllIntervalsHoldTheTruth() {
    Coverage all = new Coverage(0, 0, 0);
    Coverage measured = new Coverage(0, 0, 0);
    for (DoubleUnaryOperator curve : CURVES) {
      for (int seed = 0; seed < 10; seed++) {
        for (Known known : lives(curve, seed)) {
          for (int workers : List.of(2, 4, 8, 12, 16, 24, 32, 48, 64, 128)) {
            Forecast forecast = known.forecast(workers);
            double truth = curve.applyAsDouble(workers) / curve.applyAsDouble(known.size());
            all = all.with(forecast, truth);
            measured =
                forecast.why().contains("as measured") ? measured.with(forecast, truth) : measured;
          }
        }
      }
    }
    assertThat(all.share()).as("%s", all).isGreaterThan(0.95);
    assertThat(measured.share()).as("%s", measured).isGreaterThan(0.95);
    assertThat(measured.asked()).isGreaterThan(1000);
    assertThat(measured.widths() / measured.asked()).isLessThan(1.2);
  }

  private static final List<DoubleUnaryOperator> CURVES =
      List.of(
          SaturatedPlant.slots(6, TASK_SECONDS, 0.1).curve(),
          SaturatedPlant.slots(24, TASK_SECONDS, 0.1).curve(),
          SaturatedPlant.slots(100, TASK_SECONDS, 0.1).curve(),
          SaturatedPlant.topAt(12, 0.1).curve(),
          SaturatedPlant.topAt(40, 0.1).curve());

  /** The policy after 5, 10, ... 60 seconds. */
  private static List<Known> lives(DoubleUnaryOperator curve, int seed) {
    List<Known> known = new ArrayList<>();
    List<Advice> advices = new ArrayList<>();
    SaturatedPlant plant = new SaturatedPlant(curve, 0.1, 2, 10);
    plant.run(Policies.standard(), 8, 60, LOOK_SECONDS, seed, advices::add);
    for (int window = 49; window < 600; window += 50) {
      int size = advices.get(window - 1).workers();
      Observation seen = waiting(window, size, curve.applyAsDouble(size));
      known.add(new Known(advices.get(window).next(), seen));
    }
    return known;
  }
}
