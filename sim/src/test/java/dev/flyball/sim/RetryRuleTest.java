package dev.flyball.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.policy.Limits;
import dev.flyball.sim.scenario.Behind;
import dev.flyball.sim.scenario.Host;
import dev.flyball.sim.scenario.Kind;
import dev.flyball.sim.scenario.Kind.Step;
import dev.flyball.sim.scenario.Phase;
import dev.flyball.sim.scenario.Pool;
import dev.flyball.sim.scenario.RetryRule;
import dev.flyball.sim.scenario.Scenario;
import dev.flyball.sim.scenario.Source;
import dev.flyball.sim.scenario.Source.Recorded;
import dev.flyball.sim.workload.TimeDistribution;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Time-outs, retries and deadlines, in runs whose every moment can be worked out by hand. */
final class RetryRuleTest {

  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1_000 * MILLI;
  private static final long LONG_IDLE = 1_000_000 * SECOND;

  /** Ends in an error, always. */
  private static final double ALWAYS = 1;

  private static final Behind ONE_SERVER = new Behind.Servers("behind", 1);

  // ---- Time-outs

  @Test
  void aWaitIsGivenUpWhenItsTimeIsOver() {
    PoolOutcome outcome = only(pool(at(0), kind(timeout(100), pause(1_000))));
    assertThat(outcome.inSystemNanos()).isEqualTo(100 * MILLI);
    assertThat(outcome.whole().flow().failed()).isEqualTo(1);
    assertThat(outcome.lost()).isEqualTo(1);
    assertThat(outcome.succeeded()).isZero();
  }

  @Test
  void whatEndsAtTheVeryMomentIsInTime() {
    PoolOutcome outcome = only(pool(at(0), kind(timeout(100), pause(60), pause(40))));
    assertThat(outcome.inSystemNanos()).isEqualTo(100 * MILLI);
    assertThat(outcome.lost()).isZero();
    assertThat(outcome.succeeded()).isEqualTo(1);
  }

  @Test
  void timeBeginsWithTheTaskAndNotInTheQueue() {
    PoolOutcome outcome = only(pool(at(0, 0, 0), kind(timeout(100), pause(80))).workers(1));
    assertThat(outcome.inSystemNanos()).isEqualTo((80 + 160 + 240) * MILLI);
    assertThat(outcome.lost()).isZero();
  }

  @Test
  void whoGivesUpLeavesItsServerToTheNext() {
    // The call of a second is given up at 100 ms; the one of 20 ms behind it then takes its turn.
    PoolOutcome outcome =
        only(
            pool(ofKinds(0, 1), kind(timeout(100), call(1_000)), kind(endless(), call(20))),
            ONE_SERVER);
    assertThat(outcome.inSystemNanos()).isEqualTo((100 + 120) * MILLI);
    assertThat(outcome.lost()).isEqualTo(1);
  }

  @Test
  void whoStandsInLineGivesUpToo() {
    // The second one leaves the line at 50 ms, and the third is next when the first is done.
    PoolOutcome outcome =
        only(
            pool(ofKinds(0, 1, 0), kind(endless(), call(100)), kind(timeout(50), call(100))),
            ONE_SERVER);
    assertThat(outcome.inSystemNanos()).isEqualTo((100 + 50 + 200) * MILLI);
  }

  @Test
  void whoGivesUpMakesWhatCollapsesFaster() {
    Behind.Collapse law = Behind.Collapse.peakingAt("behind", 2, 0);
    PoolOutcome outcome =
        only(pool(ofKinds(0, 1), kind(timeout(50), call(1_000)), kind(endless(), call(100))), law);
    double workedMillis = 50 * law.speed(2);
    assertThat(outcome.inSystemNanos())
        .isEqualTo(Math.round((50 + 50 + 100 - workedMillis) * MILLI));
  }

  @Test
  void whoGivesUpBeforeAGateIsNotLetThrough() {
    // One each 100 ms: the second gives up at 50 ms, so that the third gets the turn at 100 ms.
    PoolOutcome outcome =
        only(
            pool(ofKinds(0, 1, 0), kind(endless(), call(10)), kind(timeout(50), call(10))),
            new Behind.RateLimit("behind", 10));
    assertThat(outcome.inSystemNanos()).isEqualTo((10 + 50 + 110) * MILLI);
  }

  @Test
  void whoComputesGivesUpAfterTheStep() {
    PoolOutcome outcome = only(pool(at(0), kind(timeout(100), cpu(150), pause(500))));
    assertThat(outcome.inSystemNanos()).isEqualTo(150 * MILLI);
    assertThat(outcome.lost()).isEqualTo(1);
    assertThat(outcome.whole().times().cpuNanosSum()).hasValue(150 * MILLI);
  }

  @Test
  void whoHoldsALockGivesUpAfterTheStepAndWhoWaitsForItAtOnce() {
    PoolOutcome outcome =
        only(pool(ofKinds(0, 0), kind(timeout(100), call(150))), new Behind.Lock("behind"));
    assertThat(outcome.inSystemNanos()).isEqualTo((150 + 100) * MILLI);
    assertThat(outcome.lost()).isEqualTo(2);
  }

