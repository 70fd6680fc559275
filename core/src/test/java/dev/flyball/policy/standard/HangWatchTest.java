package dev.flyball.policy.standard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.policy.Observation;
import dev.flyball.policy.Seen;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HangWatchTest {

  /** Ten workers are busy, nothing ends, and so many tasks wait. */
  private static Seen still(double seconds, long queued) {
    return Seen.idle().at(0, seconds).busy(10).queue(queued, queued).sensors(0, 0);
  }

  @ParameterizedTest
  @CsvSource({
    // seconds without an end, mean service time -> hung
    "0.1,  0.04, false", // 3 * 0.04 + 0.1 = 0.22
    "0.2,  0.04, false",
    "0.3,  0.04, true",
    "3,    5,    false", // long tasks are no hang
    "15.2, 5,    true",
    "0.2,  0,    true",
  })
  void hungIsWhatTakesLongerThanThreeServiceTimes(double seconds, double service, boolean hung) {
    HangWatch watch = HangWatch.MOVING.with(still(seconds, 5).build());
    assertThat(watch.hung(service * 1e9)).isEqualTo(hung);
  }

  @Test
  void oneTaskThatEndsResetsAllOfIt() {
    HangWatch watch = HangWatch.MOVING.with(still(9, 5).build());
    assertThat(watch.with(still(1, 5).flow(0, 0, 1).build())).isEqualTo(HangWatch.MOVING);
  }

  @Test
  void workersThatComputeAreNotHung() {
    Observation computing = still(9, 5).sensors(9, 0).build();
    assertThat(HangWatch.MOVING.with(computing)).isEqualTo(HangWatch.MOVING);
    Observation hardly = still(9, 5).sensors(0.5, 0).build(); // of 90 s busy
    assertThat(HangWatch.MOVING.with(hardly).hung(1e9)).isTrue();
  }

  @Test
  void anIdlePoolIsNotHung() {
    assertThat(HangWatch.MOVING.with(Seen.idle().at(0, 3600).build())).isEqualTo(HangWatch.MOVING);
  }

  @ParameterizedTest
  @CsvSource({
    // seconds, tasks that wait -> size, which was 10 when it began
    "0.9, 100, 10",
    "1,   100, 11",
    "30,  100, 40",
    "30,  3,   13",
  })
  void theSizeIsHeldAndOneWorkerASecondIsAddedWhileTasksWait(
      double seconds, long queued, int workers) {
    Observation seen = still(seconds, queued).build();
    assertThat(HangWatch.MOVING.with(seen).workers(seen)).isEqualTo(workers);
  }

  @ParameterizedTest
  @CsvSource({
    // seconds, tasks that wait -> size while no task has ever ended, which was 10 when it began
    "0.9, 100,           10",
    "1,   100,           11",
    "2,   100,           13",
    "3,   100,           17",
    "4.9, 100,           25",
    "9,   100,           110", // never more than there are tasks
    "60,  9000000000000, 1073741833",
  })
  void whileNoTaskHasEverEndedTheSizeGrowsFaster(double seconds, long queued, int workers) {
    Observation seen = still(seconds, queued).build();
    assertThat(HangWatch.MOVING.with(seen).rescued(seen)).isEqualTo(workers);
  }

  @Test
  void whereNobodyWaitsThereIsNothingToHold() {
    assertThat(HangWatch.MOVING.with(still(30, 0).build())).isEqualTo(HangWatch.MOVING);
  }

  @Test
  void ofTheFirstWindowOnlyWhatAllWorkersCouldBeBusyForCounts() {
    // A pool that slept for 37 s, and 50 ms ago got a task; another one waits.
    Observation woken = still(37, 1).busy(0.05 / 37 * 10).build();
    HangWatch watch = HangWatch.MOVING.with(woken);
    assertThat(watch.stillSeconds()).isCloseTo(0.05, within(0.001));
    assertThat(watch.hung(0.5e9)).isFalse();
  }

  @Test
  void whatWasAddedIsNotAddedTo() {
    HangWatch watch = HangWatch.MOVING;
    int size = 10;
    for (int second = 0; second < 30; second++) {
      Observation seen = still(1, 100).workers(size).build();
      watch = watch.with(seen);
      size = watch.workers(seen);
    }
    assertThat(size).isEqualTo(40);
  }

  @Test
  void saysWhatIsWrong() {
    assertThatThrownBy(() -> new HangWatch(-1, 0))
        .hasMessage("stillNanos must be at least 0 but was -1");
    assertThatThrownBy(() -> new HangWatch(0, -1))
        .hasMessage("heldSize must be at least 0 but was -1");
  }
}
