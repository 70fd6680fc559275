package dev.flyball.sim.race.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.flyball.sim.Contender;
import dev.flyball.sim.Outcome;
import dev.flyball.sim.VirtualBench;
import dev.flyball.sim.scenario.Scenario;
import dev.flyball.sim.scenario.Scenarios;
import org.junit.jupiter.api.Test;

/** Of how much of its time a run is saturated. */
class SaturationTest {

  private static double share(String scenario, int workers) {
    Outcome watched =
        VirtualBench.watch(Scenarios.named(scenario), 1, Contender.fixed("fixed", workers));
    return Saturation.share(watched);
  }

  @Test
  void aPoolOfWhichNoSizeKeepsUpIsSaturatedThroughout() {
    assertThat(share("flat", 1)).isEqualTo(1);
    assertThat(share("noise", 65)).isGreaterThan(0.95);
  }

  @Test
  void aPoolWithEnoughWorkersIsNot() {
    assertThat(share("io-bound", 60)).isLessThan(0.1);
    assertThat(share("io-bound", 400)).isZero();
  }

  @Test
  void aPoolWithTooFewWorkersIsAsWell() {
    assertThat(share("io-bound", 20)).isGreaterThan(0.9);
  }

  @Test
  void itIsThePoolThatSuffersMostThatCounts() {
    assertThat(share("two-pools", 2)).isGreaterThan(0.9);
  }

  @Test
  void aRunThatNobodyWatchedIsRefused() {
    Scenario flat = Scenarios.named("flat");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Saturation.share(VirtualBench.run(flat, 1, Contender.fixed("one", 1))))
        .withMessage("number of samples must be at least 1 but was 0");
  }
}
