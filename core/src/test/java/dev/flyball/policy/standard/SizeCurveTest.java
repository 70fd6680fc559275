package dev.flyball.policy.standard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.policy.LearnedSize;
import dev.flyball.policy.Seen;
import dev.flyball.policy.standard.window.Stretch;
import dev.flyball.policy.standard.window.WorkUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SizeCurveTest {

  private static final double TASK_SECONDS = 0.01;
  private static final WorkUnit UNIT = Units.scattering(2e9 * TASK_SECONDS, 1);

  /** A second in which so many workers were busy, and tasks took so many times as long. */
  private static Stretch second(double at, double busy, double slowness) {
    long ended = Math.round(busy / TASK_SECONDS / slowness);
    return Seen.idle()
        .at(at, 1)
        .workers(100)
        .busy(busy)
        .flow(ended, ended, ended)
        .reference(ended * TASK_SECONDS)
        .service(ended * TASK_SECONDS * slowness)
        .stretch();
  }

  private static Base base(int workers, double slowness) {
    double work = 1e9 * workers / slowness;
    return new Base(workers, 30, 1e9, 0, 0, slowness * work, work);
  }

  private static SizeCurve eightAtRest() {
    return SizeCurve.NONE.with(second(0, 8, 1));
  }

  @ParameterizedTest
  @CsvSource({
    // size held, its slowness, when -> whether eight at rest got surely more done
    "16, 3,   2,  true", // 5.3 workers' worth
    "16, 2,   2,  false", // as much
    "16, 1,   2,  false",
    "9,  3,   2,  false", // hardly smaller
    "16, 3,   70, false", // long ago
  })
  void aSmallerSizeThatGotMoreDoneIsRemembered(
      int workers, double slowness, double seconds, boolean better) {
    assertThat(eightAtRest().better(base(workers, slowness), UNIT, (long) (seconds * 1e9)))
        .map(SizeCurve.Point::workers)
        .isEqualTo(better ? java.util.Optional.of(8.0) : java.util.Optional.empty());
  }

  @Test
  void whatTurnedOutOtherwiseIsForgotten() {
    SizeCurve both = eightAtRest().with(second(1, 20, 1));
    assertThat(both.points()).hasSize(2);
    assertThat(both.forgottenBelow(20).points()).hasSize(1);
    assertThat(both.forgottenBelow(8).points()).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource({
    // slowness of thirty workers, when -> the size that hardly gets more done than eight at rest
    "1, 2,  0",
    "2, 2,  0",
    "4, 2,  30",
    "4, 12, 0", // long ago
  })
  void aLargerSizeThatHardlyGotMoreDoneEndsTheStep(double slowness, double seconds, double size) {
    SizeCurve curve = SizeCurve.NONE.with(second(0, 30, slowness));
    assertThat(curve.hardlyMore(base(8, 1), UNIT, (long) (seconds * 1e9))).isEqualTo(size);
  }

  @Test
  void nearSizesAreOnePointAndOldReadingsFade() {
    SizeCurve curve = eightAtRest().with(second(15, 7.8, 2));
    assertThat(curve.points()).hasSize(1);
    SizeCurve.Point point = curve.points().get(0);
    double kept = Math.exp(-1);
    assertThat(point.nanos()).isCloseTo(1e9 * (1 + kept), within(1e3));
    double work = 8e9 * kept + 3.9e9; // 390 tasks of 10 ms
    assertThat(point.work()).isCloseTo(work, within(1e3));
    assertThat(point.serviceNanos()).isCloseTo(8e9 * kept + 7.8e9, within(1e3));
  }

  @Test
  void aWindowInWhichNothingEndedSaysNothing() {
    assertThat(SizeCurve.NONE.with(Seen.idle().busy(8).stretch()).points()).isEmpty();
    assertThat(SizeCurve.NONE.with(second(0, 8, 1)).steady(second(1, 9, 1))).isTrue();
    assertThat(SizeCurve.NONE.with(second(0, 8, 1)).steady(second(1, 12, 1))).isFalse();
  }

  @Test
  void whatIsLearnedHasTheErrorOfItsSamples() {
    LearnedSize eight = eightAtRest().learned(UNIT, 1_000_000_000).get(0);
    assertThat(eight.workers()).isEqualTo(8);
    assertThat(eight.throughput()).isCloseTo(8e9, within(1.0));
    assertThat(eight.error()).isCloseTo(Math.sqrt(1 / 800.0 + 0.005), within(1e-9));
    assertThat(eight.atSeconds()).isEqualTo(1);
  }
}
