package dev.flyball.policy.standard.overload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

/** Curves through readings of which the true curve is known. */
class CurveFitTest {

  private static List<ServiceReading> readings(
      DoubleUnaryOperator seconds, double samples, double... sizes) {
    return DoubleStream.of(sizes)
        .mapToObj(size ->
            ServiceReading.of(
                size, 1e9 * seconds.applyAsDouble(size) * samples, samples, samples, 0))
        .toList();
  }

  private static double servers(double size) {
    return 0.2 * Math.max(1, size / 20);
  }

  @Test
  void isFlatWhereTimesAre() {
    CurveFit fit = CurveFit.of(readings(size -> 0.2, 50, 2, 8, 20, 60), 1);
    assertThat(fit.isFlat()).isTrue();
    assertThat(fit.nanos(1000)).isCloseTo(0.2e9, within(1e3));
  }

  @Test
  void findsTheKneeOfServers() {
    CurveFit fit = CurveFit.of(readings(CurveFitTest::servers, 50, 5, 10, 20, 30, 40, 60), 1);
    assertThat(fit.knee()).isEqualTo(20);
    assertThat(fit.nanos(10)).isCloseTo(0.2e9, within(1e6));
    assertThat(fit.nanos(50)).isCloseTo(0.5e9, within(1e7));
  }

  /** The scalability law: contention 0.02, a peak at 40. */
  @Test
  void followsAServiceThatCollapses() {
    DoubleUnaryOperator law = n -> 0.1 * (1 + 0.02 * (n - 1) + 0.00061 * n * (n - 1));
    CurveFit fit = CurveFit.of(readings(law, 100, 2, 8, 16, 32, 64, 100), 1);
    for (double size : new double[] {4, 24, 48, 80}) {
      assertThat(fit.nanos(size) / 1e9 / law.applyAsDouble(size)).isBetween(0.9, 1.1);
    }
  }

  @Test
  void aFewTasksProveNoBend() {
    assertThat(CurveFit.of(readings(CurveFitTest::servers, 2, 10, 26), 1).isFlat()).isTrue();
  }

  @Test
  void theLessTimesScatterTheLessProvesABend() {
    List<ServiceReading> few = readings(CurveFitTest::servers, 8, 10, 36);
    assertThat(CurveFit.of(few, 1).isFlat()).isTrue();
    assertThat(CurveFit.of(few, 0.1).isFlat()).isFalse();
  }

  @Test
  void nothingSeenIsNoCurve() {
    assertThat(CurveFit.of(List.of(), 1).known()).isFalse();
  }
}
