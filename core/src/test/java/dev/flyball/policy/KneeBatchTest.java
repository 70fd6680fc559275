package dev.flyball.policy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KneeBatchTest {

  @ParameterizedTest
  @CsvSource({
    // workers busy for a second, service time of what ended -> steady
    "10, 10,   true",
    "10, 7.1,  true",
    "10, 7,    false", // tasks get longer: what ended was begun in better times
    "10, 13.9, true",
    "10, 14,   false", // tasks get shorter: what ended was begun in worse times
    "10, 0,    false",
  })
  void steadyIsWhereAsMuchEndsAsIsBegun(double busy, double ended, boolean steady) {
    Observation seen = Seen.idle().busy(busy).flow(20, 20, 20).service(ended).build();
    assertThat(KneeBatch.EMPTY.with(seen, true).steady()).isEqualTo(steady);
  }

  @Test
  void isFullWithFiveTasks() {
    KneeBatch batch = KneeBatch.EMPTY;
    Observation two = Seen.steady(2, 0.5).at(0, 0.1).build();
    assertThat(batch.full()).isFalse();
    assertThat(batch.with(two, true).with(two, true).full()).isFalse();
    assertThat(batch.with(two, true).with(two, true).with(two, true).full()).isTrue();
  }

  /** Ten workers for a second, ten tasks, whose kinds usually take 2 s each. */
  @Test
  void slownessIsBusyTimeForAUnitOfWork() {
    Observation seen = Seen.steady(10, 1).reference(20).build();
    assertThat(KneeBatch.EMPTY.with(seen, true).slowness()).isEqualTo(0.5);
    assertThat(KneeBatch.EMPTY.with(seen, false).slowness()).isEqualTo(1e9);
    Observation unknown = Seen.steady(10, 1).build();
    assertThat(KneeBatch.EMPTY.with(unknown, true).slowness()).isEqualTo(1e9);
  }
}
