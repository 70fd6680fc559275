package dev.flyball.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ObservationTest {

  /** 40 arrived in 2 s, 30 ended after 1.5 s each, having waited 0.5 s each. */
  private static Seen busySecondHand() {
    return Seen.idle()
        .at(10, 2)
        .workers(25)
        .flow(40, 30, 30)
        .service(45)
        .reference(18)
        .waits(15)
        .busy(22.5)
        .queue(7.5, 10);
  }

  @Test
  void derivesItsFiguresByTheirFormulas() {
    Observation seen = busySecondHand().sensors(9, 3.6).build();
    assertThat(seen.window().endNanos()).isEqualTo(12_000_000_000L);
    assertThat(seen.arrivalRatePerSecond()).isEqualTo(20);
    assertThat(seen.throughputPerSecond()).isEqualTo(15);
    assertThat(seen.meanServiceSeconds()).hasValue(1.5);
    assertThat(seen.inflation()).hasValue(2.5);
    assertThat(seen.workRate()).isEqualTo(9);
    assertThat(seen.meanWaitSeconds()).hasValue(0.5);
    assertThat(seen.meanResponseSeconds()).hasValue(2);
    assertThat(seen.inSystemMean()).isEqualTo(30);
    assertThat(seen.littlesL()).hasValue(30);
    assertThat(seen.deadTimeRatio()).hasValue(0.25);
    assertThat(seen.utilisation()).isEqualTo(0.9);
    assertThat(seen.busyNanos()).isEqualTo(45e9);
    assertThat(seen.blockedNanos().orElseThrow()).isCloseTo(32.4e9, within(1.0));
    assertThat(seen.blockingCoefficient().orElseThrow()).isCloseTo(3.6, within(1e-9));
    assertThat(seen.demand()).hasValue(30);
  }

  @Test
  void whatNothingWasMeasuredOfIsEmptyAndNotZero() {
    Observation idle = Seen.idle().build();
    assertThat(idle.arrivalRatePerSecond()).isZero();
    assertThat(idle.meanServiceSeconds()).isEmpty();
    assertThat(idle.inflation()).isEmpty();
    assertThat(idle.workRate()).isZero();
    assertThat(idle.meanWaitSeconds()).isEmpty();
    assertThat(idle.meanResponseSeconds()).isEmpty();
    assertThat(idle.littlesL()).isEmpty();
    assertThat(idle.deadTimeRatio()).isEmpty();
    assertThat(idle.blockedNanos()).isEmpty();
    assertThat(idle.blockingCoefficient()).isEmpty();
    assertThat(idle.demand()).isEmpty();
    assertThat(Quantiles.EMPTY.isEmpty()).isTrue();
  }

  @Test
  void withoutReferencesNothingIsSaidOfTheSpeed() {
    Observation seen = Seen.steady(10, 0.5).build();
    assertThat(seen.inflation()).isEmpty();
    assertThat(seen.workRate()).isZero();
  }

  @Test
  void tasksOfNoLengthHaveNoDeadTime() {
    assertThat(Seen.idle().flow(5, 5, 5).build().deadTimeRatio()).hasValue(0);
  }

  @Test
  void blockedTimeIsNeverBelowZeroAndNeedsCpuTimeForACoefficient() {
    assertThat(Seen.idle().busy(1).sensors(2, 0).build().blockedNanos()).hasValue(0);
    assertThat(Seen.idle().busy(1).sensors(0, 0).build().blockingCoefficient()).isEmpty();
  }

  @Test
  void signalsAreACopyInOrder() {
    TreeMap<String, Double> given = new TreeMap<>();
    given.put("z", 1.0);
    given.put("a", 2.0);
    Observation idle = Seen.idle().build();
    Observation seen =
        new Observation(
            idle.window(),
            idle.size(),
            idle.flow(),
            idle.times(),
            idle.offered(),
            idle.host(),
            given);
    given.clear();
    assertThat(seen.signals().keySet()).containsExactly("a", "z");
  }

  @Test
  void aFigureThatCannotBeIsRefused() {
    assertThatThrownBy(() -> new Observation.Window(0, 0))
        .hasMessage("lengthNanos must be above 0 but was 0");
    assertThatThrownBy(() -> Seen.idle().workers(0).build())
        .hasMessage("workersAsked must be at least 1 but was 0");
    assertThatThrownBy(() -> Seen.idle().busy(Double.NaN).build())
        .hasMessage("busyMean must be a finite number of at least 0.0 but was NaN");
    assertThatThrownBy(() -> Seen.idle().queue(0, -1).build())
        .hasMessage("queuedAtEnd must be at least 0 but was -1");
    assertThatThrownBy(() -> Seen.idle().flow(-1, 0, 0).build())
        .hasMessage("arrived must be at least 0 but was -1");
    assertThatThrownBy(() -> Seen.idle().reference(-1).build())
        .hasMessage("referenceNanosSum must be at least 0 but was -1000000000");
    assertThatThrownBy(() -> Seen.idle().offered(0, 0, 0, -1).build())
        .hasMessage("referenceNanosSum must be at least 0 but was -1000000000");
    assertThatThrownBy(() -> Seen.idle().cores(0).build())
        .hasMessage("cores must be a finite number above 0.0 but was 0.0");
    assertThatThrownBy(() -> Seen.idle().sensors(-1, 0).build())
        .hasMessage("cpuNanosSum must be at least 0 but was -1000000000");
    assertThatThrownBy(() -> Seen.idle().hostBusyCores(-0.5).build())
        .hasMessage("hostBusyCores must be a finite number of at least 0.0 but was -0.5");
  }
}
