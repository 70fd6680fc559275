package dev.flyball.sim.race.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Which values a policy's parameters are given instead of their own. */
class VariationTest {

  private static List<String> specifications(String policy) {
    return Variation.of(policy).stream().map(variation -> variation.specification(policy)).toList();
  }

  @Test
  void everyNumberAndDurationOfItsOwnIsHalvedAndDoubled() {
    assertThat(specifications("additive-increase"))
        .containsExactly(
            "additive-increase(backoff=0.45)",
            "additive-increase(timeout=2.5s)",
            "additive-increase(timeout=10s)",
            "additive-increase(floor=10)",
            "additive-increase(floor=40)",
            "additive-increase(ceiling=100)",
            "additive-increase(ceiling=400)",
            "additive-increase(window=0.5s)",
            "additive-increase(window=2s)",
            "additive-increase(samples=5)",
            "additive-increase(samples=20)");
  }

  @Test
  void aValueThatItsRuleForbidsIsLeftOutAndACountIsRounded() {
    assertThat(specifications("vegas"))
        .contains("vegas(smoothing=0.5)")
        .doesNotContain("vegas(smoothing=2)");
    assertThat(specifications("gradient-climb"))
        .contains("gradient-climb(windows=3)", "gradient-climb(windows=10)");
  }

  @Test
  void whatIsNotToBeHalvedOrDoubledIsNamed() {
    assertThat(Variation.leftOut("flyball")).doesNotContain("drain", "rise", "fall");
    assertThat(Variation.leftOut("hill-climb")).containsExactly("floor", "seed");
  }

  @Test
  void parametersThatEveryPolicyTakesAreNotItsOwn() {
    assertThat(Variation.of("flyball"))
        .isNotEmpty()
        .noneSatisfy(variation ->
            assertThat(variation.parameter())
                .isIn(
                    "min",
                    "max",
                    "step",
                    "cool-down",
                    "rescue",
                    "cpu-guard",
                    "frame-guard",
                    "recall"));
  }

  @Test
  void aPolicyThatIsNotThereIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Variation.of("flybal"))
        .withMessageContaining("unknown policy 'flybal'; did you mean 'flyball'?");
  }
}
