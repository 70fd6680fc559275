package dev.flyball.policy.standard.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.policy.Seen;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkUnitTest {

  /** So many tasks came and ended, which are so long together, and the squares of their lengths. */
  private static Seen tasks(long count, double seconds, double squares) {
    return Seen.idle()
        .flow(count, count, count)
        .offered(count, 0, 0, seconds)
        .reference(seconds)
        .squares(squares);
  }

  @ParameterizedTest
  @CsvSource({
    // tasks, seconds together, squares -> samples that they are
    "100, 1,     0.01,      83.3", // 100 of 10 ms: as many as tasks, but for their scatter
    "100, 100,   100,       83.3", // whatever their length
    "100, 5.099, 25.000099, 0.87", // 99 of 1 ms and one of 5 s
    "100, 1.98,  0.0398,    82.1", // half of 20.8 ms, half of 18.8 ms
  })
  void manyAlikeAreManySamplesAndOneLongAmongThemIsOne(
      long count, double seconds, double squares, double samples) {
    WorkUnit unit = WorkUnit.UNKNOWN.with(tasks(count, seconds, squares).stretch());
    assertThat(seconds * 1e9 / unit.nanos()).isCloseTo(samples, within(0.05));
  }

  @Test
  void whileNothingIsKnownATaskIsAMillisecond() {
    assertThat(WorkUnit.UNKNOWN.nanos()).isEqualTo(1.2e6);
    assertThat(WorkUnit.UNKNOWN.with(Seen.idle().stretch()).nanos()).isEqualTo(1.2e6);
    Stretch ended = Seen.idle().flow(0, 0, 5).reference(0.1).stretch();
    assertThat(WorkUnit.UNKNOWN.with(ended).perTask()).isEqualTo(20e6);
  }

  @ParameterizedTest
  @CsvSource({
    // tasks of 30 ms that come after such of 10 ms -> a mean task, in ms
    "5,   12",
    "25,  20",
    "50,  30",
    "500, 30",
  })
  void theMeanTaskIsThatOfTheLastFiftyThatCame(long count, double millis) {
    WorkUnit unit = WorkUnit.UNKNOWN.with(tasks(100, 1, 0.01).stretch());
    WorkUnit next = unit.with(tasks(count, 0.03 * count, 0.0009 * count).stretch());
    assertThat(next.perTask()).isCloseTo(millis * 1e6, within(1.0));
  }

  @Test
  void anotherMixIsForgottenOverSomeHundredTasks() {
    WorkUnit unit = WorkUnit.UNKNOWN.with(tasks(100, 5.099, 25.000099).stretch());
    for (int second = 0; second < 20; second++) {
      unit = unit.with(tasks(100, 0.1, 0.0001).stretch());
    }
    assertThat(unit.nanos()).as("after 2000 of 1 ms").isBetween(1.2e6, 300e6);
  }

  @Test
  void whatScattersMoreAtAHeldSizeIsFewerSamples() {
    WorkUnit unit = WorkUnit.UNKNOWN.with(tasks(100, 1, 0.01).stretch());
    assertThat(unit.scattered(1e9, 1e9).nanos()).as("none at all").isEqualTo(12e6);
    assertThat(unit.scattered(1e9, 0.9e9).nanos()).as("as a count does").isEqualTo(12e6);
    assertThat(unit.scattered(1e9, 0.8e9).nanos()).as("twice that").isCloseTo(40e6, within(1.0));
    assertThat(unit.scattered(1e9, 0).nanos()).as("50 tasks at most").isEqualTo(500e6);
    WorkUnit later = unit.scattered(1e9, 0.8e9).scattered(1e9, 1e9);
    assertThat(later.nanos()).as("forgotten by a tenth").isCloseTo(36e6, within(1.0));
  }

  @Test
  void tasksWhoseKindsAreNotKnownAreAsLongAsTheMean() {
    WorkUnit unit = WorkUnit.UNKNOWN.with(tasks(100, 1, 0.01).stretch());
    assertThat(unit.offered(Seen.idle().flow(7, 0, 0).rejected(3).stretch())).isEqualTo(100e6);
    assertThat(unit.offered(tasks(10, 3, 0.9).stretch())).isEqualTo(3e9);
    assertThat(WorkUnit.UNKNOWN.offered(Seen.idle().flow(10, 0, 0).stretch())).isEqualTo(10e6);
  }

  @Test
  void aSampleIsNeverNothing() {
    WorkUnit unit = WorkUnit.UNKNOWN.with(tasks(100, 1, 0.01).stretch());
    for (int second = 0; second < 10_000; second++) {
      unit = unit.with(Seen.idle().flow(49, 0, 0).offered(49, 0, 0, 0).stretch());
    }
    assertThat(1e9 / unit.nanos()).isPositive().isFinite();
    assertThat(WorkUnit.UNKNOWN.scattered(1, 1e300).nanos()).isEqualTo(1.2e6);
  }
}
