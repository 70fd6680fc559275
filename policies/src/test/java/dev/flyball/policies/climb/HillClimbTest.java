package dev.flyball.policies.climb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.base.Dice;
import dev.flyball.policy.Followed;
import dev.flyball.policy.Seen;
import dev.flyball.policy.catalogue.Policies;
import org.junit.jupiter.api.Test;

class HillClimbTest {

  /** Longer than the longest interval between two samples, so each window is one. */
  private static final double SAMPLE = 0.2;

  private static Followed climb(int size) {
    return new Followed(Policies.parse("hill-climb"), size);
  }

  private static HillClimb state(Followed climb) {
    return (HillClimb) climb.policy();
  }

  /** A window of a target on which each worker completes so many tasks per second, up to a knee. */
  private static Seen window(Followed climb, double perWorker, int knee) {
    int size = climb.size();
    return Followed.saturated(Math.min(size, knee) * perWorker, SAMPLE, size);
  }

  @Test
  void makesAWaveOfOneWorkerBeforeItKnowsTheNoise() {
    Followed climb = climb(10);
    int[] expected = {10, 11, 11, 10, 10, 11, 11, 10};
    for (int size : expected) {
      assertThat(climb.on(window(climb, 1000, 100))).isEqualTo(size);
    }
    assertThat(climb.why()).isEqualTo("no wave to see yet: 10.0, +0 for the wave");
  }

  @Test
  void theNinthSampleMovesByTheSquareOfWhatIsAboveTheBias() {
    Followed climb = climb(10);
    for (int sample = 0; sample < 9; sample++) {
      climb.on(window(climb, 1000, 100));
    }
    // All of the wave is in the throughput: (1 - 0.15)^2 * 4 workers/s * 0.2 s.
    assertThat(state(climb).control()).isCloseTo(10 + 0.7225 * 4 * 0.2, within(1e-6));
    assertThat(climb.why())
        .isEqualTo("gain +0.85 of the fair part, trust 1.00: moves +0.58 to 10.6, +0 for the wave");
  }

  @Test
  void onAPlateauItFallsByOneWorkerInElevenSeconds() {
    Followed climb = climb(30);
    for (int sample = 0; sample < 9 + 50; sample++) {
      climb.on(window(climb, 1000, 10));
    }
    // 51 samples of 0.2 s at 0.15^2 * 4 = 0.09 workers/s.
    assertThat(state(climb).control()).isCloseTo(30 - 51 * 0.2 * 0.09, within(0.01));
  }

  @Test
  void doesNotRiseWhenTheProcessorsAreBusy() {
    Followed climb = climb(10);
    for (int sample = 0; sample < 20; sample++) {
      climb.on(window(climb, 1000, 100).processBusyCores(3.9));
    }
    assertThat(state(climb).control()).isEqualTo(10);
  }

  @Test
  void aSampleIsCompleteWhenTheTasksAtItsEdgesAreFew() {
    Followed climb = climb(10);
    climb.on(window(climb, 1000, 100));
    // 9 unfinished of 50 are 18 %; of 100, 9 %.
    climb.on(Followed.saturated(250, SAMPLE, 10));
    assertThat(climb.why()).isEqualTo("collecting, too few tasks ended: 50");
    climb.on(Followed.saturated(250, SAMPLE, 10));
    assertThat(state(climb).throughputs().values()).containsExactly(10_000.0, 250.0);
  }

  @Test
  void collectsWindowsUntilItsIntervalIsOverAndTasksHaveEnded() {
    Followed climb = climb(10);
    long due = state(climb).dueNanos();
    assertThat(due).isBetween(10_000_000L, 200_000_000L);
    int windows = 0;
    while (state(climb).samples() == 0) {
      climb.on(Followed.saturated(1000, 0.01, 10));
      windows++;
    }
    assertThat(windows).isEqualTo((int) Math.ceil(due / 10e6));
    Followed nothingEnds = climb(10);
    nothingEnds.on(100, Seen.idle().busy(10).queue(5, 5));
    assertThat(state(nothingEnds).samples()).isZero();
    assertThat(nothingEnds.size()).isEqualTo(10);
  }

  @Test
  void waitsUntilASmallerSizeIsReached() {
    Followed climb = climb(10);
    climb.on(Followed.saturated(1000, SAMPLE, 14).workers(10).alive(14).build());
    assertThat(state(climb).samples()).isZero();
  }

  @Test
  void goesOnFromASizeSetByOthers() {
    Followed climb = climb(10);
    climb.on(window(climb, 1000, 100));
    climb.resize(40);
    climb.on(window(climb, 1000, 100));
    assertThat(state(climb).control()).isEqualTo(40);
  }

  @Test
  void neverGoesBelowOneWorkerACore() {
    Followed climb = climb(5);
    for (int sample = 0; sample < 500; sample++) {
      assertThat(climb.on(window(climb, 1000, 1).cores(3.5))).isGreaterThanOrEqualTo(4);
    }
    assertThat(state(climb).control()).isEqualTo(4);
    Followed floored = new Followed(Policies.parse("hill-climb(floor=2,ceiling=6)"), 9);
    assertThat(floored.on(window(floored, 1000, 9))).isBetween(2, 6);
  }

  @Test
  void aHigherWaveIsMadeWhereThereIsMoreNoise() {
    Followed climb = climb(100);
    Dice dice = new Dice(7);
    int highest = 0;
    for (int sample = 0; sample < 40; sample++) {
      double noisy = 10_000 * (1 + 0.2 * dice.nextNormal());
      highest = Math.max(highest, climb.on(Followed.saturated(noisy, SAMPLE, climb.size())));
    }
    assertThat(highest - state(climb).control()).isGreaterThan(5);
  }

  @Test
  void saysWhichSettingsCannotBe() {
    assertThatThrownBy(() -> Policies.parse("hill-climb(wave-period=5)"))
        .hasMessage("wave-period must be even but was 5");
    assertThatThrownBy(() -> Policies.parse("hill-climb(sample-min=1s)"))
        .hasMessage("sample-max must be at least sample-min (1000000000 ns) but was 200000000 ns");
    assertThatThrownBy(() -> Policies.parse("hill-climb(floor=9,ceiling=8)"))
        .hasMessage("ceiling must be at least 9 but was 8");
  }
}
