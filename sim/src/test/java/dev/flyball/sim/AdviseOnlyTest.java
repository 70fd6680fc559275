package dev.flyball.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.sim.AdviseOnly.Held;
import dev.flyball.sim.scenario.RandomScenarios;
import dev.flyball.sim.scenario.Scenarios;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Advice that is not followed is within 15 % of the size that governing ends at, where demand or
 * the CPU is the limit.
 */
class AdviseOnlyTest {

  @ParameterizedTest
  @CsvSource({
    // scenario, and the sizes at which the pool was held
    "mixed, FAR_TOO_LARGE",
    "io-bound, FAR_TOO_LARGE",
    "sine, FAR_TOO_LARGE",
    "periodic-random, FAR_TOO_LARGE",
    "trace-day, FAR_TOO_LARGE",
    "heavy-tail, FAR_TOO_LARGE",
    "small-memory, FAR_TOO_LARGE",
    "fail-over, FAR_TOO_LARGE",
    "neighbours-mixed, FAR_TOO_LARGE",
    "cpu-bound, FAR_TOO_LARGE INITIAL",
    "slow-tasks, FAR_TOO_LARGE INITIAL",
    "downstream-hangs, FAR_TOO_LARGE INITIAL",
    "core-lost, FAR_TOO_LARGE INITIAL",
    "two-pools, FAR_TOO_LARGE INITIAL",
    "heavy-computing, FAR_TOO_LARGE INITIAL",
    "table-1, FAR_TOO_LARGE INITIAL TOO_SMALL",
    "step-down, FAR_TOO_LARGE INITIAL TOO_SMALL",
    "mix-flip, FAR_TOO_LARGE INITIAL TOO_SMALL",
    "half-core, FAR_TOO_LARGE INITIAL TOO_SMALL",
    "overload, FAR_TOO_LARGE INITIAL TOO_SMALL",
    "sixteen-cores, FAR_TOO_LARGE INITIAL TOO_SMALL",
  })
  void theAdviceOfAPoolThatIsHeldIsTheSizeThatGoverningEndsAt(String scenario, String helds) {
    assertFits(AdviseOnly.of(Scenarios.named(scenario)), helds);
  }

  @ParameterizedTest
  @ValueSource(longs = {20_018, 20_053, 20_074, 20_085, 20_094, 20_099})
  void soItIsInDrawnScenarios(long seed) {
    assertFits(AdviseOnly.of(RandomScenarios.of(seed)), "FAR_TOO_LARGE INITIAL TOO_SMALL");
  }

  private static void assertFits(List<AdviseOnly> measured, String helds) {
    for (String name : helds.split(" ", -1)) {
      Held held = Held.valueOf(name);
      assertThat(measured.stream().filter(each -> each.held() == held))
          .isNotEmpty()
          .allMatch(AdviseOnly::nearlyFits, "within 15 %, or by one worker");
    }
  }

  @Test
  void aPoolWhoseBackendIsTheLimitDoesNotCount() {
    assertThat(AdviseOnly.of(Scenarios.named("overload-servers"))).isEmpty();
  }

  @Test
  void aPoolWhoseClientsWaitDoesNotCount() {
    assertThat(AdviseOnly.of(Scenarios.named("closed-10"))).isEmpty();
  }

  @Test
  void aPoolThatBreaksItsBackendWhenTooLargeCountsAtItsOtherSizes() {
    assertThat(AdviseOnly.of(Scenarios.named("cold-collapse-slow")))
        .extracting(AdviseOnly::held)
        .containsExactly(Held.INITIAL, Held.TOO_SMALL);
  }
}
