package dev.flyball.policy.standard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.policy.Seen;
import dev.flyball.policy.standard.window.WorkUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RestSlownessTest {

  private static final WorkUnit UNIT = Units.exactly(1e9);

  /** Tasks of one second of work each, which took so many times as long. */
  private static Seen tasks(long ended, double slowness) {
    return Seen.idle().flow(ended, ended, ended).service(ended * slowness).reference(ended).busy(8);
  }

  private static Seen waiting(long ended, double slowness) {
    return tasks(ended, slowness).workers(8).queue(5, 5);
  }

  private static RestSlowness known() {
    return RestSlowness.UNKNOWN.with(tasks(100, 1).stretch(), UNIT);
  }

  @Test
  void unknownIsNoInflation() {
    assertThat(RestSlowness.UNKNOWN.known()).isFalse();
    assertThat(RestSlowness.UNKNOWN.inflation()).isEqualTo(1);
    assertThat(RestSlowness.UNKNOWN.shown()).isFalse();
    assertThat(RestSlowness.UNKNOWN.anew(0, 8, 1).inflation()).isEqualTo(1);
  }

  @Test
  void theFirstTasksAreTakenForRest() {
    RestSlowness rest = RestSlowness.UNKNOWN.with(waiting(5, 1.4).stretch(), UNIT);
    assertThat(rest).isEqualTo(new RestSlowness(1.4, 5, 8, 1.4, 0, 0, 1e9));
    assertThat(known().weight()).as("no more than 20 samples").isEqualTo(20);
  }

  @ParameterizedTest
  @CsvSource({
    // tasks that end, of which fail, and are short of processors
    "0,  0,  false",
    "10, 10, false",
    "10, 0,  true",
  })
  void nothingIsSaidOfRestBy(long ended, long failed, boolean cpuShort) {
    Seen seen = tasks(ended, 0.1).failed(failed).processBusyCores(cpuShort ? 4 : 0);
    RestSlowness after = known().with(seen.stretch(), UNIT);
    assertThat(after.slowness()).isEqualTo(known().slowness());
    assertThat(after.weight()).isEqualTo(known().weight());
  }

  @ParameterizedTest
  @CsvSource({
    // tasks without a queue, how fast -> rest, of 20 samples of 1 before
    "5,   0.5, 0.9",
    "20,  0.5, 0.75",
    "980, 0.5, 0.51",
  })
  void whatIsFasterWithoutAQueueCountsByItsSamples(long ended, double fast, double slowness) {
    RestSlowness rest = known().with(tasks(ended, fast).stretch(), UNIT);
    assertThat(rest.slowness()).isCloseTo(slowness, within(1e-6));
  }

  @Test
  void whatIsFasterWithAQueueCountsFromTwentySamplesOn() {
    RestSlowness rest = known().with(waiting(19, 0.5).stretch(), UNIT);
    assertThat(rest.slowness()).isEqualTo(1);
    assertThat(rest.with(waiting(1, 0.5).stretch(), UNIT).slowness()).isEqualTo(0.5);
    RestSlowness interrupted = rest.with(tasks(1, 1).queue(0, 0).stretch(), UNIT);
    assertThat(interrupted.with(waiting(1, 0.5).stretch(), UNIT).slowness()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({
    // busy, of 8 at rest; seconds without a queue; twice as long -> rest
    "8,    0.1, 1.01",
    "10,   0.1, 1.01",
    "10.1, 0.1, 1", // what is slower with more workers says nothing of rest
    "8,    1,   1.1",
    "8,    60,  1.833", // no faster than by its samples
  })
  void whatIsSlowerCountsSlowlyAndOnlyWithNoMoreWorkers(
      double busy, double seconds, double slowness) {
    Seen seen = tasks(100, 2).busy(busy).at(0, seconds);
    RestSlowness rest = known().with(seen.stretch(), UNIT);
    assertThat(rest.slowness()).isCloseTo(slowness, within(1e-3));
    assertThat(rest.inflation()).isCloseTo(2 / slowness, within(1e-2));
  }

  @Test
  void whatIsSlowerWithAQueueIsInflation() {
    RestSlowness rest = known();
    for (int second = 0; second < 100; second++) {
      rest = rest.with(waiting(100, 3).stretch(), UNIT);
    }
    assertThat(rest.slowness()).isEqualTo(1);
    assertThat(rest.inflation()).isCloseTo(3, within(1e-6));
  }

  @Test
  void aThirdMoreIsNotAtRestAndHalfAsMuchMoreIsNotNearIt() {
    assertThat(new RestSlowness(1, 100, 8, 1.29, 0, 0, 0).shown()).isTrue();
    assertThat(new RestSlowness(1, 100, 8, 1.31, 0, 0, 0).shown()).isFalse();
    assertThat(new RestSlowness(1, 100, 8, 1.49, 0, 0, 0).isPossible()).isTrue();
    assertThat(new RestSlowness(1, 100, 8, 1.51, 0, 0, 0).isPossible()).isFalse();
    assertThat(RestSlowness.UNKNOWN.isPossible()).isTrue();
  }

  @Test
  void thePresentIsThatOfTheLastEightSamples() {
    RestSlowness rest = known().with(waiting(4, 3).stretch(), UNIT);
    assertThat(rest.inflation()).isEqualTo(2);
    assertThat(known().with(waiting(8, 3).stretch(), UNIT).inflation()).isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource({
    // share of the way from 1 to 4 -> rest, inflation
    "1,   4, 1",
    "0.5, 2, 2",
    "0,   1, 4",
  })
  void aTrialSetsItAnew(double share, double slowness, double inflation) {
    RestSlowness rest = known().with(waiting(100, 4).stretch(), UNIT).anew(4, 50, share);
    assertThat(rest.slowness()).isCloseTo(slowness, within(1e-9));
    assertThat(rest.inflation()).isCloseTo(inflation, within(1e-9));
    assertThat(rest.busy()).isEqualTo(50);
  }

  @Test
  void tasksThatTakeNoTimeAreNoDivisionByZero() {
    RestSlowness rest = RestSlowness.UNKNOWN.with(tasks(100, 0).stretch(), UNIT);
    assertThat(rest.inflation()).isEqualTo(1);
    assertThat(rest.with(waiting(100, 1).stretch(), UNIT).inflation()).isEqualTo(1);
    assertThat(rest.anew(0, 8, 1).inflation()).isEqualTo(1);
  }

  // ---- Where single times are not known

  private static Seen untimed(long ended, double slowness) {
    return tasks(ended, slowness).untimed();
  }

  /** Tasks of 0.1 s end before those of 1 s do: for five of the longer times nothing is settled. */
  @Test
  void theFirstToEndAreNoRestWhereLongTasksMayBeAmongThem() {
    RestSlowness rest = RestSlowness.UNKNOWN.with(untimed(10, 0.1).stretch(), UNIT);
    for (int second = 1; second < 5; second++) {
      rest = rest.with(untimed(20, 1).queue(5, 5).workers(8).stretch(), UNIT);
    }
    assertThat(rest.slowness()).isCloseTo(81 / 90.0, within(1e-6));
    assertThat(rest.inflation()).isEqualTo(1);
    RestSlowness later = rest.with(untimed(100, 9).queue(5, 5).workers(8).stretch(), UNIT);
    assertThat(later.slowness()).as("a queue says nothing of rest").isEqualTo(rest.slowness());
    assertThat(later.inflation()).isGreaterThan(9);
  }

  @Test
  void restFollowsAMeanOfDifferentTasksUpWhileNoneWaits() {
    RestSlowness rest = RestSlowness.UNKNOWN;
    for (int second = 0; second < 10; second++) {
      rest = rest.with(untimed(20, 1).stretch(), UNIT);
    }
    assertThat(rest.with(tasks(100, 3).busy(80).stretch(), UNIT).slowness()).isEqualTo(1);
    assertThat(rest.with(untimed(100, 3).busy(80).stretch(), UNIT).slowness()).isEqualTo(2);
  }
}
