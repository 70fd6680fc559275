package dev.flyball.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.policy.Advice;
import dev.flyball.policy.Limits;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Signals;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.sim.scenario.Behind;
import dev.flyball.sim.scenario.Change;
import dev.flyball.sim.scenario.Host;
import dev.flyball.sim.scenario.Kind;
import dev.flyball.sim.scenario.Kind.Step;
import dev.flyball.sim.scenario.Phase;
import dev.flyball.sim.scenario.Pool;
import dev.flyball.sim.scenario.Scenario;
import dev.flyball.sim.scenario.Source;
import dev.flyball.sim.scenario.Source.Recorded;
import dev.flyball.sim.workload.Arrivals;
import dev.flyball.sim.workload.TimeDistribution;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Small runs whose every moment can be worked out by hand, and runs that reach for the limits. */
final class CornersTest {

  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1_000 * MILLI;
  private static final long HOUR = 3_600 * SECOND;
  private static final long LONG_IDLE = 1_000_000 * SECOND;
  private static final List<Behind> NOTHING = List.of();

  // ---- Workers

  @Test
  void anIdleWorkerTakesATaskThatAHiredOneHasNotComeFor() {
    // The second worker is hired at 1.005 for the second task, which the first one takes at 1.010.
    Pool pool = pool("pool", at(0, 1_005, 1_100), waiting(10), 2, LONG_IDLE, SECOND);
    PoolOutcome outcome = run(Host.ofCores(2), NOTHING, 10, pool).pools().get(0);
    assertThat(outcome.whole().times().waitNanosSum()).isEqualTo(SECOND + 5 * MILLI);
    assertThat(outcome.workersMax()).isEqualTo(2);
  }

  @Test
  void memoryThatOnePoolGivesBackIsUsedByAnother() {
    Host host = new Host(2, 0, 1_000_000, 2 << 20, 1 << 20);
    Pool first = pool("first", crowd(10), waiting(100), 2, SECOND, 0);
    Pool second = pool("second", crowd(3), waiting(100), 2, SECOND, 0);
    Outcome outcome = run(host, NOTHING, 60, first, second);
    // 10 tasks on two workers end at 0.5 s; the two are idle for a second; then two tasks and one.
    assertThat(outcome.pools().get(1).unfinished()).isZero();
    assertThat(outcome.pools().get(1).inSystemNanos()).isEqualTo((1_600 + 1_600 + 1_700) * MILLI);
  }

  @Test
  void aWorkerStaysForTheIdleTime() {
    Pool pool = pool("pool", at(0), waiting(10), 1, 70 * MILLI, 0);
    PoolOutcome outcome = run(Host.ofCores(1), NOTHING, 1, pool).pools().get(0);
    assertThat(outcome.workerNanos()).isCloseTo(80.0 * MILLI, within(1.0));
  }

  @Test
  void aWorkerThatIsNeverToLeaveStays() {
    Pool pool = pool("pool", at(0, 1_500), waiting(10), 1, Long.MAX_VALUE, 0);
    PoolOutcome outcome = run(Host.ofCores(1), NOTHING, 2, pool).pools().get(0);
    assertThat(outcome.workerNanos()).isCloseTo(2.0 * SECOND, within(1.0));
  }

  @Test
  void aShrinkEndsIdleWorkersAtOnceAndBusyOnesAfterTheirTask() {
    // Six come; four of them end at 10 ms, two at 100 ms; at 50 ms one worker is left to be.
    Kind mostly = kind("kind", new Step.Wait(new TimeDistribution.Constant(10 * MILLI)));
    Kind longer = kind("longer", new Step.Wait(new TimeDistribution.Constant(100 * MILLI)));
    Source six =
        new Source.Trace(
            List.of(
                new Recorded(0, 0),
                new Recorded(0, 0),
                new Recorded(0, 0),
                new Recorded(0, 0),
                new Recorded(0, 1),
                new Recorded(0, 1)));
    Pool pool = pool("pool", six, List.of(mostly, longer), 6, LONG_IDLE, 0);
    Contender shrinking = planned(new Contender.SizeAt(0, 6), new Contender.SizeAt(50 * MILLI, 1));
    Outcome outcome = VirtualBench.run(scenario(Host.ofCores(1), NOTHING, 1, pool), 1, shrinking);
    double workerNanos = outcome.pools().get(0).workerNanos();
    assertThat(workerNanos).isCloseTo(4 * 50.0 * MILLI + 100 * MILLI + SECOND, within(1.0));
  }

