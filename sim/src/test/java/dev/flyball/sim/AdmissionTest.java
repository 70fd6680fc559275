package dev.flyball.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.admission.DeadlineAdmission;
import dev.flyball.sim.PoolOutcome.KindAccount;
import dev.flyball.sim.PoolOutcome.SecondAccount;
import dev.flyball.sim.scenario.Scenario;
import dev.flyball.sim.scenario.Scenarios;
import java.util.List;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who gets in, under sizes that are given: what is then done in time. */
class AdmissionTest {

  private static Contender withDeadlines(int workers) {
    return Contender.admitting(
        "deadlines", DeadlineAdmission.standard(), Contender.fixed("fixed", workers));
  }

  private static double goodShare(Scenario scenario, long seed, Contender contender) {
    Outcome outcome = VirtualBench.run(scenario, seed, contender);
    return outcome.pools().get(0).account().good() / outcome.offered();
  }

  /**
   * With the right size, what can be done is done in time.
   *
   * @param possible the work that can be done over the work that comes, times the part of service
   *     times that are shorter than the deadline where they vary
   */
  @ParameterizedTest
  @CsvSource({
    "servers-130, 20, 0.77",
    "servers-200, 20, 0.5",
    "servers-200-constant, 20, 0.5",
    "cpu-139, 6, 0.72",
    "burst, 20, 0.85",
    "plain-slow-5, 60, 1"
  })
  void doesInTimeWhatCanBeDone(String name, int workers, double possible) {
    for (long seed = 1; seed <= 5; seed++) {
      assertThat(goodShare(Scenarios.named(name), seed, withDeadlines(workers)))
          .as("seed %d", seed)
          .isGreaterThan(0.95 * possible);
    }
  }

  /** Under overload most is too late without it; where all can be done, it costs nothing. */
  @ParameterizedTest
  @ValueSource(
      strings = {"servers-130", "servers-200", "collapse-90", "collapse-200", "servers-slow-5"})
  void isAheadOfFirstComeFirstServed(String name) {
    Scenario scenario = Scenarios.named(name);
    for (int workers : new int[] {20, 30, 50}) {
      double plain = goodShare(scenario, 1, Contender.fixed("fixed", workers));
      assertThat(goodShare(scenario, 1, withDeadlines(workers))).isGreaterThanOrEqualTo(plain);
    }
  }

  @Test
  void theImportantOnesAreDoneAndTheOthersTakeTheLoss() {
    Scenario scenario = Scenarios.named("classes");
    List<KindAccount> kinds =
        VirtualBench.run(scenario, 1, withDeadlines(20)).pools().get(0).account().kinds();
    double[] inTime =
        kinds.stream().mapToDouble(kind -> (double) kind.good() / kind.offered()).toArray();
    assertThat(inTime[0]).isGreaterThan(0.97);
    assertThat(inTime[1]).isBetween(0.5, 0.75);
    assertThat(inTime[2]).isLessThan(0.05);
  }

  /** Clients leave at their deadline: their tasks are taken out, or else run in vain. */
  @ParameterizedTest
  @ValueSource(strings = {"servers-200", "burst", "hang", "classes-then-calm"})
  void noTaskIsRunWhoseClientHasGone(String name) {
    Scenario scenario = Scenarios.named(name);
    long deadlineNanos = scenario.pools().get(0).deadlineNanos();
    assertThat(longestWaitNanos(scenario, withDeadlines(20))).isLessThanOrEqualTo(deadlineNanos);
    assertThat(longestWaitNanos(scenario, Contender.fixed("fixed", 20)))
        .isGreaterThan(deadlineNanos);
  }

  private static long longestWaitNanos(Scenario scenario, Contender contender) {
    PoolOutcome pool = VirtualBench.run(scenario, 1, contender).pools().get(0);
    return pool.whole().times().waitQuantiles().p99Nanos();
  }

  @Test
  void aKindsOwnDeadlineHoldsForItsTasks() {
    Scenario scenario = Scenarios.named("two-deadlines");
    List<KindAccount> kinds =
        VirtualBench.run(scenario, 1, withDeadlines(20)).pools().get(0).account().kinds();
    double[] inTime =
        kinds.stream().mapToDouble(kind -> (double) kind.good() / kind.offered()).toArray();
    assertThat(inTime[0]).isGreaterThan(0.5);
    assertThat(inTime[1]).isGreaterThan(0.2);
  }

  @Test
  void everyTaskIsDoneOrTurnedAwayOnce() {
    for (String name : new String[] {"classes", "burst", "servers-slow-5", "retries"}) {
      PoolOutcome pool =
          VirtualBench.run(Scenarios.named(name), 3, withDeadlines(20)).pools().get(0);
      assertThat(pool.whole().flow().completed() + pool.account().lost()).isEqualTo(pool.offered());
      assertThat(pool.unfinished()).isZero();
      assertThat(sum(pool, SecondAccount::offered)).isEqualTo(pool.offered());
      assertThat(sum(pool, SecondAccount::good)).isEqualTo((long) pool.account().good());
      assertThat(sum(pool, SecondAccount::turnedAway)).isEqualTo(pool.account().lost());
    }
  }

  private static long sum(PoolOutcome pool, ToLongFunction<SecondAccount> figure) {
    return pool.account().seconds().stream().mapToLong(figure).sum();
  }

  @Test
  void isTheSameEveryTime() {
    Scenario scenario = Scenarios.named("classes");
    assertThat(VirtualBench.run(scenario, 7, withDeadlines(20)))
        .isEqualTo(VirtualBench.run(scenario, 7, withDeadlines(20)));
  }
}
