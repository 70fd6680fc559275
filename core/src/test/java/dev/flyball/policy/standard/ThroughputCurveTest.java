package dev.flyball.policy.standard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.policy.LearnedSize;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThroughputCurveTest {

  private static final long NOW = 1_000_000_000_000L;
  private static final double NOW_SECONDS = 1000;

  private static LearnedSize size(double workers, double throughput, double ageSeconds) {
    return new LearnedSize(workers, throughput, 0.1, NOW_SECONDS - ageSeconds);
  }

  private static ThroughputCurve curve(LearnedSize... sizes) {
    return ThroughputCurve.of(List.of(sizes), NOW);
  }

  @ParameterizedTest
  @CsvSource({
    // workers, throughput, error
    "16, 100,    0.1",
    "64, 200,    0.1",
    "32, 141.42, 0.361",
    "20, 111.80, 0.143",
    "56, 187.08, 0.114",
  })
  void betweenTwoSizesItIsInterpolatedAndLessCertain(double workers, double rate, double error) {
    ThroughputCurve.Point point = curve(size(64, 200, 0), size(16, 100, 0)).at(workers).get();
    assertThat(StrictMath.exp(point.log())).isCloseTo(rate, within(0.01));
    assertThat(point.error()).isCloseTo(error, within(0.001));
  }

  @Test
  void nothingIsKnownBeyondWhatWasMeasured() {
    ThroughputCurve curve = curve(size(16, 100, 0), size(64, 200, 0));
    assertThat(curve.at(15)).isEmpty();
    assertThat(curve.at(65)).isEmpty();
    assertThat(curve().at(8)).isEmpty();
    assertThat(curve().largest()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    // age in seconds, error
    "0,    0.1",
    "1,    0.117",
    "30,   0.351",
    "300,  1.069",
    "-300, 1.069",
    "NaN,  0.1",
  })
  void whatIsOldIsLessCertain(double ageSeconds, double error) {
    assertThat(curve(size(16, 100, ageSeconds)).at(16).get().error())
        .isCloseTo(error, within(0.001));
  }

  @Test
  void allMovesWithThePresentSpeedAndIsLessCertainByAsMuch() {
    ThroughputCurve now = curve(size(16, 100, 0), size(32, 180, 0)).anchored(size(16, 50, 0), NOW);
    assertThat(now.at(16).get().error()).isCloseTo(0.1, within(1e-9));
    assertThat(now.at(32).get().ratio(now.at(16).get())).isCloseTo(1.8, within(1e-9));
    assertThat(now.at(32).get().error()).isCloseTo(StrictMath.hypot(0.1, 0.693), within(0.001));
  }

  @Test
  void whatIsMeasuredTakesThePlaceOfTheSameSize() {
    ThroughputCurve curve = curve(size(16, 100, 0), size(32, 150, 60)).with(size(32, 120, 0), NOW);
    assertThat(curve.points()).hasSize(2);
    assertThat(curve.at(32).get().ratio(curve.at(16).get())).isCloseTo(1.2, within(1e-9));
  }
}
