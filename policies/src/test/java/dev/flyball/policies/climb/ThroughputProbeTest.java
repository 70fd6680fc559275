package dev.flyball.policies.climb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.policy.Followed;
import dev.flyball.policy.Seen;
import dev.flyball.policy.catalogue.Policies;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThroughputProbeTest {

  private static Followed probe(int size) {
    return new Followed(Policies.parse("throughput-probe"), size);
  }

  @Test
  void triesATenthMoreAndGoesAFifthOfTheWayWhereItIsBetter() {
    Followed probe = probe(32);
    assertThat(probe.completes(8000)).isEqualTo(35);
    assertThat(probe.completes(8100)).isEqualTo(33); // 0.8 * 32 + 0.2 * 35 = 32.6
    assertThat(probe.why()).isEqualTo("8100.0 tasks/s at 35 are more than 8000.0: back to 32.6");
    assertThat(probe.completes(8050)).isEqualTo(36); // 1.1 * 32.6 = 35.86
    assertThat(probe.completes(8050)).isEqualTo(33); // no more: nothing gained
    assertThat(probe.completes(8050)).isEqualTo(36);
  }

  @ParameterizedTest
  @CsvSource({"4, 5", "8, 9", "16, 18", "100, 110", "125, 128", "128, 128"})
  void aProbeIsATenthButAtLeastOneAndWithinItsLimits(int size, int tried) {
    assertThat(probe(size).completes(1000)).isEqualTo(tried);
  }

  @ParameterizedTest
  @CsvSource({"1, 4", "3, 4", "129, 128", "512, 128"})
  void beginsAtTheNearestSizeThatItTries(int size, int first) {
    assertThat(probe(size).completes(1000)).isEqualTo(first);
  }

  @Test
  void triesATenthLessWhereNotAllAreInUse() {
    Followed probe = probe(20);
    Seen halfInUse = Seen.steady(100, 0.1);
    assertThat(probe.on(halfInUse)).isEqualTo(18);
    assertThat(probe.on(halfInUse)).isEqualTo(20); // as much is not more
    assertThat(probe.on(halfInUse)).isEqualTo(18);
    assertThat(probe.on(Seen.steady(101, 0.1))).isEqualTo(20); // 0.8 * 20 + 0.2 * 18 = 19.6
    assertThat(probe.on(halfInUse)).isEqualTo(18); // 0.9 * 19.6 = 17.64
  }

  @Test
  void collectsShorterWindows() {
    Followed probe = probe(32);
    assertThat(probe.on(Followed.saturated(8000, 0.06, 32))).isEqualTo(32);
    assertThat(probe.on(Followed.saturated(8000, 0.06, 32))).isEqualTo(35);
  }

  @Test
  void windowsALittleShortOfAnIntervalAreOne() {
    assertThat(probe(32).on(Followed.saturated(8000, 0.0999, 32))).isEqualTo(35);
  }

  @Test
  void aSizeSetByOthersIsTheStableOne() {
    Followed probe = probe(32);
    probe.completes(8000);
    probe.resize(50);
    assertThat(probe.completes(8000)).isEqualTo(55);
    assertThat(probe.completes(8000)).isEqualTo(50);
  }

  @Test
  void idleItSwingsByATenthAsPublished() {
    Followed probe = probe(20);
    for (int i = 0; i < 50; i++) {
      assertThat(probe.on(Seen.idle())).isEqualTo(18);
      assertThat(probe.on(Seen.idle())).isEqualTo(20);
    }
  }
}
