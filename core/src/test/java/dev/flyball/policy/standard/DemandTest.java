package dev.flyball.policy.standard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.base.Workers;
import dev.flyball.policy.Seen;
import dev.flyball.policy.part.Smoothed;
import dev.flyball.policy.part.Staffing;
import dev.flyball.policy.spec.Headroom;
import dev.flyball.policy.standard.window.Stretch;
import dev.flyball.policy.standard.window.WorkUnit;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DemandTest {

  private static final RestSlowness REST = new RestSlowness(1, 100, 10, 1, 0, 0, 0);

  private static Demand demand() {
    return Demand.of(
        Staffing.of(new Headroom.SquareRoot(2.75), Duration.ofMillis(200)),
        Smoothed.of(500_000_000, 5_000_000_000L),
        true,
        true);
  }

  /** A window in which so many tasks of a known length come and end. */
  private static Seen tasks(double at, double seconds, long count, double each) {
    return Seen.steady(count, each)
        .at(at, seconds)
        .busy(count * each / seconds)
        .offered(count, 0, 0, count * each)
        .reference(count * each);
  }

  /** After so many windows of 0.1 s. */
  private static Demand after(int windows, long count, double each) {
    Demand demand = demand();
    for (int window = 0; window < windows; window++) {
      Stretch seen = tasks(window * 0.1, 0.1, count, each).stretch();
      demand = demand.with(seen, WorkUnit.UNKNOWN.with(seen), false);
    }
    return demand;
  }

  private static double erlang(Demand demand) {
    return demand.erlang(Seen.idle().stretch(), WorkUnit.UNKNOWN, REST);
  }

  /**
   * A second in which 170 tasks of a millisecond come, so many end, and so many workers are busy.
   */
  private static Demand stuck(Demand before, int second, long ended, double busy, boolean rested) {
    Stretch seen =
        Seen.steady(ended, 0.001)
            .at(second, 1)
            .flow(170, 170, ended)
            .busy(busy)
            .offered(170, 0, 0, 0.17)
            .reference(ended * 0.001)
            .stretch();
    return before.with(seen, WorkUnit.UNKNOWN.with(seen), rested);
  }

  private static double erlangStuck(long ended, double busy, boolean rested) {
    Demand demand = demand();
    for (int second = 0; second < 20; second++) {
      demand = stuck(demand, second, ended, busy, rested);
    }
    return erlang(demand);
  }

  @Test
  void whatStaysBusyWhileAllElseEndsAtRestIsLoad() {
    assertThat(erlangStuck(170, 9, true)).isCloseTo(9, within(0.1));
    assertThat(erlangStuck(170, 2.5, true)).as("by chance").isCloseTo(0.17, within(0.01));
    assertThat(erlangStuck(170, 9, false)).as("crowded").isCloseTo(0.17, within(0.01));
    assertThat(erlangStuck(80, 9, true)).as("does not keep up").isCloseTo(0.17, within(0.01));
  }

  @Test
  void theWorkedExample() {
    Demand demand = demand();
    Stretch seen = tasks(0, 1, 96, 1.14).stretch();
    for (int second = 0; second < 20; second++) {
      seen = tasks(second, 1, 96, 1.14).stretch();
      demand = demand.with(seen, WorkUnit.UNKNOWN.with(seen), false);
    }
    double erlang = demand.erlang(seen, WorkUnit.UNKNOWN, REST);
    assertThat(erlang).isCloseTo(109.4, within(0.1));
    assertThat(demand.forLoad(seen, erlang) - erlang).isCloseTo(28.8, within(0.1));
    assertThat(Workers.roundedUp(demand.forLoad(seen, erlang))).isEqualTo(139);
  }

  @Test
  void aPileInOneWindowIsNoRate() {
    Demand demand = after(50, 10, 0.1);
    assertThat(erlang(demand)).isCloseTo(10, within(0.01));
    Stretch pile = tasks(5, 0.1, 1000, 0.1).stretch();
    Demand piled = demand.with(pile, WorkUnit.UNKNOWN, false);
    assertThat(erlang(piled)).as("one window").isCloseTo(10, within(0.01));
    Demand over = piled.with(tasks(5.1, 0.1, 10, 0.1).stretch(), WorkUnit.UNKNOWN, false);
    assertThat(erlang(over)).as("and none after it").isCloseTo(10, within(0.01));
    assertThat(erlang(piled.with(pile, WorkUnit.UNKNOWN, false)))
        .as("two in a row")
        .isGreaterThan(150);
  }

  @ParameterizedTest
  @CsvSource({
    // taken in, turned away -> Erlang of tasks of 0.1 s, in windows of 0.1 s
    "10, 0,  10",
    "4,  6,  10",
    "0,  10, 10",
  })
  void whatWasTurnedAwayCameToo(long arrived, long rejected, double load) {
    Demand demand = demand();
    for (int window = 0; window < 100; window++) {
      Stretch seen =
          tasks(window * 0.1, 0.1, 4, 0.1).flow(arrived, 4, 4).rejected(rejected).stretch();
      demand = demand.with(seen, new WorkUnit(1e8, 0, 0, 0, 1, 0, 0), false);
    }
    // The length of those that were turned away is that of the others, or the mean one.
    assertThat(erlang(demand)).isCloseTo(load, within(0.01));
    assertThat(demand.wasRejecting()).isEqualTo(rejected > 0);
  }

  @Test
  void thatTasksWereTurnedAwayIsKnownForHalfAMinute() {
    Demand demand = demand().with(Seen.idle().rejected(1).stretch(), WorkUnit.UNKNOWN, false);
    assertThat(demand.with(idle(29), WorkUnit.UNKNOWN, false).wasRejecting()).isTrue();
    assertThat(demand.with(idle(31), WorkUnit.UNKNOWN, false).wasRejecting()).isFalse();
  }

  private static Stretch idle(double seconds) {
    return Seen.idle().at(1, seconds).stretch();
  }

  @Test
  void tasksThatTakeLongerThanAtRestNeedNoMoreWorkersUnlessProcessorsAreShort() {
    Demand demand = after(50, 10, 0.1);
    WorkUnit unit = new WorkUnit(1e8, 0, 0, 0, 1, 0, 0);
    RestSlowness crowded = new RestSlowness(0.5, 100, 10, 9, 0, 0, 0);
    Stretch free = Seen.idle().busy(10).stretch();
    assertThat(demand.erlang(free, unit, crowded)).isCloseTo(5, within(0.1));
    RestSlowness near = new RestSlowness(0.7, 100, 10, 1, 0, 0, 0);
    assertThat(demand.erlang(free, unit, near)).as("as now").isCloseTo(10, within(0.1));
    Demand slow = demand.with(Seen.idle().flow(0, 0, 1000).service(500).stretch(), unit, false);
    Stretch cpuShort = Seen.idle().busy(10).processBusyCores(4).stretch();
    double present = slow.serviceNanos() / 1e8;
    assertThat(present).isGreaterThan(4);
    double work = slow.load().value().orElseThrow();
    assertThat(slow.erlang(cpuShort, unit, crowded)).isCloseTo(work * present, within(1e-6));
    assertThat(slow.erlang(free, unit, RestSlowness.UNKNOWN)).isEqualTo(work);
  }

  @Test
  void atTheVeryBeginningItIsNoFewerThanThereWere() {
    Stretch seen = tasks(0, 0.1, 1, 0.1).workers(8).stretch();
    Demand early = demand().with(seen, WorkUnit.UNKNOWN.with(seen), false);
    assertThat(early.forLoad(seen, 1)).isEqualTo(8);
    Stretch fewer = tasks(0.1, 0.1, 1, 0.1).workers(6).stretch();
    assertThat(early.forLoad(fewer, 1)).as("but for limits").isEqualTo(6);
    assertThat(after(50, 1, 0.1).forLoad(tasks(5, 0.1, 1, 0.1).workers(8).stretch(), 1))
        .as("after 50 tasks in 5 s")
        .isEqualTo(3.75);
    assertThat(after(5, 100, 0.1).forLoad(tasks(0.5, 0.1, 1, 0.1).workers(8).stretch(), 1))
        .as("after many tasks in half a second")
        .isEqualTo(8);
  }

  /** A clock may begin anywhere, and that of a new process begins anew. */
  @ParameterizedTest
  @CsvSource({"0", "-1000000", "1000000"})
  void theBeginningEndsWhereverTheClockBegan(double began) {
    Demand demand = demand();
    Stretch seen = tasks(began, 0.1, 10, 0.1).workers(8).stretch();
    for (int window = 0; window < 50; window++) {
      seen = tasks(began + window * 0.1, 0.1, 10, 0.1).workers(8).stretch();
      demand = demand.with(seen, WorkUnit.UNKNOWN, false);
    }
    assertThat(demand.forLoad(seen, 1)).isEqualTo(3.75);
    Stretch anew = tasks(began - 100, 0.1, 10, 0.1).workers(8).stretch();
    assertThat(demand.with(anew, WorkUnit.UNKNOWN, false).forLoad(anew, 1)).isEqualTo(8);
  }

  @Test
  void asManyAsWereBusyAtOnceAreKeptForSomeSecondsUpToALevel() {
    Demand demand = demand().with(Seen.idle().busy(16).stretch(), WorkUnit.UNKNOWN, false);
    assertThat(demand.steady(5, 100)).isEqualTo(20); // 16 + 4
    assertThat(demand.steady(5, 12)).isEqualTo(12);
    assertThat(demand.steady(30, 12)).isEqualTo(30);
    Demand later = demand.with(idle(3), WorkUnit.UNKNOWN, false);
    assertThat(later.steady(5, 100)).isCloseTo(8.31, within(0.01)); // 16 / e = 5.89
    assertThat(Demand.of(demand.staffing(), demand.load(), true, false).steady(5, 100))
        .isEqualTo(5);
  }

  @Test
  void aQueueGetsWorkersByItsDrainTime() {
    Demand demand = after(50, 10, 0.05);
    Stretch queue = Seen.idle().queue(40, 40).stretch();
    assertThat(demand.forBacklog(queue)).isEqualTo(10); // 40 * 50 ms / 200 ms
    assertThat(after(50, 10, 1).forBacklog(queue)).isEqualTo(40);
    assertThat(Demand.of(demand.staffing(), demand.load(), false, true).forBacklog(queue)).isZero();
  }

  @Test
  void nothingIsKnownBeforeATaskHasEnded() {
    Stretch begun = tasks(0, 0.1, 10, 0.1).flow(10, 10, 0).stretch();
    assertThat(demand().known()).isFalse();
    assertThat(demand().with(begun, WorkUnit.UNKNOWN, false).known()).isFalse();
    assertThat(demand().with(begun, WorkUnit.UNKNOWN, false).load().value()).isEmpty();
    assertThat(after(1, 10, 0.1).known()).isTrue();
    assertThat(after(1, 10, 0.1).serviceNanos()).isCloseTo(1e8, within(1.0));
  }
}
