package dev.flyball.lab.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class KindMixTest {

  private static KindMix.Part part(String id, double share) {
    return new KindMix.Part(id, share);
  }

  @Test
  void pointsFallOnKindsByShare() {
    KindMix mix = new KindMix(List.of(part("a", 0.25), part("b", 0.75)));
    assertThat(mix.at(0)).isZero();
    assertThat(mix.at(0.249)).isZero();
    assertThat(mix.at(0.25)).isEqualTo(1);
    assertThat(mix.at(0.999999)).isEqualTo(1);
  }

  @Test
  void refusesSharesThatDoNotAddUp() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new KindMix(List.of(part("a", 0.5), part("b", 0.25))))
        .withMessage("sum of the shares must be 1 but was 0.75");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new KindMix(List.of()))
        .withMessageContaining("but was 0.0");
  }

  @Test
  void refusesAnIdThatIsNoPathStepOrIsThereTwice() {
    assertThatIllegalArgumentException().isThrownBy(() -> part("a/b", 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new KindMix(List.of(part("a", 0.5), part("a", 0.5))))
        .withMessageContaining("\"a\" was there twice");
  }
}
