package dev.flyball.policies.climb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.policy.Followed;
import dev.flyball.policy.Seen;
import dev.flyball.policy.catalogue.Policies;
import org.junit.jupiter.api.Test;

class StepClimbTest {

  private static Followed climb(int size) {
    return new Followed(Policies.parse("step-climb"), size);
  }

  @Test
  void growsByOneThreeFourAndFourWhileItPays() {
    Followed climb = climb(1);
    assertThat(climb.completes(250)).isEqualTo(2);
    assertThat(climb.completes(500)).isEqualTo(5);
    assertThat(climb.completes(1250)).isEqualTo(9);
    assertThat(climb.completes(2250)).isEqualTo(13); // steps are four at most
    assertThat(climb.completes(2500)).isEqualTo(13); // 0.9 * 2500 is not above 2250: settles
    assertThat(climb.why()).isEqualTo("2500.0 tasks/s after 2250.0; not better by enough: settles");
  }

  @Test
  void aGoodExplorationGoesOnWithOneThenTwoThreeAndFour() {
    Followed climb = settledAt17();
    climb.completes(4250);
    climb.completes(4000); // 16 was less: back at 17
    climb.completes(4250);
    assertThat(climb.completes(4250)).isEqualTo(18); // the other way
    assertThat(climb.completes(5000)).isEqualTo(19);
    assertThat(climb.completes(6000)).isEqualTo(21);
    assertThat(climb.completes(7000)).isEqualTo(24);
    assertThat(climb.completes(8000)).isEqualTo(28);
    assertThat(climb.completes(9000)).isEqualTo(32);
  }

  @Test
  void aRestEndsWithTheComparisonOfItsOwnChecks() {
    Followed climb = settledAt17();
    climb.completes(4250);
    climb.completes(4000); // back at 17
    assertThat(climb.completes(6000)).isEqualTo(17);
    assertThat(climb.completes(5000)).isEqualTo(16);
    assertThat(climb.why()).isEqualTo("5000.0 tasks/s after 6000.0; worse by itself: -1");
  }

  @Test
  void oneMoreThatDoesNotPayIsUndoneAndRestsThenOneLessIsTried() {
    Followed climb = settledAt17();
    assertThat(climb.completes(4250)).isEqualTo(16); // the other way than last time
    assertThat(climb.completes(4000)).isEqualTo(17); // less: undone
    assertThat(climb.completes(4250)).isEqualTo(17); // rests for two seconds
    assertThat(climb.why()).isEqualTo("rests, 1.0 s left");
    assertThat(climb.completes(4250)).isEqualTo(18); // the other way
    assertThat(climb.completes(4500)).isEqualTo(17); // 0.9 * 4500 is not above 4250: undone
    assertThat(climb.why()).endsWith("one worker more did not pay: undone");
  }

  private static Followed settledAt17() {
    Followed climb = climb(16);
    climb.completes(4000);
    climb.completes(4250);
    assertThat(climb.size()).isEqualTo(17);
    return climb;
  }

  @Test
  void goesDownAsLongAsItCostsNothing() {
    Followed climb = settledAt17();
    assertThat(climb.completes(4250)).isEqualTo(16);
    assertThat(climb.completes(4250)).isEqualTo(15);
    assertThat(climb.completes(4250)).isEqualTo(14);
    assertThat(climb.completes(4249)).isEqualTo(15);
  }

  @Test
  void goesDownByLargerStepsWhereThatIsBetterAndUndoesWhatMakesTasksSlower() {
    Followed climb = settledAt17();
    assertThat(climb.completes(4250)).isEqualTo(16);
    assertThat(climb.completes(5000)).isEqualTo(15); // better: -1
    assertThat(climb.completes(6000)).isEqualTo(13); // better: -2
    Seen slower = Followed.saturated(6000, 1, 13).service(40);
    assertThat(climb.on(slower)).isEqualTo(15);
    assertThat(climb.why()).endsWith("tasks became slower: undone");
  }

  @Test
  void snapshotsShowWhetherItBecameUnsteady() {
    Followed climb = settledAt17();
    climb.completes(4250);
    climb.completes(4000);
    climb.completes(4250); // back at 17, rests
    assertThat(climb.size()).isEqualTo(17);
    for (double rate : new double[] {4000, 4500, 4000, 4500}) {
      assertThat(climb.on(Followed.saturated(rate, 0.2, 17))).isEqualTo(17);
      assertThat(climb.why()).startsWith("collecting");
    }
    assertThat(climb.on(Followed.saturated(4250, 0.2, 17))).isEqualTo(16);
    assertThat(climb.why()).endsWith("less steady: -1");
  }

  @Test
  void aSizeSetByOthersIsTheNewStart() {
    Followed climb = settledAt17();
    climb.resize(40);
    assertThat(climb.completes(8000)).isEqualTo(40);
    assertThat(climb.why()).endsWith("the size was changed by others: measured anew");
    assertThat(climb.completes(8000)).isEqualTo(39);
  }

  @Test
  void thereIsNoFewerThanOne() {
    Followed climb = climb(1);
    climb.completes(100);
    assertThat(climb.completes(100)).isEqualTo(2);
    assertThat(climb.completes(100)).isEqualTo(1); // one less cost nothing
    assertThat(climb.completes(100)).isEqualTo(1);
    assertThat(climb.why()).endsWith("but there is no fewer than 1");
  }

  @Test
  void aStepThatTheSmallestSizeCutShortIsUndoneAsFarAsItWent() {
    Followed climb = climb(3);
    climb.completes(1000);
    climb.completes(1000);
    assertThat(climb.completes(1000)).isEqualTo(3); // one less is explored
    assertThat(climb.completes(2000)).isEqualTo(2); // better: one less
    assertThat(climb.completes(3000)).isEqualTo(1); // better: two less, of which there is one
    Seen slower = Followed.saturated(2000, 1, 1).service(40);
    assertThat(climb.on(slower)).isEqualTo(2);
    assertThat(climb.why()).endsWith("tasks became slower: undone");
  }

  @Test
  void windowsALittleShortOfACheckAreACheck() {
    Followed climb = climb(4);
    assertThat(climb.on(Followed.saturated(1000, 0.999, 4))).isEqualTo(5);
  }

  @Test
  void idleIsNoSnapshot() {
    assertThat(climb(9).on(50, Seen.idle())).isEqualTo(9);
  }
}
