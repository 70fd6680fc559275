package dev.flyball.policies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.policy.Advice;
import dev.flyball.policy.LearnedSize;
import dev.flyball.policy.SaturatedPlant;
import dev.flyball.policy.catalogue.Policies;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a policy tells of the curve that it has learned. */
class LearnedSizeTest {

  /** What is told at the end of a run on a target where more than 64 workers gain nothing. */
  private static List<LearnedSize> learned(String specification) {
    List<Advice> advices = new ArrayList<>();
    SaturatedPlant.slots(64, 0.1, 0.02)
        .run(Policies.parse(specification), 10, 30, 0.1, 1, 1, advices::add);
    return advices.get(advices.size() - 1).next().learned();
  }

  @Test
  void theDefaultPolicyTellsTheCurveItSearchesOn() {
    List<LearnedSize> learned = learned("flyball");
    assertThat(learned)
        .hasSizeGreaterThan(2)
        .isSortedAccordingTo(Comparator.comparingDouble(LearnedSize::workers));
    LearnedSize first = learned.get(0);
    for (LearnedSize size : learned) {
      double gain = size.throughput() / first.throughput();
      double truth = Math.min(64, size.workers()) / Math.min(64, first.workers());
      assertThat(gain / truth).as("%s against %s", size, first).isBetween(0.7, 1.5);
      assertThat(size.error()).isBetween(0.0, 0.3);
    }
  }

  @Test
  void whatIsWrappedAroundItHidesNothing() {
    assertThat(learned("flyball(max=500,step=200,rescue=true)")).isNotEmpty();
  }

  @Test
  void aPolicyThatLearnsNoCurveTellsNone() {
    assertThat(learned("fixed(workers=10)")).isEmpty();
  }

  @Test
  void whatCannotBeASizeIsRefused() {
    assertThatThrownBy(() -> new LearnedSize(0, 1, 0)).hasMessageContaining("workers must be");
    assertThatThrownBy(() -> new LearnedSize(1, 0, 0)).hasMessageContaining("throughput must be");
    assertThatThrownBy(() -> new LearnedSize(1, 1, -1)).hasMessageContaining("error must be");
    assertThatThrownBy(() -> new LearnedSize(1, 1, 0, Double.POSITIVE_INFINITY))
        .hasMessage("atSeconds must be finite or NaN but was Infinity");
  }
}
