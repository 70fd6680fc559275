package dev.flyball.policies.climb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GoertzelTest {

  private static Series series(int samples, IntToDoubleFunction value) {
    Series all = Series.EMPTY;
    for (int i = 0; i < samples; i++) {
      all = all.with(value.applyAsDouble(i), samples);
    }
    return all;
  }

  private static Series wave(double period, double amplitude, double mean) {
    return series(32, i -> mean + amplitude * StrictMath.cos(2 * StrictMath.PI * i / period));
  }

  @ParameterizedTest
  @ValueSource(doubles = {4, 8, 16, 32.0 / 9})
  void aCosineOfThePeriodGivesHalfItsAmplitude(double period) {
    assertThat(Goertzel.of(wave(period, 6, 100), period).magnitude()).isCloseTo(3, within(1e-9));
  }

  @ParameterizedTest
  @ValueSource(doubles = {32.0 / 7, 32.0 / 9, 8, 16})
  void aWaveOfPeriodFourIsNotInAnotherBand(double period) {
    assertThat(Goertzel.of(wave(4, 6, 100), period).magnitude()).isCloseTo(0, within(1e-9));
  }

  @Test
  void aConstantHasNoWave() {
    assertThat(Goertzel.of(series(32, i -> 7), 4).magnitude()).isCloseTo(0, within(1e-12));
  }

  @Test
  void isTheTransformByItsDefinition() {
    double[] samples = {3, 1, 4, 1, 5, 9, 2, 6};
    double real = 0;
    double imaginary = 0;
    for (int i = 0; i < 8; i++) {
      real += samples[i] * StrictMath.cos(2 * StrictMath.PI * i / 4) / 8;
      imaginary -= samples[i] * StrictMath.sin(2 * StrictMath.PI * i / 4) / 8;
    }
    Goertzel band = Goertzel.of(series(8, i -> samples[i]), 4);
    assertThat(band.magnitude()).isCloseTo(StrictMath.hypot(real, imaginary), within(1e-12));
  }

  @Test
  void theRatioOfAWaveAndItsDoubleIsTwo() {
    Goertzel ratio = Goertzel.of(wave(4, 6, 5), 4).over(Goertzel.of(wave(4, 3, 50), 4));
    assertThat(ratio.real()).isCloseTo(2, within(1e-9));
    assertThat(ratio.imaginary()).isCloseTo(0, within(1e-9));
  }

  @Test
  void calculatesWithComplexNumbers() {
    Goertzel one = new Goertzel(1, 2);
    Goertzel other = new Goertzel(3, -1);
    assertThat(one.minus(other)).isEqualTo(new Goertzel(-2, 3));
    assertThat(one.times(2)).isEqualTo(new Goertzel(2, 4));
    assertThat(one.over(2)).isEqualTo(new Goertzel(0.5, 1));
    assertThat(one.over(other)).isEqualTo(new Goertzel(0.1, 0.7));
    assertThat(one.over(Goertzel.ZERO)).isEqualTo(Goertzel.ZERO);
    assertThat(one.over(new Goertzel(1e-170, 0))).isEqualTo(Goertzel.ZERO);
    assertThat(new Goertzel(3, 4).magnitude()).isEqualTo(5);
  }
}
