package dev.flyball.sim.race.goodput;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.sim.PoolOutcome.SecondAccount;
import dev.flyball.sim.scenario.Scenario;
import dev.flyball.sim.scenario.ScenarioFile;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What counts as needless, and as recovered, second by second. */
class GoodputScoreTest {

  private static final String STEADY =
      """
      name: draft
      length: 8s
      host: {cores: 2}
      arrivals: {poisson: 10/s}
      kinds: {task: {wait: 1ms}}
      """;

  private static final String CHANGING = STEADY + "changes: [{at: 3500ms, cores: 1}]\n";

  private static Scenario scenario(String text) {
    return ScenarioFile.parse("draft.yaml", text);
  }

  /** Ten tasks in each second, of which so many were done in time. */
  private static List<SecondAccount> good(long... good) {
    return LongStream.of(good).mapToObj(count -> new SecondAccount(10, count, 0)).toList();
  }

  private static List<SecondAccount> turnedAway(long... turnedAway) {
    return LongStream.of(turnedAway).mapToObj(count -> new SecondAccount(10, 0, count)).toList();
  }

  @Test
  void whatTheOracleTurnsAwayTooIsNotNeedless() {
    assertThat(GoodputScore.needless(turnedAway(3, 0, 2, 5), turnedAway(0, 0, 1, 0))).isEqualTo(8);
    assertThat(GoodputScore.needless(turnedAway(0, 4), turnedAway(0))).isEqualTo(4);
  }

  @Test
  void recoveryIsFromTheLastChangeToTheFirstSecondOfAGoodRest() {
    List<SecondAccount> oracle = good(9, 9, 9, 9, 9, 9, 9, 9);
    assertThat(recovery(good(9, 9, 0, 0, 0, 9, 9, 9), oracle)).isCloseTo(1.5, within(1e-9));
    assertThat(recovery(good(0, 0, 0, 9, 9, 9, 9, 9), oracle)).isZero();
  }

  @Test
  void aLateMissIsNoRecoveryYet() {
    assertThat(recovery(good(9, 9, 9, 9, 9, 9, 0, 9), good(9, 9, 9, 9, 9, 9, 9, 9)))
        .isCloseTo(3.5, within(1e-9));
  }

  @Test
  void withoutARecoveryAllThatIsLeftCounts() {
    assertThat(recovery(good(9, 9, 9, 0, 0, 0, 0, 0), good(9, 9, 9, 9, 9, 9, 9, 9)))
        .isCloseTo(4.5, within(1e-9));
  }

  @Test
  void whereNothingChangesThereIsNone() {
    assertThat(GoodputScore.recoverySeconds(scenario(STEADY), good(1), good(9))).isNaN();
  }

  private static double recovery(List<SecondAccount> seconds, List<SecondAccount> oracle) {
    return GoodputScore.recoverySeconds(scenario(CHANGING), seconds, oracle);
  }
}
