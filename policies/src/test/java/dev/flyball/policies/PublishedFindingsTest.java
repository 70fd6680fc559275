package dev.flyball.policies;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.policies.PublishedFindings.Measured;
import dev.flyball.policies.PublishedFindings.Runs;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.catalogue.Policies;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What was found of production climbers elsewhere holds for the policies here as well. */
class PublishedFindingsTest {

  @Test
  void theFiguresAreThoseOfThePage() {
    GoldenTable.check("published findings", PublishedFindings.table());
  }

  @Test
  void theHillClimbPassesFiftyEightInFortySecondsAndThenStays() {
    Runs runs = Measured.HILL.on(PublishedFindings.K64, 8);
    assertThat(runs.secondsUntil(58)).isBetween(30.0, 46.0);
    assertThat(runs.mean()).isBetween(62.0, 66.0);
    assertThat(runs.deviation()).isLessThan(2);
  }

  @Test
  void theHillClimbNeverComesDownFromFarBeyondTheKnee() {
    assertThat(Measured.HILL.on(PublishedFindings.K16, 200).smallest()).isGreaterThan(20);
  }

  @Test
  void theDistributionClimbDriftsUpwardOnAPlateauTheMoreTheNoisierItIs() {
    double quiet = Measured.DISTRIBUTION.on(PublishedFindings.K64, 16).mean();
    double noisy = Measured.DISTRIBUTION.on(PublishedFindings.K64_NOISY, 16).mean();
    assertThat(quiet).isGreaterThan(2 * 64);
    assertThat(noisy).isGreaterThan(1.2 * quiet);
  }

  @Test
  void theDriftHasNoEnd() {
    List<Integer> sizes = new ArrayList<>();
    SizingPolicy policy = Policies.parse("distribution-climb(keep-busy=false)");
    PublishedFindings.K64.run(policy, 16, 7200, 1.5, 1, advice -> sizes.add(advice.workers()));
    assertThat(sizes.get(2399)).isGreaterThan(10 * 64);
    assertThat(sizes.get(4799)).isGreaterThan(20 * 64);
  }
}