  @Test
  void theWorkerOfATaskThatIsGivenUpTakesTheNext() {
    PoolOutcome outcome = only(pool(at(0, 0), kind(timeout(100), pause(1_000))).workers(1));
    assertThat(outcome.inSystemNanos()).isEqualTo((100 + 200) * MILLI);
  }

  @Test
  void aTimeThatWasNotNeededIsNobodyElses() {
    // The first task's row is the second one's from 20 ms on, which has a pool and kinds of its
    // own.
    Draft brief = pool(at(0), kind(timeout(100), pause(10)));
    Draft other =
        new Draft(
            new Source.Trace(List.of(new Recorded(20 * MILLI, 1))),
            List.of(kind(endless(), pause(1)), kind(endless(), pause(200))),
            10,
            Integer.MAX_VALUE,
            SECOND);
    Outcome outcome = run(2 * SECOND, List.of(), brief.pool("brief"), other.pool("other"));
    assertThat(outcome.pools()).extracting(PoolOutcome::lost).containsExactly(0L, 0L);
    assertThat(outcome.pools().get(1).inSystemNanos()).isEqualTo(200 * MILLI);
  }

  // ---- Retries

  @Test
  void whatFailsComesAgainAfterThePauseAndIsOneTask() {
    // Runs from 0 to 10, 110 to 120 and 220 to 230 ms.
    Kind failing = new Kind("kind", 1, List.of(pause(10)), ALWAYS, again(2, 100));
    PoolOutcome outcome = only(pool(at(0), failing));
    assertThat(outcome.whole().flow().completed()).isEqualTo(3);
    assertThat(outcome.whole().flow().failed()).isEqualTo(3);
    assertThat(outcome.offered()).isEqualTo(1);
    assertThat(outcome.account().retries()).isEqualTo(2);
    assertThat(outcome.lost()).as("it has its answer, if an error").isZero();
    assertThat(outcome.inSystemNanos()).isEqualTo(30 * MILLI);
  }

  @Test
  void aRunGoesOnUntilTheLastTryIsOver() {
    Kind failing = new Kind("kind", 1, List.of(pause(10)), ALWAYS, again(2, 100));
    Outcome run = run(150 * MILLI, List.of(), pool(at(0), failing).pool("pool"));
    assertThat(run.endNanos()).isEqualTo(230 * MILLI);
    assertThat(run.pools().get(0).whole().flow().completed()).isEqualTo(3);
  }

  @Test
  void whatIsGivenUpEachTimeIsLostOnce() {
    PoolOutcome outcome = only(pool(at(0, 0), kind(retried(50, 3, 100), pause(80))));
    assertThat(outcome.offered()).isEqualTo(2);
    assertThat(outcome.account().retries()).isEqualTo(6);
    assertThat(outcome.lost()).isEqualTo(2);
    assertThat(outcome.inSystemNanos()).isEqualTo(2 * 4 * 50 * MILLI);
  }

  @Test
  void whoWasTurnedAwayKnocksAgain() {
    // The only worker is taken up to 250 ms; the other task knocks at 10, 110, 210 and 310 ms.
    PoolOutcome given = only(knocking(2));
    assertThat(given.whole().flow().rejected()).isEqualTo(3);
    assertThat(given.offered()).isEqualTo(2);
    assertThat(given.lost()).isEqualTo(1);
    PoolOutcome taken = only(knocking(3));
    assertThat(taken.whole().flow().rejected()).isEqualTo(3);
    assertThat(taken.offered()).isEqualTo(2);
    assertThat(taken.lost()).isZero();
    assertThat(taken.succeeded()).isEqualTo(2);
  }

  private static Draft knocking(int retries) {
    return pool(at(0, 10), kind(again(retries, 100), pause(250))).workers(1).room(0);
  }

  @Test
  void whatWasStillToComeAgainIsLost() {
    Kind failing = new Kind("kind", 1, List.of(pause(10)), ALWAYS, again(1, 10_000));
    Outcome run = run(SECOND, List.of(), pool(at(0), failing).pool("pool"));
    assertThat(run.endNanos()).isEqualTo(2 * SECOND);
    assertThat(run.pools().get(0).lost()).isEqualTo(1);
    assertThat(run.pools().get(0).unfinished()).isZero();
    assertThat(run.offered()).isEqualTo(1);
  }

  @Test
  void aClientWaitsForTheLastTry() {
    // 40 ms, a pause of 60 ms, and 40 ms again: ten in 1.4 s, and one more that had begun.
    Source client = new Source.Closed(1, TimeDistribution.NONE);
    Kind failing = new Kind("kind", 1, List.of(pause(40)), ALWAYS, again(1, 60));
    Outcome run = run(1_390 * MILLI, List.of(), pool(client, failing).pool("pool"));
    assertThat(run.offered()).isEqualTo(10);
  }

