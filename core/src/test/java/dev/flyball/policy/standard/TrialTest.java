package dev.flyball.policy.standard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.policy.Seen;
import dev.flyball.policy.standard.window.WorkUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrialTest {

  private static final double GAIN = 0.75;
  private static final double UNIT_NANOS = 10e6;

  private static final WorkUnit UNIT = Units.scattering(UNIT_NANOS, 1);

  /** From 8 workers that did 20 samples in a second. */
  private static final Base BASE = new Base(8, 20, 1e9, 0, 0, 0, 0);

  /** From 8 to so many workers, and what was done since. */
  private static Trial after(int to, double samples, double seconds) {
    return new Trial(8, to, samples, seconds * 1e9, 0, 0, samples * UNIT_NANOS, 0, 0);
  }

  /**
   * How many samples a rate takes until it is decided, and how: negative where it hardly matters.
   */
  private static int decidedAfter(int to, double perSecond) {
    for (int samples = 1; samples < 1000; samples++) {
      double seconds = samples / perSecond;
      Trial trial = after(to, samples, seconds);
      Trial.Answer answer =
          trial.answer(trial.evidence(BASE, GAIN, UNIT), (long) (seconds * 1e9), 50e6);
      if (answer != Trial.Answer.OPEN) {
        return answer == Trial.Answer.MATTERS ? samples : -samples;
      }
    }
    return 0;
  }

  @Test
  void theWorkedExample() {
    double evidence = after(16, 16, 0.4).evidence(BASE, GAIN, UNIT);
    assertThat(evidence).isCloseTo(1.5, within(0.05));
    assertThat(after(16, 16, 0.4).answer(evidence, 400_000_000, 0)).isEqualTo(Trial.Answer.MATTERS);
  }

  @ParameterizedTest
  @CsvSource({
    // to, samples per second (20 before) -> samples until decided; negative: hardly matters
    "16, 40, 16", // twice the workers, twice the work
    "16, 60, 8",
    "16, 20, -25", // twice the workers, as much work: by the sign
    "16, 10, -5",
    "32, 80, 4",
    "32, 20, -4",
    "9,  22.5, 25", // hardly more workers: only the sign is known
    "9,  20, -25",
    "5,  20, -25", // fewer workers, as much work
    "5,  12.5, 25", // fewer workers, less work
    "4,  8, 4",
  })
  void isDecidedWithinSomeTwentyFiveSamples(int to, double perSecond, int samples) {
    assertThat(decidedAfter(to, perSecond)).isEqualTo(samples);
  }

  /** From 20 workers whose tasks took twice as long as at rest, 40 samples. */
  private static final Base CROWDED = new Base(20, 40, 1e9, 0, 0, 80 * UNIT_NANOS, 40 * UNIT_NANOS);

  @ParameterizedTest
  @CsvSource({
    // with 10 workers: how long tasks take, times rest -> what that adds to the evidence
    "1,   1, -0.96", // half the workers, as much done
    "2,   1, 3.85", // half the workers, half as much done
    "2,   4, 1.01", // the more service times scatter the less
    "1.149, 1, 0",
  })
  void serviceTimesSpeakForASmallerSizeToo(double slowness, double variance, double adds) {
    double work = 20 * UNIT_NANOS;
    Trial trial = new Trial(20, 10, 0, 0, slowness * work, 0, work, 0, 0);
    WorkUnit unit = Units.scattering(2 * UNIT_NANOS, variance);
    assertThat(trial.evidence(CROWDED, GAIN, unit)).isCloseTo(adds, within(0.01));
    Trial up = new Trial(10, 20, 0, 0, slowness * work, 0, work, 0, 0);
    assertThat(up.evidence(CROWDED, GAIN, unit)).as("up").isZero();
  }

  @Test
  void thatNothingEndsIsEvidence() {
    assertThat(after(16, 0, 0).evidence(BASE, GAIN, UNIT)).isZero();
    assertThat(after(16, 0, 0.1).evidence(BASE, GAIN, UNIT)).isBetween(-1.2, -1.0);
    double evidence = after(16, 0, 0.3).evidence(BASE, GAIN, UNIT);
    assertThat(after(16, 0, 0.3).answer(evidence, 300_000_000, 0)).isEqualTo(Trial.Answer.HARDLY);
  }

  @ParameterizedTest
  @CsvSource({
    // evidence, samples, seconds counted, seconds since it began, at rest -> answer
    "0.5,  24, 2,   2,    0, OPEN",
    "1.51, 24, 2,   2,    0, MATTERS",
    "-2,   24, 2,   2,    0, HARDLY",
    "0.1,  25, 2,   2,    0, MATTERS", // enough samples: by the sign
    "0,    25, 2,   2,    0, HARDLY",
    "0.1,  3,  3.1, 3.1,  0, MATTERS", // long enough: by the sign
    "-0.1, 3,  3.1, 3.1,  0, HARDLY",
    "0.1,  3,  3.1, 3.1,  1, OPEN", // where a task takes a second at rest, longer
    "0.1,  3,  7.1, 7.1,  1, MATTERS",
    "0.1,  3,  1,   4.1,  0, HARDLY", // it began long ago, and little of it counted
    "0.1,  3,  1,   10.1, 1, HARDLY",
  })
  void lateItIsDecidedByTheSign(
      double evidence,
      double samples,
      double counted,
      double began,
      double rest,
      Trial.Answer answer) {
    Trial trial = after(16, samples, counted);
    assertThat(trial.answer(evidence, (long) (began * 1e9), rest * 1e9)).isEqualTo(answer);
  }

  @Test
  void itCountsOnceTheTasksBegunBeforeHaveEnded() {
    Trial trial = Trial.of(8, 16, 1_000_000_000, 0.5e9);
    Seen seen = Seen.idle().workers(16).busy(16).flow(0, 0, 5).reference(0.05).service(0.06);
    assertThat(trial.with(seen.at(1, 0.4).stretch(), UNIT_NANOS)).isEqualTo(trial);
    Trial counted = trial.with(seen.at(1, 0.5).stretch(), UNIT_NANOS);
    assertThat(counted)
        .isEqualTo(new Trial(8, 16, 5, 0.5e9, 60e6, 8e9, 50e6, 1_000_000_000, 1_500_000_000));
    assertThat(counted.base()).isEqualTo(new Base(16, 5, 0.5e9, 0, 0, 60e6, 50e6));
    assertThat(trial.with(seen.busy(30).stretch(), UNIT_NANOS))
        .as("more than were asked for stand in for others")
        .isNotEqualTo(trial);
    Trial down = Trial.of(16, 8, 0, 50_000_000);
    assertThat(down.with(seen.busy(30).stretch(), UNIT_NANOS)).as("they leave").isEqualTo(down);
    assertThat(Trial.of(8, 16, 0, 60e9).countsNanos()).as("at most").isEqualTo(2_000_000_000L);
  }

  @ParameterizedTest
  @CsvSource({
    // samples, service and busy time, times as long as at rest
    // -> needs no other proof; a refusal would rest on little
    "3,   1.2, 1.7, true,  true",
    "2.9, 1.2, 1.7, false, true",
    "3,   1.2, 1.9, false, true", // the tasks that do not end keep workers busy
    "3,   1.4, 1.7, false, false",
    "2.9, 1.4, 1.7, false, true",
  })
  void whatIsAsFastAsAtRestHasPaid(
      double samples, double times, double busy, boolean atRest, boolean weak) {
    RestSlowness rest = new RestSlowness(2, 100, 8, 2, 0, 0, 0);
    double work = samples * UNIT_NANOS;
    Trial trial = new Trial(8, 16, samples, 1e8, 2 * times * work, 2 * busy * work, work, 0, 0);
    assertThat(trial.atRest(rest)).isEqualTo(atRest);
    assertThat(trial.weak(rest)).isEqualTo(weak);
  }

  @ParameterizedTest
  @CsvSource({"12, 12", "9, 9", "8, 0", "3, 0"})
  void whatTheCpuDoesNotCarryIsNotTried(int most, int to) {
    assertThat(after(16, 5, 1).clamped(most).to()).isEqualTo(to);
  }

  @Test
  void whereRestIsUnknownNothingIsAtRest() {
    assertThat(after(16, 20, 1).atRest(RestSlowness.UNKNOWN)).isFalse();
    assertThat(after(16, 0, 1).atRest(RestSlowness.UNKNOWN)).isFalse();
  }

  @Test
  void isSureFromFourSamplesOn() {
    assertThat(after(16, 4, 1).sure(1.6)).isTrue();
    assertThat(after(16, 4, 1).sure(1.5)).isFalse();
    assertThat(after(16, 3.9, 1).sure(1.6)).isFalse();
  }

  @Test
  void upIsToMoreWorkers() {
    assertThat(Trial.NONE.none()).isTrue();
    assertThat(after(16, 0, 0).none()).isFalse();
    assertThat(after(16, 0, 0).up()).isTrue();
    assertThat(after(4, 0, 0).up()).isFalse();
  }
}
