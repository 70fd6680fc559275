package dev.flyball.policy.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.base.Poisson;
import dev.flyball.base.Workers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeadroomTest {

  @ParameterizedTest
  @CsvSource({
    "none,     0,      1",
    "none,     0.2,    1",
    "none,     3,      3",
    "none,     3.01,   4",
    "none,     114.4,  115",
    "0.2,      100,    120",
    "0.2,      10,     12",
    "20%,      114.4,  138",
    "sqrt:1.5, 100,    115",
    "sqrt:1.5, 114.4,  131",
    "sqrt:1.5, 0,      1",
    "sqrt:0,   7.5,    8",
    "sqrt:1,   5000,   5071",
    "p50,      100,    100",
    "p90,      100,    113",
    "p99.9,    0,      1",
  })
  void keepsSoManyWorkersForALoad(String headroom, double load, int workers) {
    assertThat(Headroom.read(headroom).orElseThrow().workers(load)).isEqualTo(workers);
  }

  /** The witness is the textbook sum of {@code exp(-a) a^k / k!}. */
  @ParameterizedTest
  @CsvSource({
    "0.01, 0.9, 0",
    "0.01, 0.99, 0",
    "0.01, 0.999, 1",
    "1, 0.5, 1",
    "1, 0.9, 2",
    "1, 0.95, 3",
    "4, 0.95, 8",
    "10, 0.9, 14",
    "10, 0.99, 18",
    "100, 0.95, 117",
    "0, 0.99, 0"
  })
  void quantileOfSmallMeansIsThatOfTheTextbook(double mean, double share, long quantile) {
    assertThat(Poisson.quantile(mean, share)).isEqualTo(quantile);
    assertThat(textbookQuantile(mean, share)).isEqualTo(quantile);
  }

  /** Where exp(-mean) underflows, the normal approximation with its skew term is a witness. */
  @ParameterizedTest
  @CsvSource({
    "5000, 0.9, 1.2815515655", "5000, 0.99, 2.3263478740", "745, 0.95, 1.6448536270",
    "200000, 0.95, 1.6448536270", "999999, 0.9, 1.2815515655", "1000001, 0.9, 1.2815515655",
    "1e9, 0.99, 2.3263478740"
  })
  void quantileOfLargeMeansIsNearTheNormal(double mean, double share, double deviations) {
    double expected = mean + deviations * Math.sqrt(mean) + (deviations * deviations - 1) / 6;
    double tolerance = mean > 1e6 ? 2e-3 * Math.sqrt(mean) : 1.01;
    assertThat(Poisson.quantile(mean, share)).isBetween(expected - tolerance, expected + tolerance);
  }

  @Test
  void anExcessOfBinaryFractionsIsNoWorker() {
    assertThat(0.1 * 3 * 10).isGreaterThan(3);
    assertThat(new Headroom.None().workers(0.1 * 3 * 10)).isEqualTo(3);
  }

  @Test
  void aLoadBeyondTheTypeIsTheLargestNumberOfWorkers() {
    assertThat(new Headroom.Buffer(10).workers(1e300)).isEqualTo(Integer.MAX_VALUE);
    assertThat(new Headroom.Percentile(0.9).workers(1e300)).isEqualTo(Integer.MAX_VALUE);
    assertThat(Workers.sum(Integer.MAX_VALUE, 3)).isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void spellingReadsWhatItWrites() {
    for (String text : new String[] {"none", "0.2", "sqrt:1.5", "p90", "p99.9", "sqrt:0", "p55"}) {
      assertThat(Headroom.read(text).orElseThrow()).hasToString(text);
    }
  }

  @Test
  void aBrokenRuleIsNamed() {
    assertThatThrownBy(() -> new Headroom.Buffer(-0.1))
        .hasMessage("share must be a finite number of at least 0.0 but was -0.1");
    assertThatThrownBy(() -> new Headroom.Percentile(0.4))
        .hasMessage("share must be from 0.5 to 0.999999 but was 0.4");
    assertThatThrownBy(() -> Headroom.standard().workers(Double.NaN))
        .hasMessage("load must be a finite number of at least 0.0 but was NaN");
  }

  private static long textbookQuantile(double mean, double share) {
    double probability = StrictMath.exp(-mean);
    double cumulated = probability;
    long k = 0;
    while (cumulated < share) {
      k++;
      probability *= mean / k;
      cumulated += probability;
    }
    return k;
  }
}
