package dev.flyball.policies.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.policy.CurvePlant;
import dev.flyball.policy.Limits;
import dev.flyball.policy.Seen;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.catalogue.Policies;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LatencyGradientTest {

  private static final LatencyGradient.Setting PUBLISHED =
      new LatencyGradient.Setting(1.5, 600, 0.2, 4, Limits.of(20, 200));

  private static LatencyGradient on(double workers, double longMillis, double busy, double millis) {
    LatencyGradient policy = new LatencyGradient(PUBLISHED, workers, longMillis * 1e6, 10);
    Seen seen = Seen.steady(1000, millis / 1000).workers((int) workers).busy(busy);
    return (LatencyGradient) policy.advise(seen.build()).next();
  }

  @ParameterizedTest
  @CsvSource({
    // size, long ms, busy, ms -> size; long moves by 2/601 of the way first
    "40,    10, 40, 12,   40.8", // gradient 1
    "40,    10, 40, 20,   38.8199667", // gradient 1.5 * 10.0332779 / 20 = 0.7524958
    "40,    10, 40, 1000, 36.8", // the gradient is not below 0.5
    "40,    10, 19, 1000, 40", // less than half is busy
    "40.5,  10, 40, 12,   41.3", // the fraction is kept
    "20,    10, 20, 1000, 20", // the floor
    "199.9, 10, 199, 10,  200", // the ceiling
  })
  void shrinksByTheGradientAndAddsTheQueue(
      double size, double longMillis, double busy, double millis, double next) {
    assertThat(on(size, longMillis, busy, millis).limit()).isCloseTo(next, within(1e-6));
  }

  @Test
  void theLongAverageIsPlainAtFirstAndFallsFasterWhenItIsFarAbove() {
    SizingPolicy policy = LatencyGradient.of(PUBLISHED);
    for (int i = 1; i <= 10; i++) {
      policy = policy.advise(Seen.steady(1000, i / 1000.0).workers(40).busy(40).build()).next();
    }
    assertThat(((LatencyGradient) policy).longNanos()).isCloseTo(5.5e6, within(1.0));
    LatencyGradient far = on(40, 10, 40, 1);
    assertThat(far.longNanos()).isCloseTo((10 - 9 * 2.0 / 601) * 0.95 * 1e6, within(1.0));
  }

  @Test
  void onAPlateauItGrowsForEver() {
    CurvePlant plant = new CurvePlant(CurvePlant.RISING_THEN_FLAT::linear, 0, 1, 1000);
    List<Integer> sizes = plant.run(Policies.parse("latency-gradient"), 1, 3600, 1);
    assertThat(sizes.get(100)).as("the knee is 32").isBetween(48, 64);
    assertThat(sizes.get(600)).isGreaterThan(130);
    assertThat(sizes).last().isEqualTo(200);
  }

  @Test
  void withFewClientsItStopsAtTwiceTheirNumber() {
    CurvePlant plant = new CurvePlant(CurvePlant.RISING_THEN_FLAT::linear, 0, 1, 20);
    assertThat(plant.run(Policies.parse("latency-gradient"), 1, 600, 1)).last().isEqualTo(40);
  }
}
