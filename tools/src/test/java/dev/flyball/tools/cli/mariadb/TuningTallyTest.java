package dev.flyball.tools.cli.mariadb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.control.Decision;
import dev.flyball.control.Decision.Cause;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Reason;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** What a tuning run comes to, by decisions a second apart. */
class TuningTallyTest {

  private static final long SECOND = 1_000_000_000L;

  private final TuningTally tally = new TuningTally();

  private void decide(int second, int from, int to, long completed) {
    Decision decision = decision(second, from, to, completed);
    tally.count(decision);
    tally.hold(decision);
  }

  private static Decision decision(int second, int from, int to, long completed) {
    return new Decision(
        second,
        second * SECOND,
        completed < 0 ? Cause.TARGET_FAILED : Cause.POLICY,
        completed < 0 ? Optional.empty() : Optional.of(window(from, completed)),
        OptionalInt.of(to),
        from,
        to,
        Reason.of("why"));
  }

  private static Observation window(int workers, long completed) {
    return Observation.of(0, SECOND)
        .workers(workers)
        .arrived(completed)
        .started(completed)
        .completed(completed)
        .build();
  }

  @Test
  void sizesAreHeldFromOneDecisionToTheNext() {
    decide(0, 2, 4, 100);
    decide(3, 4, 8, 100);
    decide(4, 8, 8, 100);
    assertThat(tally.sizesHeld()).isEqualTo("4 for 75 %, 8 for 25 %");
    assertThat(tally.moves()).isEqualTo(2);
  }

  @Test
  void theEndIsComparedWithTheBeginningOnceThereIsEnoughOfBoth() {
    for (int second = 0; second < 5; second++) {
      decide(second, 2, 2, 100);
    }
    assertThat(tally.throughputs()).isEqualTo("100.0");
    for (int second = 5; second < 60; second++) {
      decide(second, 2, 2, second < 20 ? 100 : 150);
    }
    assertThat(tally.throughputs()).isEqualTo("100.0 in the first 10 s, 150.0 in the last 10 s");
    assertThat(tally.throughputAtPresent()).hasValue(150);
  }

  @Test
  void homeIsWhereMostOfTheLastMinuteWasSpent() {
    List<Decision> probes =
        List.of(decision(0, 2, 4, 1), decision(30, 4, 8, 1), decision(59, 8, 16, 1));
    assertThat(TuningTally.home(probes, 20 * SECOND)).isEmpty();
    assertThat(TuningTally.home(probes, 60 * SECOND)).isEmpty();
    List<Decision> settled = List.of(decision(0, 2, 4, 1), decision(20, 4, 8, 1));
    assertThat(TuningTally.home(settled, 60 * SECOND)).hasValue(8);
    assertThat(TuningTally.home(List.of(), 60 * SECOND)).isEmpty();
  }

  @Test
  void failuresAreCountedAndHaveNoWindow() {
    decide(0, 2, 2, -1);
    assertThat(tally.failures()).isEqualTo(1);
    assertThat(tally.throughputs()).isEqualTo("unknown, for no window was seen");
    assertThat(tally.throughputAtPresent()).isEmpty();
    assertThat(tally.sizesHeld()).isEqualTo("none");
  }
}
