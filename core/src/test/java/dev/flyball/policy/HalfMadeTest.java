package dev.flyball.policy;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.policy.standard.FlyballPolicy;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Nothing half made can be built: what is missing is named where it is missing. */
class HalfMadeTest {

  @Test
  @SuppressWarnings("NullAway") // what callers without a checker do
  void anAdviceHasAReasonAndANextPolicy() {
    assertThatThrownBy(() -> new Advice(4, "four", null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("next must not be null");
    assertThatThrownBy(() -> new Advice(4, (Reason) null, new FixedSize(4)))
        .hasMessage("reason must not be null");
  }

  @Test
  @SuppressWarnings("NullAway") // what callers without a checker do
  void theDefaultHasAllItsParts() {
    assertThatThrownBy(() ->
            new FlyballPolicy(
                null, null, null, null, null, null, null, null, null, 0, 0, List.of()))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("demand must not be null");
  }
}