  // ---- Changes on the way

  @Test
  void aCallUnderWayIsAsSlowAsWhatItCalls() {
    assertThat(responseMillis(new Behind.Servers("behind", 1), speed(4, 0.2))).isEqualTo(34);
    assertThat(responseMillis(new Behind.Servers("behind", 1), speed(4, 0.2), speed(14, 1)))
        .isEqualTo(18);
    assertThat(responseMillis(new Behind.Servers("behind", 1), speed(4, 0), speed(24, 1)))
        .isEqualTo(30);
    assertThat(responseMillis(Behind.Collapse.peakingAt("behind", 8, 0), speed(4, 0.5)))
        .isEqualTo(16);
  }

  @Test
  void aChangeAtTheFirstMomentIsThereForTheFirstTask() {
    assertThat(responseMillis(new Behind.Servers("behind", 1), speed(0, 0.5))).isEqualTo(20);
  }

  @Test
  void aGateThatHangsLetsNobodyThroughUntilItRecovers() {
    // 100 per second: at 0 and 10 ms, and after the pause from 15 to 45 ms at 45 and 55 ms.
    Pool pool = pool("pool", crowd(4), calling(0), 4, LONG_IDLE, 0);
    Scenario scenario =
        new Scenario(
            "test",
            "",
            "",
            SECOND,
            1,
            Host.ofCores(1),
            List.of(new Behind.RateLimit("behind", 100)),
            List.of(pool),
            List.of(speed(15, 0), speed(45, 1)));
    PoolOutcome outcome = VirtualBench.run(scenario, 1, Contender.unbounded()).pools().get(0);
    assertThat(outcome.inSystemNanos()).isEqualTo((10 + 45 + 55) * MILLI);
  }

  @Test
  void aCoreThatIsLostSlowsWorkUnderWay() {
    // Two tasks of 10 ms on two cores, on one from 4 ms on: both end at 16 ms.
    Pool pool = pool("pool", crowd(2), computing(10), 2, LONG_IDLE, 0);
    Change lost = new Change.Cores(4 * MILLI, 1);
    Scenario scenario =
        new Scenario(
            "test", "", "", SECOND, 1, Host.ofCores(2), NOTHING, List.of(pool), List.of(lost));
    PoolOutcome outcome = VirtualBench.run(scenario, 1, Contender.unbounded()).pools().get(0);
    assertThat(outcome.inSystemNanos()).isEqualTo(2 * 16 * MILLI);
  }

  @Test
  void whatHangsToTheEndIsUnfinishedAtTwiceTheLength() {
    Pool pool = pool("pool", crowd(3), calling(10), 2, LONG_IDLE, 0);
    Scenario scenario =
        new Scenario(
            "test",
            "",
            "",
            SECOND,
            1,
            Host.ofCores(1),
            List.of(new Behind.Servers("behind", 1)),
            List.of(pool),
            List.of(speed(15, 0)));
    Outcome outcome = VirtualBench.run(scenario, 1, Contender.policy("littles-law"));
    assertThat(outcome.endNanos()).isEqualTo(2 * SECOND);
    assertThat(outcome.pools().get(0).unfinished()).isEqualTo(2);
    assertThat(outcome.pools().get(0).whole().flow().completed()).isEqualTo(1);
  }

