package dev.flyball.policy.standard.window;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.policy.Seen;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StretchTest {

  @ParameterizedTest
  @CsvSource({
    // of 10 workers there are, busy, waiting on average and at the end, turned away -> saturated
    "10, 10,  5, 5, 0, true",
    "10, 9,   5, 5, 0, true",
    "10, 8.9, 5, 5, 0, false",
    "10, 10,  5, 0, 0, false", // a queue that is gone
    "10, 10,  0, 5, 0, false", // tasks that have come this moment
    "5,  5,   5, 5, 0, true", // workers that do not exist yet cannot be busy
    "20, 9,   5, 5, 0, true", // those that are to go count no more
    "10, 7,   0, 0, 1, true", // without a queue no worker is busy all the time
    "10, 6.9, 0, 0, 1, false",
    "10, 10,  0, 0, 0, false",
  })
  void saturatedIsWhereTasksWaitOrAreTurnedAwayWhileAllAreBusy(
      double there, double busy, double queued, long atEnd, long rejected, boolean saturated) {
    Seen seen = Seen.idle().workersMean(there).busy(busy).queue(queued, atEnd).rejected(rejected);
    assertThat(seen.stretch().saturated()).isEqualTo(saturated);
  }

  @ParameterizedTest
  @CsvSource({
    // of 10 s busy ready without a processor, of 4 cores used -> the processors are short
    "2,   3.6, false",
    "2.1, 0,   true",
    "0,   3.7, true",
  })
  void whereProcessorsAreShortNothingIsSaturated(double ready, double used, boolean isShort) {
    Stretch stretch =
        Seen.idle().busy(10).queue(5, 5).sensors(0, ready).processBusyCores(used).stretch();
    assertThat(stretch.cpuShort()).isEqualTo(isShort);
    assertThat(stretch.saturated()).isEqualTo(!isShort);
  }

  @ParameterizedTest
  @CsvSource({
    // ended, failed, references in seconds -> work of all, and of those that ended well, in ms
    "10, 0,  0, 10,   10", // kinds are not told apart: a millisecond each
    "10, 4,  0, 10,   6",
    "10, 0,  2, 2000, 2000",
    "10, 4,  2, 2000, 1200",
    "10, 10, 2, 2000, 0", // what fails is no work
    "0,  0,  0, 0,    0",
  })
  void workIsWhatEndsWell(
      long ended, long failed, double reference, double allMillis, double wellMillis) {
    Stretch stretch = Seen.idle().flow(0, 0, ended).failed(failed).reference(reference).stretch();
    assertThat(stretch.reference()).isEqualTo(allMillis * 1e6);
    assertThat(stretch.done()).isEqualTo(wellMillis * 1e6);
  }

  @ParameterizedTest
  @CsvSource({
    // arrived, turned away, of known kinds, their references in seconds -> work offered, in ms
    "8, 2, 5, 1, 2000", // as if all were like those that are known
    "8, 2, 0, 0, 10",
    "0, 0, 0, 0, 0",
  })
  void whatWasTurnedAwayCameToo(
      long arrived, long rejected, long known, double reference, double millis) {
    Seen seen = Seen.idle().flow(arrived, 0, 0).rejected(rejected).offered(known, 0, 0, reference);
    assertThat(seen.stretch().came()).isEqualTo(arrived + rejected);
    assertThat(seen.stretch().offered()).isEqualTo(millis * 1e6);
    assertThat(seen.stretch().offeredKnown()).isEqualTo(known > 0);
  }

  @Test
  void whereKindsShallNotCountEachTaskIsAMillisecond() {
    Seen seen = Seen.idle().flow(8, 8, 4).reference(2).squares(1).offered(8, 0, 0, 4);
    Stretch stretch = Stretch.of(seen.build(), false);
    assertThat(stretch.reference()).isEqualTo(4e6);
    assertThat(stretch.squares()).isZero();
    assertThat(stretch.offered()).isEqualTo(8e6);
    assertThat(stretch.offeredKnown()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    // asked, busy -> clearly more than asked, busy as a size
    "10, 12,   false, 10",
    "10, 12.1, true,  10",
    "1,  2.2,  true,  1",
    "10, 3.2,  false, 4",
    "10, 0,    false, 1",
  })
  void busyWorkersThatAreStillToLeave(int asked, double busy, boolean shrinking, int size) {
    Stretch stretch = Seen.idle().workers(asked).busy(busy).stretch();
    assertThat(stretch.shrinking()).isEqualTo(shrinking);
    assertThat(stretch.busyNow()).isEqualTo(size);
  }
}
