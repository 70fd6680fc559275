package dev.flyball.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KneeReadingTest {

  /** A size at which so many units of work are done in a second, seen in batches that agree. */
  static KneeReading exact(double workers, double throughput, int batches) {
    KneeReading reading = KneeReading.none(workers, 0);
    for (int batch = 0; batch < batches; batch++) {
      reading = reading.with(workers / throughput, 0);
    }
    return reading;
  }

  @ParameterizedTest
  @CsvSource({
    // throughput at 10 and at 20 workers -> d ln X / d ln N
    "100, 200, 1",
    "100, 141.42, 0.5",
    "100, 100, 0",
    "100, 50, -1",
    "100, 400, 2",
  })
  void theGainIsTheElasticityOfThroughput(double low, double high, double gain) {
    assertThat(KneeReading.gain(exact(10, low, 4), exact(20, high, 4)))
        .isCloseTo(gain, within(1e-4));
  }

  /** Batches that agree leave the prior: 0.15 as if seen in three, and noise with a memory. */
  @ParameterizedTest
  @CsvSource({
    "1, 0.2121", // 0.15 * sqrt(2)
    "4, 0.0750", // 0.15 * sqrt(3 / 6) * sqrt(2 / 4)
    "50, 0.00721",
  })
  void theErrorFallsWithTheBatches(int batches, double error) {
    assertThat(exact(10, 100, batches).error()).isCloseTo(error, within(1e-4));
  }

  @Test
  void theErrorOfAGainIsThatOfBothOverTheirDistance() {
    KneeReading low = exact(10, 100, 4);
    KneeReading high = exact(20, 100, 4);
    double both = 0.075 * StrictMath.sqrt(2);
    assertThat(KneeReading.gainError(low, high)).isCloseTo(both / 0.6931, within(1e-4));
    assertThat(KneeReading.gainError(low, exact(11, 100, 4))).isGreaterThan(1);
  }

  @Test
  void batchesThatScatterMakeItLargerThanThoseThatAgree() {
    KneeReading scattered = KneeReading.none(10, 0);
    for (int batch = 0; batch < 50; batch++) {
      scattered = scattered.with(batch % 2 == 0 ? 0.07 : 0.13, 0);
    }
    assertThat(scattered.slowness()).isCloseTo(0.1, within(1e-9));
    assertThat(scattered.error()).isCloseTo(0.06, within(0.002)); // 0.3 * sqrt(2 / 50)
  }

  @ParameterizedTest
  @CsvSource({
    // batches before, the next one as a multiple of their mean -> contradicted
    "3, 9, false", // too few to know better
    "4, 1.2, false",
    "4, 2, true",
    "4, 0.5, true",
    "50, 1.1, false",
    "50, 1.3, true",
  })
  void whatIsFarOffContradicts(int batches, double factor, boolean contradicted) {
    assertThat(exact(10, 100, batches).contradictedBy(factor * 0.1)).isEqualTo(contradicted);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 2, true",
    "6, 7, true",
    "7, 8, true",
    "8, 9, false",
    "100, 113, false",
    "100, 114, true"
  })
  void sizesAreApart(double low, double high, boolean apart) {
    assertThat(KneeReading.apart(low, high)).isEqualTo(apart);
  }

  @Test
  void oldBatchesFade() {
    KneeReading reading = exact(10, 100, 400);
    for (int batch = 0; batch < 1200; batch++) {
      reading = reading.with(0.11, 0);
    }
    assertThat(reading.batches()).isEqualTo(400);
    assertThat(reading.slowness()).isBetween(0.109, 0.11);
  }
}
