package dev.flyball.sim.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.sim.Contender;
import dev.flyball.sim.Outcome;
import dev.flyball.sim.VirtualBench;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Scenarios pressed into less time: what moves, what stays, what is refused. */
class ShorteningTest {

  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1_000 * MILLI;

  static List<String> names() {
    return Scenarios.names();
  }

  @Test
  void changesComeEarlierInProportionAndAllElseStays() {
    Scenario whole = Scenarios.named("downstream-slows");
    Scenario shorter = whole.shortened(whole.lengthNanos() / 6);
    assertThat(shorter.lengthNanos()).isEqualTo(10 * SECOND);
    assertThat(shorter.changes()).hasSameSizeAs(whole.changes());
    for (int i = 0; i < whole.changes().size(); i++) {
      assertThat(shorter.changes().get(i).atNanos())
          .isEqualTo(whole.changes().get(i).atNanos() / 6);
      assertThat(shorter.changes().get(i)).hasSameClassAs(whole.changes().get(i));
    }
    assertThat(shorter.pools()).isEqualTo(whole.pools());
    assertThat(shorter.behind()).isEqualTo(whole.behind());
    assertThat(shorter.host()).isEqualTo(whole.host());
    assertThat(shorter.name()).isEqualTo("downstream-slows");
  }

  @Test
  void everyKindOfChangeSurvives() {
    Scenario cores = Scenarios.named("core-lost").shortened(8 * SECOND);
    assertThat(cores.changes())
        .containsExactly(new Change.Cores(2 * SECOND, 1), new Change.Cores(5 * SECOND, 2));
    assertThat(Scenarios.named("knee-falls").shortened(6 * SECOND).changes())
        .containsExactly(
            new Change.Capacity(2 * SECOND, "api", 18), new Change.Capacity(4 * SECOND, "api", 54));
    assertThat(Scenarios.named("neighbours-compute").shortened(12 * SECOND).changes())
        .containsExactly(
            new Change.Neighbours(3 * SECOND, 3), new Change.Neighbours(8 * SECOND, 0));
    Scenario mixes = Scenarios.named("mix-flip");
    Change.Mix first = (Change.Mix) mixes.changes().get(0);
    assertThat(mixes.shortened(mixes.lengthNanos() / 10).changes().get(0))
        .isEqualTo(new Change.Mix(first.atNanos() / 10, first.pool(), first.shares()));
  }

  @Test
  void aCrowdAtTheBeginningAndThePhaseAMillisecondLaterBothCome() {
    Scenario shorter = Scenarios.named("cold-start").shortened(4 * SECOND);
    assertThat(shorter.pools().get(0).phases())
        .extracting(Phase::fromNanos)
        .containsExactly(0L, MILLI / 10);
    Outcome outcome = VirtualBench.run(shorter, 1, Contender.unbounded());
    assertThat((double) outcome.offered()).isCloseTo(3000 + 4 * 100, within(80.0));
  }

  @Test
  void aTraceKeepsItsRateAndItsShape() {
    Scenario whole = Scenarios.named("trace-day");
    Scenario shorter = whole.shortened(whole.lengthNanos() / 6);
    List<Source.Recorded> all = trace(whole);
    List<Source.Recorded> kept = trace(shorter);
    assertThat(kept).hasSize(all.size() / 6);
    assertThat(kept).isSortedAccordingTo((a, b) -> Long.compare(a.atNanos(), b.atNanos()));
    long firstHalf = before(all, whole.lengthNanos() / 2);
    assertThat((double) before(kept, shorter.lengthNanos() / 2))
        .isCloseTo(firstHalf / 6.0, within(1.0));
  }

  private static List<Source.Recorded> trace(Scenario scenario) {
    return ((Source.Trace) scenario.pools().get(0).phases().get(0).source()).arrivals();
  }

  private static long before(List<Source.Recorded> arrivals, long nanos) {
    return arrivals.stream().filter(arrival -> arrival.atNanos() < nanos).count();
  }

  @ParameterizedTest
  @MethodSource("names")
  void itsOwnLengthChangesNothingAndAQuarterRuns(String name) {
    Scenario whole = Scenarios.named(name);
    assertThat(whole.shortened(whole.lengthNanos())).isEqualTo(whole);
    Scenario shorter = whole.shortened(whole.lengthNanos() / 4);
    assertThat(shorter.turnsNanos(1)).allMatch(turn -> turn < shorter.lengthNanos());
    assertThat(VirtualBench.run(shorter, 1, Contender.fixed("ten", 10)).offered()).isPositive();
  }

  @Test
  void aLengthThatIsNoneOrLongerThanItsOwnIsRefused() {
    Scenario scenario = Scenarios.named("closed-10");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> scenario.shortened(61 * SECOND))
        .withMessage(
            "length of 'closed-10' must be above 0 and at most its own (60 s) but was 61 s");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> scenario.shortened(0))
        .withMessageEndingWith("but was 0 s");
  }

  @Test
  void aLengthInWhichPhasesFallTogetherIsRefused() {
    Scenario scenario = Scenarios.named("cold-start");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> scenario.shortened(10_000))
        .withMessage(
            "length of 'cold-start' must keep what begins at 0 s apart from what begins at 0.001 s"
                + " but was 0.00001 s");
  }
}
