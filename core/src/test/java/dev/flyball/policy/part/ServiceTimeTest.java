package dev.flyball.policy.part;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.base.Dice;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServiceTimeTest {

  /** A hundred tasks of 0.04 s, and then batches of ten of another length. */
  private static double after(boolean surprised, int batches, double seconds) {
    ServiceTime time = ServiceTime.unknown(surprised);
    for (int batch = 0; batch < 10; batch++) {
      time = time.with(10 * 0.04, 10);
    }
    for (int batch = 0; batch < batches; batch++) {
      time = time.with(10 * seconds, 10);
    }
    return time.seconds().orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({
    // batches of ten, each task so long, the mean then, and without surprise
    "1, 0.12, 0.0473, 0.0473", // one batch may be chance
    "2, 0.12, 0.12, 0.0539", // two in a row are not
    "2, 0.01, 0.01, 0.0348", // nor are they where tasks got shorter
    "2, 0.07, 0.0452, 0.0452", // 0.04 + 3 standard errors are 0.078
    "9, 0.05, 0.0458, 0.0458", // what is within them is never a surprise
  })
  void twoStrangeBatchesToTheSameSideAreAnotherServiceTime(
      int batches, double seconds, double mean, double unsurprised) {
    assertThat(after(true, batches, seconds)).isCloseTo(mean, within(5e-4));
    assertThat(after(false, batches, seconds)).isCloseTo(unsurprised, within(5e-4));
  }

  @Test
  void strangeBatchesToEitherSideAreNone() {
    ServiceTime time = ServiceTime.unknown(true);
    for (int round = 0; round < 10; round++) {
      time = time.with(10 * 0.04, 10);
    }
    double mean = time.with(10 * 0.12, 10).with(10 * 0.005, 10).seconds().orElseThrow();
    assertThat(mean).isBetween(0.04, 0.05);
  }

  @Test
  void withoutATaskNothingIsKnown() {
    assertThat(ServiceTime.unknown(true).with(0, 0).seconds()).isEmpty();
    assertThat(ServiceTime.unknown(true).with(0.5, 1).seconds()).hasValue(0.5);
  }

  /** Exponential times of one mean: the mean stays, for nearly all of many tasks. */
  @Test
  void chanceIsNoSurprise() {
    double surprises =
        LongStream.rangeClosed(1, 20).mapToDouble(ServiceTimeTest::surprises).average().orElse(1);
    assertThat(surprises).as("of 1000 batches").isLessThan(10);
  }

  private static double surprises(long seed) {
    Dice dice = new Dice(seed);
    ServiceTime time = ServiceTime.unknown(true).with(0.04 * 100, 100);
    int forgotten = 0;
    for (int task = 0; task < 10_000; task++) {
      ServiceTime next = time.with(-0.04 * StrictMath.log(1 - dice.nextDouble()), 1);
      forgotten += next.mean().weight() < time.mean().weight() ? 1 : 0;
      time = next;
    }
    return forgotten;
  }
}
