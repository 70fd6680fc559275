package dev.flyball.lab.report.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** Ticks of any range: within it, rising, few, and told apart by their texts. */
class TicksPropertyTest {

  private static final int RANGES = 20_000;

  @Test
  void ticksLieWithinTheirAxis() {
    long seed = Long.getLong("seed", System.nanoTime());
    Random random = new Random(seed);
    for (int i = 0; i < RANGES; i++) {
      double size = StrictMath.pow(10, random.nextInt(13) - 2);
      double low = random.nextBoolean() ? 0 : (random.nextDouble() - 0.5) * size;
      double high = low + random.nextDouble() * size;
      int about = 2 + random.nextInt(9);
      String as = "-Dseed=" + seed + ": " + low + " to " + high + " about " + about;
      check(as, Ticks.within(low, high, about), about);
      Ticks around = Ticks.around(low, high, about);
      check(as, around, about);
      assertThat(around.low()).as(as).isLessThanOrEqualTo(low + 1e-6 * (high - low));
      assertThat(around.high()).as(as).isGreaterThanOrEqualTo(high - 1e-6 * (high - low));
      assertThat(around.values()).as(as).hasSizeGreaterThan(1);
    }
  }

  private static void check(String as, Ticks ticks, int about) {
    assertThat(ticks.low()).as(as).isLessThan(ticks.high());
    assertThat(ticks.values()).as(as).hasSizeLessThanOrEqualTo(about + 2).isSorted();
    assertThat(ticks.values()).as(as).allMatch(v -> v >= ticks.low() && v <= ticks.high());
    assertThat(ticks.values().stream().map(ticks::text)).as(as).doesNotHaveDuplicates();
  }
}
