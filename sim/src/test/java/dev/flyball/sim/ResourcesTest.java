package dev.flyball.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.policy.Limits;
import dev.flyball.policy.Observation;
import dev.flyball.sim.scenario.Behind;
import dev.flyball.sim.scenario.Change;
import dev.flyball.sim.scenario.Host;
import dev.flyball.sim.scenario.Kind;
import dev.flyball.sim.scenario.Kind.Step;
import dev.flyball.sim.scenario.Phase;
import dev.flyball.sim.scenario.Pool;
import dev.flyball.sim.scenario.Scenario;
import dev.flyball.sim.scenario.Source;
import dev.flyball.sim.workload.Arrivals;
import dev.flyball.sim.workload.TimeDistribution;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Neighbours who take cores, and what stands behind with a capacity that moves. */
final class ResourcesTest {

  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1_000 * MILLI;

  private static final Kind COMPUTES =
      Kind.only("kind", new Step.Cpu(new TimeDistribution.Constant(10 * MILLI)));
  private static final Kind CALLS =
      Kind.only("kind", new Step.Call("behind", new TimeDistribution.Constant(10 * MILLI)));

  // ---- Neighbours

  @Test
  void whatNeighboursLeaveIsWhatThereIs() {
    // Half a core is left of two: the task runs for 20 ms, of which it has a core for 10 ms.
    PoolOutcome outcome = crowd(1, COMPUTES, host(2, 1.5));
    assertThat(outcome.inSystemNanos()).isEqualTo(20 * MILLI);
    assertThat(outcome.whole().times().cpuNanosSum()).hasValue(10 * MILLI);
    assertThat(outcome.whole().times().runQueueWaitNanosSum()).hasValue(10 * MILLI);
  }

  @Test
  void neighboursWhoLeaveRoomAreNotInTheWay() {
    PoolOutcome outcome = crowd(2, COMPUTES, host(4, 2));
    assertThat(outcome.inSystemNanos()).isEqualTo(2 * 10 * MILLI);
    assertThat(outcome.whole().times().runQueueWaitNanosSum()).hasValue(0);
  }

  @Test
  void theHostIsBusyWithNeighboursAndOwnTasks() {
    // 1.5 cores all the time, and for 20 of 1000 ms the half that is left.
    Observation.Host host = crowd(1, COMPUTES, host(2, 1.5)).whole().host();
    assertThat(host.cores()).isEqualTo(2);
    assertThat(host.processBusyCores().orElseThrow()).isCloseTo(0.01, within(1e-6));
    assertThat(host.hostBusyCores().orElseThrow()).isCloseTo(1.51, within(1e-6));
  }

  @Test
  void aHundredthOfTheCoresIsAlwaysLeft() {
    PoolOutcome outcome = crowd(1, COMPUTES, host(1, 5));
    assertThat(outcome.inSystemNanos()).isEqualTo(100 * 10 * MILLI);
    assertThat(outcome.whole().host().hostBusyCores().orElseThrow()).isCloseTo(1, within(1e-6));
  }

  @Test
  void neighboursWhoComeAndGoSlowWorkUnderWay() {
    // 4 ms alone, then half a core up to 10 ms for 3 ms of work, then alone again for 3 ms.
    PoolOutcome outcome =
        crowd(
            1,
            COMPUTES,
            host(2, 0),
            new Change.Neighbours(4 * MILLI, 1.5),
            new Change.Neighbours(10 * MILLI, 0));
    assertThat(outcome.inSystemNanos()).isEqualTo(13 * MILLI);
    assertThat(outcome.whole().times().runQueueWaitNanosSum()).hasValue(3 * MILLI);
  }

  // ---- Capacity

  @Test
  void newServersTakeWhoWaits() {
    // On one server from 0 and from 10 ms; on the second one from 15 ms.
    PoolOutcome outcome =
        crowd(
            3,
            CALLS,
            new Behind.Servers("behind", 1),
            new Change.Capacity(15 * MILLI, "behind", 2));
    assertThat(outcome.inSystemNanos()).isEqualTo((10 + 20 + 25) * MILLI);
  }

  @Test
  void serversThatGoEndTheirCallsFirst() {
    // Three calls end at 10 ms on servers that two of go; the others come one by one.
    PoolOutcome outcome =
        crowd(
            5, CALLS, new Behind.Servers("behind", 3), new Change.Capacity(5 * MILLI, "behind", 1));
    assertThat(outcome.inSystemNanos()).isEqualTo((3 * 10 + 20 + 30) * MILLI);
  }

  @Test
  void aPeakMovesForCallsUnderWay() {
    Behind.Collapse wide = Behind.Collapse.peakingAt("behind", 8, 0.01, 3);
    double leftMillis = 10 - 4 * wide.speed(4);
    double endMillis = 4 + leftMillis / wide.peakingAt(2).speed(4);
    PoolOutcome outcome = crowd(4, CALLS, wide, new Change.Capacity(4 * MILLI, "behind", 2));
    assertThat((double) outcome.inSystemNanos()).isCloseTo(4 * endMillis * MILLI, within(8.0));
  }

  // ---- Small runs

  private static Host host(double cores, double neighbours) {
    return new Host(cores, neighbours, 0, 3 * MILLI, Long.MAX_VALUE, 1);
  }

  private static PoolOutcome crowd(int tasks, Kind kind, Host host, Change... changes) {
    return crowd(tasks, kind, host, List.of(), changes);
  }

  private static PoolOutcome crowd(int tasks, Kind kind, Behind behind, Change... changes) {
    return crowd(tasks, kind, Host.ofCores(4), List.of(behind), changes);
  }

  private static PoolOutcome crowd(
      int tasks, Kind kind, Host host, List<Behind> behind, Change... changes) {
    Pool pool =
        new Pool(
            "pool",
            List.of(new Phase(0, new Source.Open(Arrivals.atOnce(tasks)))),
            List.of(kind),
            tasks,
            Limits.of(1, tasks),
            Integer.MAX_VALUE,
            SECOND,
            0,
            SECOND);
    Scenario scenario =
        new Scenario(
            "test", "", "", SECOND, 1, host, behind, List.of(pool), Arrays.asList(changes));
    return VirtualBench.run(scenario, 1, Contender.unbounded()).pools().get(0);
  }
}
