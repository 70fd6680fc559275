package dev.flyball.policy.part;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SharedCoresTest {

  private static List<Double> shares(double cores, List<Double> needs, List<Double> weights) {
    return SharedCores.of(cores, needs, weights);
  }

  @Test
  void whereThereIsEnoughEachGetsItsNeed() {
    assertThat(shares(4, List.of(0.5, 3.0), List.of(1.0, 9.0))).containsExactly(0.5, 3.0);
    assertThat(shares(4, List.of(), List.of())).isEmpty();
  }

  @Test
  void smallNeedsAreMetAndTheOthersShareTheRest() {
    assertThat(shares(2, List.of(0.5, 1.5, 3.0), List.of(1.0, 1.0, 1.0)))
        .containsExactly(0.5, 0.75, 0.75);
    assertThat(shares(2, List.of(3.0, 3.0), List.of(3.0, 1.0))).containsExactly(1.5, 0.5);
  }
}
