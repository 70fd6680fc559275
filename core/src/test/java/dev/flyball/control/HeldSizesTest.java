package dev.flyball.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.control.Decision.Cause;
import dev.flyball.policy.Reason;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class HeldSizesTest {

  private static Decision decision(long atNanos, int to) {
    return new Decision(
        1, atNanos, Cause.POLICY, Optional.empty(), OptionalInt.empty(), 1, to, Reason.of("why"));
  }

  @Test
  void aSizeIsInForceUntilTheNextDecision() {
    List<Decision> decisions = List.of(decision(0, 4), decision(10, 8), decision(15, 4));
    HeldSizes held = HeldSizes.of(decisions, 0, 20);
    assertThat(held.nanos()).containsExactly(Map.entry(4, 15L), Map.entry(8, 5L));
    assertThat(held.longest(1)).isEqualTo(4);
    assertThat(held.share(8)).isEqualTo(0.25);
    assertThat(held.share(5)).isZero();
  }

  @Test
  void onlyTheTimeAskedForCounts() {
    List<Decision> decisions = List.of(decision(0, 4), decision(10, 8), decision(15, 4));
    assertThat(HeldSizes.of(decisions, 9, 16).nanos())
        .containsExactly(Map.entry(4, 2L), Map.entry(8, 5L));
  }

  @Test
  void ofTwoTheSmallerAndOfNoneTheOther() {
    assertThat(HeldSizes.of(List.of(decision(0, 8), decision(5, 4)), 0, 10).longest(1))
        .isEqualTo(4);
    assertThat(HeldSizes.of(List.of(), 0, 10).longest(7)).isEqualTo(7);
    assertThat(HeldSizes.of(List.of(), 0, 10).share(7)).isZero();
  }
}