  @Test
  void aGateKeepsTheFractionsOfItsRate() {
    // 3000 gaps of 333,333 1/3 ns are a second, and not 2 us more.
    Pool pool = pool("pool", crowd(3_001), calling(0), 3_001, LONG_IDLE, 0);
    Scenario scenario =
        new Scenario(
            "test",
            "",
            "",
            SECOND - MILLI,
            1,
            Host.ofCores(1),
            List.of(new Behind.RateLimit("behind", 3_000)),
            List.of(pool),
            List.of());
    Outcome outcome = VirtualBench.run(scenario, 1, Contender.unbounded());
    assertThat(outcome.pools().get(0).whole().flow().completed()).isEqualTo(3_001);
    assertThat(outcome.endNanos()).isBetween(SECOND, SECOND + 1);
  }

  // ---- Clients and signals

  @Test
  void aClientThatWasTurnedAwayComesBackAfterTenMillis() {
    // One client keeps the only worker busy; the other knocks a hundred times in a second.
    Source two = new Source.Closed(2, TimeDistribution.NONE);
    Pool usual = pool("pool", two, waiting(100), 1, LONG_IDLE, 0);
    Pool noRoom =
        new Pool("pool", usual.phases(), usual.kinds(), 1, usual.limits(), 0, LONG_IDLE, 0, SECOND);
    Outcome outcome = run(Host.ofCores(1), NOTHING, 1, noRoom);
    assertThat(outcome.pools().get(0).whole().flow().rejected()).isBetween(90L, 110L);
  }

  @Test
  void aPolicyIsToldOfClientsAndOfHowLateThreadsWake() {
    // Four computing on one core for half of the first window of 100 ms: whoever wakes waits for
    // three slices of 1 ms, or not at all; the deviation of that is 1.5 ms.
    Source sevenOnce = new Source.Closed(7, new TimeDistribution.Empirical(List.of(0L)));
    Kind kind = Kind.only("kind", new Step.Cpu(new TimeDistribution.Constant(12_500_000)));
    Pool pool = pool("pool", crowd(4), List.of(kind), 4, LONG_IDLE, 0);
    assertThat(firstSignals(pool))
        .containsOnlyKeys(Signals.OVERSLEEP_DEVIATION_MILLIS)
        .hasEntrySatisfying(
            Signals.OVERSLEEP_DEVIATION_MILLIS,
            millis -> assertThat(millis).isCloseTo(1.5, within(1e-6)));
    assertThat(firstSignals(pool("pool", sevenOnce, waiting(10), 4, LONG_IDLE, 0)))
        .containsEntry(Signals.CONNECTIONS, 7.0);
  }

