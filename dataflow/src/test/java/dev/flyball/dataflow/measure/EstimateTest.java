package dev.flyball.dataflow.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class EstimateTest {

  /** By hand: mean 10, s = 2, t(2) = 4.3026527, so 4.3026527 * 2 / sqrt(3). */
  @Test
  void threeRepetitions() {
    Estimate estimate = Estimate.of(List.of(8.0, 10.0, 12.0));
    assertThat(estimate.mean()).isCloseTo(10, within(1e-12));
    assertThat(estimate.halfWidth().orElseThrow()).isCloseTo(4.9682754237, within(1e-9));
    assertThat(estimate.relative().orElseThrow()).isCloseTo(0.49682754237, within(1e-10));
  }

  @Test
  void oneRepetitionSaysNothingOfItself() {
    assertThat(Estimate.of(List.of(8.0)).halfWidth()).isEmpty();
  }

  @Test
  void momentsThatAreJoinedAreThoseOfAll() {
    RunningMoments all = new RunningMoments();
    RunningMoments some = new RunningMoments();
    RunningMoments others = new RunningMoments();
    for (int i = 0; i < 100; i++) {
      double number = i * i % 37;
      all.add(number);
      (i < 30 ? some : others).add(number);
    }
    some.add(others);
    some.add(new RunningMoments());
    assertThat(some.count()).isEqualTo(100);
    assertThat(some.mean()).isCloseTo(all.mean(), within(1e-12));
    assertThat(some.variance()).isCloseTo(all.variance(), within(1e-9));
  }
}
