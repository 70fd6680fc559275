package dev.flyball.policies.climb.wave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.policy.catalogue.Policies;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The numbers of the wave climber: what is printed, the spectrum, the memory of the curve. */
class WaveNumbersTest {

  private static final WaveParameters PRINTED = WaveParameters.PRINTED;
  private static final WaveTuning USUAL = WaveTuning.USUAL;

  @Test
  void thePrintedDefaults() {
    assertThat(PRINTED)
        .isEqualTo(new WaveParameters(false, false, 4, 8, 2_000_000_000L, 300, 5, 0.2, 0.2, 80));
    assertThat(PRINTED.vectorLength()).isEqualTo(32);
    assertThat(Policies.parse("wave-climb"))
        .isEqualTo(
            WaveClimb.of(
                new WaveParameters(true, true, 4, 8, 2_000_000_000L, 300, 5, 0.2, 0.2, 80), USUAL));
  }

  @ParameterizedTest
  @CsvSource({"10,8", "20,15", "512,256", "100,55", "3,2", "2,1", "1,1"})
  void theFlexibleStepPassesThroughThePrintedPoints(int size, int next) {
    assertThat(USUAL.downThePlateau(size)).isEqualTo(next);
  }

  @Test
  void thePrintedFactorsFitThePrintedPointsToAFifthOfAPercent() {
    assertThat(10 * (0.5 + 0.36 * StrictMath.exp(-0.018 * 10))).isCloseTo(8, within(0.01));
    assertThat(20 * (0.5 + 0.36 * StrictMath.exp(-0.018 * 20))).isCloseTo(15, within(0.03));
    double exact = StrictMath.log(1.2) / 10;
    assertThat(exact).isCloseTo(0.01823, within(0.00001));
    assertThat(10 * (0.5 + 0.36 * StrictMath.exp(-exact * 10))).isCloseTo(8, within(1e-9));
    assertThat(20 * (0.5 + 0.36 * StrictMath.exp(-exact * 20))).isCloseTo(15, within(1e-9));
  }

  @ParameterizedTest
  @CsvSource({
    // foot, crest, throughput at the foot, at the crest: elasticity between them
    "10, 30, 100, 300, 1",
    "10, 30, 300, 100, -1",
    "10, 30, 200, 200, 0",
    "16, 26, 5600, 5950, 0.12727",
    "26, 36, 5950, 5700, -0.13305"
  })
  void theRealPartIsTheElasticity(
      int foot, int crest, double atFoot, double atCrest, double expected) {
    for (int waves : new int[] {1, 2, 8}) {
      List<WavePair> pairs = new ArrayList<>();
      for (int i = 0; i < 4 * waves; i++) {
        pairs.add(i % 4 < 2 ? new WavePair(foot, atFoot) : new WavePair(crest, atCrest));
      }
      assertThat(WaveSpectrum.of(pairs, 4).real()).isCloseTo(expected, within(1e-5));
    }
  }

  @Test
  void aSlowDriftIsNotTheWave() {
    List<WavePair> pairs = new ArrayList<>();
    for (int i = 0; i < 32; i++) {
      double drift = 1000 * StrictMath.sin(2 * StrictMath.PI * i / 32);
      pairs.add(new WavePair(i % 4 < 2 ? 10 : 30, 2000 + drift));
    }
    assertThat(WaveSpectrum.of(pairs, 4).real()).isCloseTo(0, within(1e-12));
  }

  @Test
  void aSizeThatDidNotMoveSaysNothing() {
    List<WavePair> still = List.of(new WavePair(5, 1), new WavePair(5, 9), new WavePair(5, 1));
    assertThat(WaveSpectrum.of(still, 3).real()).isZero();
  }

  @Test
  void jumpsDownAreScaledByTheJumpsForward() {
    WaveJumps jumps = WaveJumps.NONE.with(10, 0.5).with(20, 1.0);
    assertThat(jumps.down(-0.75)).hasValue(15);
    assertThat(WaveJumps.NONE.down(-0.75)).isEmpty();
  }

  @Test
  void interpolatesBetweenNeighboursThatAreNear() {
    WaveCurve curve = WaveCurve.EMPTY;
    for (int[] pair : new int[][] {{20, 2000}, {28, 2800}, {60, 3200}}) {
      WaveSample seen = new WaveSample(pair[0], pair[1], 9, OptionalDouble.empty());
      curve = curve.with(seen, PRINTED, USUAL).next();
    }
    assertThat(curve.foretold(24, 0.2)).hasValue(2400);
    assertThat(curve.foretold(20, 0.2)).hasValue(2000);
    assertThat(curve.foretold(40, 0.2)).as("28 and 60 are too far apart").isEmpty();
    assertThat(curve.foretold(70, 0.2)).as("nothing above").isEmpty();
  }
}
