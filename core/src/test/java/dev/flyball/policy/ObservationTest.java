package dev.flyball.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.base.Dice;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
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
    ObservationBuilder plan = Seen.idle().build().toBuilder().signal("z", 1).signal("a", 2);
    Observation seen = plan.build();
    plan.signal("later", 3);
    assertThat(seen.signals().keySet()).containsExactly("a", "z");
  }

  @Test
  void aFigureThatCannotBeIsRefused() {
    assertThatThrownBy(() -> Observation.of(0, 0).build())
        .hasMessage("lengthNanos must be above 0 but was 0");
    assertThatThrownBy(() -> Seen.idle().workers(0).build())
        .hasMessage("workersTarget must be at least 1 but was 0");
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

  @Test
  void aFigureThatIsMissingIsZeroOrUnknownAndAWrongNameIsRefused() {
    Observation little =
        Observation.ofFigures(new TreeMap<>(Map.of("size.busyMean", 2.5, "flow.arrived", 7)));
    assertThat(little).isEqualTo(Observation.of(0, 1).workers(1).busy(2.5).arrived(7).build());
    assertThat(little.times().cpuNanosSum()).isEmpty();
    assertThatThrownBy(() -> Observation.ofFigures(new TreeMap<>(Map.of("size.busyMeen", 2))))
        .hasMessageStartingWith("unknown figure 'size.busyMeen'; did you mean 'size.busyMean'?");
    assertThatThrownBy(() -> Observation.ofFigures(new TreeMap<>(Map.of("flow.arrived", 2.5))))
        .hasMessage("flow.arrived must be a whole number but was 2.5");
  }

  @Test
  void theFiguresOfAnyObservationMakeTheSameObservation() {
    Dice dice = new Dice(7);
    for (int i = 0; i < 200; i++) {
      Observation drawn = drawn(dice);
      assertThat(Observation.ofFigures(drawn.figures())).as("draw %d", i).isEqualTo(drawn);
      assertThat(drawn.toBuilder().build()).as("draw %d", i).isEqualTo(drawn);
    }
  }

  /** Every figure has a value of its own; sensors, quantiles and signals may be missing. */
  private static Observation drawn(Dice dice) {
    return Observation.of(count(dice), 1 + count(dice))
        .workers(1 + dice.below(99), dice.below(99), mean(dice))
        .busy(mean(dice))
        .queued(mean(dice), count(dice))
        .arrived(count(dice))
        .started(count(dice))
        .completed(count(dice))
        .failed(count(dice))
        .rejected(count(dice))
        .serviceNanos(count(dice))
        .waitNanos(count(dice))
        .responseNanos(count(dice))
        .referenceNanos(count(dice), sensor(dice))
        .cpuNanos(dice.below(2) == 0 ? OptionalLong.empty() : OptionalLong.of(count(dice)))
        .runQueueWaitNanos(dice.below(2) == 0 ? OptionalLong.empty() : OptionalLong.of(count(dice)))
        .responseQuantiles(quantiles(dice))
        .waitQuantiles(quantiles(dice))
        .offered(count(dice), count(dice), count(dice), count(dice))
        .cores(1 + mean(dice))
        .processBusyCores(sensor(dice))
        .hostBusyCores(sensor(dice))
        .perTask(
            dice.below(2) == 0
                ? PerTask.NONE
                : PerTask.of(Map.of("selects", mean(dice)), Map.of("rowLocks", mean(dice))))
        .signals(dice.below(2) == 0 ? Map.of() : Map.of("connections", mean(dice)))
        .build();
  }

  private static Quantiles quantiles(Dice dice) {
    return dice.below(2) == 0
        ? Quantiles.EMPTY
        : Quantiles.of(
            1 + count(dice), count(dice), count(dice), count(dice), count(dice), count(dice));
  }

  private static OptionalDouble sensor(Dice dice) {
    return dice.below(2) == 0 ? OptionalDouble.empty() : OptionalDouble.of(mean(dice));
  }

  private static long count(Dice dice) {
    return dice.below(1_000_000_000);
  }

  private static double mean(Dice dice) {
    return dice.below(1_000_000) / 7.0;
  }
}