  @Test
  void whatNobodyAvoidsIsTheTasksOwnTimeAndForWhatIsTriedAgainItsTimeoutAtMost() {
    assertThat(only(pool(at(0, 0), kind(timeout(50), pause(80)))).account().aloneNanos())
        .isEqualTo(2 * 80.0 * MILLI);
    assertThat(only(pool(at(0, 0), kind(retried(50, 1, 10), pause(80)))).account().aloneNanos())
        .isEqualTo(2 * 50.0 * MILLI);
  }

  // ---- Deadlines

  @Test
  void goodIsWhatEndsWellWithinTheDeadline() {
    Draft three = pool(at(0, 0, 0), kind(endless(), pause(20))).workers(1);
    assertThat(only(three.deadline(40)).account().good()).isEqualTo(2);
    assertThat(only(three.deadline(39)).account().good()).isEqualTo(1);
    Kind failing = new Kind("kind", 1, List.of(pause(20)), ALWAYS);
    assertThat(only(pool(at(0), failing).deadline(40)).account().good()).isZero();
  }

  @Test
  void theDeadlineOfWhatComesAgainCountsFromItsFirstArrival() {
    // Turned away at 10, 110 and 210 ms, taken at 310 ms, done at 560 ms.
    assertThat(only(knocking(3).deadline(550)).account().good()).isEqualTo(2);
    assertThat(only(knocking(3).deadline(549)).account().good()).isEqualTo(1);
  }

  @Test
  void theUsualDeadlineIsASecondOrFiveMeanServiceTimes() {
    assertThat(usualDeadlineNanos(pause(10))).isEqualTo(SECOND);
    assertThat(usualDeadlineNanos(pause(300), cpu(100))).isEqualTo(2 * SECOND);
  }

  private static long usualDeadlineNanos(Step... steps) {
    return Pool.of("pool", at(0), List.of(Kind.only("kind", steps))).deadlineNanos();
  }

  // ---- Small runs

  /** What a pool of a test is made of. */
  private record Draft(
      Source source, List<Kind> kinds, int workersMax, int queueCapacity, long deadlineNanos) {

    Draft workers(int most) {
      return new Draft(source, kinds, most, queueCapacity, deadlineNanos);
    }

    Draft room(int waiting) {
      return new Draft(source, kinds, workersMax, waiting, deadlineNanos);
    }

    Draft deadline(long millis) {
      return new Draft(source, kinds, workersMax, queueCapacity, millis * MILLI);
    }

    /** Its kinds by names of their own, with equal shares. */
    Pool pool(String name) {
      List<Kind> named = new ArrayList<>();
      for (Kind kind : kinds) {
        named.add(
            new Kind(
                "kind-" + named.size(),
                1.0 / kinds.size(),
                kind.steps(),
                kind.failShare(),
                kind.retryRule()));
      }
      return new Pool(
          name,
          List.of(new Phase(0, source)),
          named,
          workersMax,
          Limits.of(1, workersMax),
          queueCapacity,
          LONG_IDLE,
          0,
          SECOND,
          deadlineNanos);
    }
  }

  private static Draft pool(Source source, Kind... kinds) {
    return new Draft(source, Arrays.asList(kinds), 10, Integer.MAX_VALUE, SECOND);
  }

  private static PoolOutcome only(Draft draft, Behind... behind) {
    return run(5 * SECOND, Arrays.asList(behind), draft.pool("pool")).pools().get(0);
  }

  private static Outcome run(long lengthNanos, List<Behind> behind, Pool... pools) {
    Scenario scenario =
        new Scenario(
            "test",
            "",
            "",
            lengthNanos,
            1,
            Host.ofCores(4),
            behind,
            Arrays.asList(pools),
            List.of());
    return VirtualBench.run(scenario, 1, Contender.unbounded());
  }

  private static Source at(long... millis) {
    return new Source.Trace(
        Arrays.stream(millis).mapToObj(at -> new Recorded(at * MILLI, 0)).toList());
  }

  /** Tasks of these kinds at the first moment, one after the other. */
  private static Source ofKinds(int... kinds) {
    return new Source.Trace(Arrays.stream(kinds).mapToObj(kind -> new Recorded(0, kind)).toList());
  }

  private static Kind kind(RetryRule retryRule, Step... steps) {
    return new Kind("kind", 1, Arrays.asList(steps), 0, retryRule);
  }

  private static RetryRule endless() {
    return RetryRule.ENDLESS;
  }

  private static RetryRule timeout(long millis) {
    return new RetryRule(millis * MILLI, 0, 0);
  }

  /** Without a time-out. */
  private static RetryRule again(int retries, long pauseMillis) {
    return new RetryRule(Long.MAX_VALUE, retries, pauseMillis * MILLI);
  }

  private static RetryRule retried(long timeoutMillis, int retries, long pauseMillis) {
    return new RetryRule(timeoutMillis * MILLI, retries, pauseMillis * MILLI);
  }

  private static Step pause(long millis) {
    return new Step.Wait(constant(millis));
  }

  private static Step cpu(long millis) {
    return new Step.Cpu(constant(millis));
  }

  private static Step call(long millis) {
    return new Step.Call("behind", constant(millis));
  }

  private static TimeDistribution constant(long millis) {
    return new TimeDistribution.Constant(millis * MILLI);
  }
}
