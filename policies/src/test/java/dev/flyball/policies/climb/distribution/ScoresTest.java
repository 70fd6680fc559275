package dev.flyball.policies.climb.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.base.Dice;
import dev.flyball.policies.climb.distribution.Scores.Processors;
import dev.flyball.policies.climb.distribution.Scores.Situation;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How often the rules of chance say what, over many draws: 8 cores, steps of 8, a floor of 16. */
class ScoresTest {

  private static final int DRAWS = 4000;
  private static final int FLOOR = 16;
  private static final Distribution HERE = new Distribution(1000, 100, 0, 0);
  private static final Processors CALM = new Processors(false, false);
  private static final Processors HIGH = new Processors(true, false);
  private static final Processors UNKNOWN = new Processors(false, true);

  @ParameterizedTest
  @CsvSource({
    // Fewer, more, gain of the larger one: sizes 4 : 1 in whole numbers.
    "16, 64, 0.99, 0.75", // it brings less
    "16, 64, 1, 0.5", // 4 / 1 is above 3
    "16, 64, 1.34, 0", // 4 / 1.34 is below 3
    "16, 96, 1.19, 0.75", // 6 / 1.19 is above 5
    "16, 96, 1.21, 0.5",
    "16, 79, 1.34, 0", // 79 / 16 is 4 in whole numbers
    "16, 79, 1.32, 0.5"
  })
  void farSizesLeanTowardFewerByChance(int fewer, int more, double gain, double share) {
    Dice coins = new Dice(7);
    int yes = 0;
    for (int draw = 0; draw < DRAWS; draw++) {
      yes += Scores.leansToFewer(fewer, more, gain, coins) ? 1 : 0;
    }
    assertThat(yes / (double) DRAWS).isCloseTo(share, within(0.03));
  }

  @Test
  void aHighCpuMakesALargePoolShrinkByACoinAndASmallOneNever() {
    // All eight sizes near by are known and brought half: neither side has a score of its own.
    SortedMap<Integer, Distribution> known = known(64, 8, 0.5, 0.5);
    assertThat(share(64, known, HIGH, 100, -8)).isCloseTo(0.5, within(0.03));
    assertThat(share(64, known, CALM, 100, -8)).isZero();
    assertThat(share(64, known, UNKNOWN, 100, -8)).as("it rests on no coin").isZero();
    // At 48 workers, four steps above the floor, the pool is small.
    assertThat(share(48, known(48, 8, 0.5, 0.5), HIGH, 100, -8)).isZero();
  }

  /** Below: sizes that bring this share of here; above the same. */
  private static SortedMap<Integer, Distribution> known(
      int size, int step, double below, double above) {
    SortedMap<Integer, Distribution> known = new TreeMap<>();
    for (int steps = -4; steps <= 4; steps++) {
      double mean = HERE.mean() * (steps < 0 ? below : steps > 0 ? above : 1);
      known.put(size + steps * step, new Distribution(mean, HERE.variance(), 0, 0));
    }
    return known;
  }

  private static double share(
      int size,
      SortedMap<Integer, Distribution> known,
      Processors processors,
      long queued,
      int change) {
    Situation now =
        new Situation(
            size,
            HERE,
            Steps.at(size, FLOOR, FLOOR, Integer.MAX_VALUE, 8, 1),
            FLOOR,
            Integer.MAX_VALUE,
            1000,
            queued,
            size,
            0,
            0);
    Dice coins = new Dice(11);
    int as = 0;
    for (int draw = 0; draw < DRAWS; draw++) {
      Scores scores = Scores.of(now, new Remembered(known, HERE.mean(), 0), processors, coins);
      as += scores.workers() - size == change ? 1 : 0;
    }
    return as / (double) DRAWS;
  }
}
