package dev.flyball.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KindProfileTest {

  private static final long LONGEST_SAMPLE = (1L << 48) - 1;

  private final KindProfile profile = new KindProfile("kind");

  @Test
  void nothingIsKnownBeforeTheFirstTask() {
    assertThat(profile.kind()).isEqualTo("kind");
    assertThat(profile.firstNanos()).isEqualTo(KindProfile.UNKNOWN);
    assertThat(profile.recentNanos()).isEqualTo(KindProfile.UNKNOWN);
    assertThat(profile.referenceNanos()).isEqualTo(KindProfile.UNKNOWN);
  }

  @ParameterizedTest
  @CsvSource({
    // service times -> first, recent, reference
    "'500',              500, 500,  500",
    "'0',                  0,   0,    0",
    "'-7',                 0,   0,    0", // a clock that went back
    "'800 1600',         800, 900, 1200",
    "'800 1600 900',     800, 900, 1100",
    "'0 1',                0,   0,    1", // a half is rounded up
    "'10 10 11',          10,  10,   10",
  })
  void theReferenceIsTheMeanSoFar(String times, long first, long recent, long reference) {
    for (String time : times.split(" ", -1)) {
      profile.record(Long.parseLong(time));
    }
    assertThat(profile.firstNanos()).isEqualTo(first);
    assertThat(profile.recentNanos()).isEqualTo(recent);
    assertThat(profile.referenceNanos()).isEqualTo(reference);
  }

  @Test
  void theReferenceStaysAfterAHundredTasks() {
    for (int task = 1; task <= KindProfile.REFERENCE_TASKS; task++) {
      profile.record(task * 1000L);
      assertThat(profile.referenceNanos()).isEqualTo((task + 1) * 500L);
    }
    for (int task = 0; task < 1000; task++) {
      profile.record(1_000_000);
    }
    assertThat(profile.referenceNanos()).isEqualTo(50_500);
    assertThat(profile.recentNanos()).as("follows all the same").isBetween(999_900L, 1_000_000L);
    assertThat(profile.firstNanos()).isEqualTo(1000);
  }

  @Test
  void oneTaskLateIsNoPartOfIt() {
    for (int task = 0; task < KindProfile.REFERENCE_TASKS - 1; task++) {
      profile.record(0);
    }
    profile.record(100_000);
    assertThat(profile.referenceNanos()).as("the hundredth counts").isEqualTo(1000);
    profile.record(100_000);
    assertThat(profile.referenceNanos()).as("the next one does not").isEqualTo(1000);
  }

  @Test
  void noSumOverflows() {
    for (int task = 0; task <= KindProfile.REFERENCE_TASKS; task++) {
      profile.record(Long.MAX_VALUE);
      assertThat(profile.referenceNanos()).isEqualTo(LONGEST_SAMPLE);
    }
  }

  @Test
  void isNeverOutsideOfWhatWasRecordedHoweverManyRecord() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      for (int round = 0; round < 500; round++) {
        recordAllAtOnce(threads, new KindProfile("round " + round));
      }
    } finally {
      threads.shutdownNow();
    }
  }

  /** Each of four threads is enough for a final reference. */
  private static void recordAllAtOnce(ExecutorService threads, KindProfile shared)
      throws Exception {
    CountDownLatch ready = new CountDownLatch(4);
    List<Future<Long>> last = new ArrayList<>();
    for (int thread = 0; thread < 4; thread++) {
      last.add(
          threads.submit(() -> {
            ready.countDown();
            ready.await();
            return recordAndLook(shared);
          }));
    }
    for (Future<Long> seen : last) {
      assertThat(seen.get()).as(shared.kind()).isEqualTo(shared.referenceNanos());
    }
  }

  private static long recordAndLook(KindProfile shared) {
    for (int task = 0; task < 4 * KindProfile.REFERENCE_TASKS; task++) {
      shared.record(task % 2 == 0 ? 1000 : 1100);
      assertThat(shared.referenceNanos()).as(shared.kind()).isBetween(1000L, 1100L);
    }
    return shared.referenceNanos();
  }
}
