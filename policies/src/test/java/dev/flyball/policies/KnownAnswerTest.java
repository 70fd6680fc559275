package dev.flyball.policies;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.policies.KnownAnswers.Curve;
import dev.flyball.policies.KnownAnswers.End;
import dev.flyball.policy.CurvePlant;
import dev.flyball.policy.Followed;
import dev.flyball.policy.Seen;
import dev.flyball.policy.catalogue.Policies;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Whether each climber finds the best size of a curve on which it is known: docs/known-answers.md
 * holds all answers, and what is said about them there is asserted here.
 */
class KnownAnswerTest {

  @Test
  void withoutNoiseEachClimberEndsWhereThePageSays() {
    GoldenTable.check("without noise", KnownAnswers.withoutNoise());
  }

  @Test
  void withNoiseEachClimberDoesAsWellAsThePageSays() {
    GoldenTable.check("with noise", KnownAnswers.withNoise());
  }

  /** What is not in this list, the page says why. */
  @ParameterizedTest
  @CsvSource({
    "gradient-climb(unit=1000), FALLING_LINEAR, 1, 128",
    "gradient-climb(unit=1000), FLAT_LINEAR, 1, 32",
    "step-climb, FALLING_LINEAR, 32, 512",
    "step-climb, FLAT_LINEAR, 32, 512",
    "throughput-probe, FALLING_LINEAR, 1, 16",
    "throughput-probe, FLAT_LINEAR, 1, 32",
    "hill-climb, FALLING_LINEAR, 32, 256",
    "hill-climb, FLAT_LINEAR, 1, 64",
  })
  void aClimberFindsTheTopOrTheKnee(String specification, Curve curve, int first, int last) {
    for (int start : KnownAnswers.STARTS) {
      if (start >= first && start <= last) {
        assertThat(end(specification, curve, start).size())
            .as("%s on %s from %d", specification, curve, start)
            .isBetween(curve.best - 4.0, curve.best + 4.0);
      }
    }
  }

  @Test
  void theGradientInTasksPerSecondOvershootsByAThousand() {
    List<Integer> sizes =
        new CurvePlant(Curve.FALLING_LINEAR::throughput, 0, 1, 10_000)
            .run(Policies.parse("gradient-climb"), 1, 10, 1);
    assertThat(sizes.get(9)).isGreaterThan(1000);
  }

  @Test
  void oneWorkerMoreIsNeverATenthBetterThanSixteen() {
    assertThat(end("step-climb", Curve.FLAT_LINEAR, 16).size()).isEqualTo(17);
  }

  @Test
  void theProbeNeverComesDownWhileThereIsAQueue() {
    assertThat(end("throughput-probe", Curve.FALLING_LINEAR, 64).size()).isGreaterThan(60);
    assertThat(end("throughput-probe", Curve.FALLING_LINEAR, 512).size()).isEqualTo(128);
  }

  @Test
  void theHillClimbComesDownAPlateauByOneWorkerInElevenSeconds() {
    double lost = 512 - end("hill-climb", Curve.FLAT_LINEAR, 512).size();
    // The size is averaged over the last minute of ten: 570 s on average.
    assertThat(lost).isBetween(570 * 0.09 - 5, 570 * 0.09 + 5);
  }

  @Test
  void idleForEverMeansASettledSize() {
    for (Climber climber : Climber.ALL) {
      Followed run = new Followed(climber.policy(1), 20);
      for (int window = 0; window < 100; window++) {
        run.on(Followed.saturated(1000 + window, climber.windowSeconds(), run.size()));
      }
      int settled = run.on(1000, Seen.idle().at(0, climber.windowSeconds()));
      // The probe tries a tenth less and comes back, for ever, as published.
      int swing = climber.specification().startsWith("throughput-probe") ? settled / 9 : 0;
      for (int window = 0; window < 100; window++) {
        assertThat(run.on(Seen.idle().at(0, climber.windowSeconds())))
            .as(climber.specification())
            .isBetween(settled - swing, settled + swing);
      }
    }
  }

  private static End end(String specification, Curve curve, int start) {
    Climber climber =
        Climber.ALL.stream()
            .filter(one -> one.specification().equals(specification))
            .findFirst()
            .orElseThrow();
    return KnownAnswers.run(climber, curve, start, 0, 1);
  }
}