  @Test
  void aPlannedSizeIsOfAtLeastOneWorker() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Contender.Sizer.Planned.always(0))
        .withMessage("workers must be at least 1 but was 0");
  }

  // ---- The limits of time

  @Test
  void aCallThatWouldOutlastAllTimeIsUnfinished() {
    Pool pool = pool("pool", at(0), calling(4 * 3_600_000), 1, LONG_IDLE, 0);
    Scenario scenario =
        new Scenario(
            "test",
            "",
            "",
            10 * HOUR,
            1,
            Host.ofCores(1),
            List.of(new Behind.Servers("behind", 1)),
            List.of(pool),
            List.of(new Change.Speed(HOUR, "behind", 1e-6)));
    Outcome outcome = VirtualBench.run(scenario, 1, Contender.unbounded());
    assertThat(outcome.pools().get(0).unfinished()).isEqualTo(1);
  }

  @Test
  void aWaitThatWouldOutlastAllTimeIsUnfinished() {
    Pool pool = pool("pool", at(0, 5), List.of(forever()), 2, LONG_IDLE, 0);
    Outcome outcome = run(Host.ofCores(1), NOTHING, 1, pool);
    assertThat(outcome.pools().get(0).unfinished()).isEqualTo(2);
  }

  @Test
  void moreWaitingThanALongCanCountIsAnErrorAndNoNegativeFigure() {
    Pool hung = pool("pool", crowd(2_000), List.of(forever()), 1, LONG_IDLE, 0);
    assertThatExceptionOfType(ArithmeticException.class)
        .isThrownBy(() -> run(Host.ofCores(1), NOTHING, 365 * 24 * 3_600, hung))
        .withMessageStartingWith("tasks in the system integrated over time must be at most ");
  }

  // ---- Small runs

  private static double responseMillis(Behind behind, Change... changes) {
    Pool pool = pool("pool", at(0), calling(10), 1, LONG_IDLE, 0);
    Scenario scenario =
        new Scenario(
            "test",
            "",
            "",
            SECOND,
            1,
            Host.ofCores(1),
            List.of(behind),
            List.of(pool),
            Arrays.asList(changes));
    PoolOutcome outcome = VirtualBench.run(scenario, 1, Contender.unbounded()).pools().get(0);
    return outcome.inSystemNanos() / (double) MILLI;
  }

  private static Map<String, Double> firstSignals(Pool pool) {
    List<Map<String, Double>> seen = new ArrayList<>();
    SizingPolicy looking =
        new SizingPolicy() {
          @Override
          public Advice advise(Observation observed) {
            seen.add(observed.signals());
            return new Advice(4, "looking", this);
          }
        };
    Contender contender =
        Contender.of("looking", (index, plan, host, seed) -> new Contender.Sizer.Governed(looking));
    Host host = new Host(1, 0, 1_000_000, Long.MAX_VALUE, 1);
    VirtualBench.run(scenario(host, NOTHING, 1, pool), 1, contender);
    return seen.get(0);
  }

  private static Change speed(long atMillis, double speed) {
    return new Change.Speed(atMillis * MILLI, "behind", speed);
  }

  private static Contender planned(Contender.SizeAt... sizes) {
    return Contender.of(
        "plan", (pool, plan, host, seed) -> new Contender.Sizer.Planned(Arrays.asList(sizes)));
  }

  private static Outcome run(Host host, List<Behind> behind, long seconds, Pool... pools) {
    return VirtualBench.run(scenario(host, behind, seconds, pools), 1, Contender.unbounded());
  }

  private static Scenario scenario(Host host, List<Behind> behind, long seconds, Pool... pools) {
    return new Scenario(
        "test", "", "", seconds * SECOND, 1, host, behind, Arrays.asList(pools), List.of());
  }

  private static Pool pool(
      String name, Source source, List<Kind> kinds, int max, long idleNanos, long startNanos) {
    return new Pool(
        name,
        List.of(new Phase(0, source)),
        kinds,
        max,
        Limits.of(1, max),
        Integer.MAX_VALUE,
        idleNanos,
        startNanos,
        100 * MILLI);
  }

  private static Source at(long... millis) {
    return new Source.Trace(
        Arrays.stream(millis).mapToObj(at -> new Recorded(at * MILLI, 0)).toList());
  }

  private static Source crowd(int tasks) {
    return new Source.Open(Arrivals.atOnce(tasks));
  }

  private static List<Kind> waiting(long millis) {
    return List.of(Kind.only("kind", new Step.Wait(new TimeDistribution.Constant(millis * MILLI))));
  }

  private static List<Kind> computing(long millis) {
    return List.of(Kind.only("kind", new Step.Cpu(new TimeDistribution.Constant(millis * MILLI))));
  }

  private static List<Kind> calling(long millis) {
    return List.of(
        Kind.only("kind", new Step.Call("behind", new TimeDistribution.Constant(millis * MILLI))));
  }

  private static Kind forever() {
    return Kind.only("kind", new Step.Wait(new TimeDistribution.Constant(Long.MAX_VALUE)));
  }

  private static Kind kind(String name, Step step) {
    return new Kind(name, 0.5, List.of(step), 0);
  }
}
