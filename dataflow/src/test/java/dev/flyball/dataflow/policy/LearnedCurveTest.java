package dev.flyball.dataflow.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class LearnedCurveTest {

  private static LearnedCurve measured(double... perThreadByThreads) {
    LearnedCurve curve = LearnedCurve.NONE;
    for (int i = 0; i < perThreadByThreads.length; i++) {
      curve = curve.with(i + 1, perThreadByThreads[i]);
    }
    return curve;
  }

  @Test
  void believesHalfAsManyThreadsAgainAndOneMoreAtLeast() {
    assertThat(measured(50).reach()).isEqualTo(2);
    assertThat(measured(50, 50).reach()).isEqualTo(3);
    assertThat(LearnedCurve.NONE.with(20, 5).reach()).isEqualTo(30);
  }

  @Test
  void takesThreadsBeyondForAsFastAsTheLastOnesMeasured() {
    LearnedCurve curve = measured(50, 45, 40, 35);
    assertThat(curve.perSecond(4)).isCloseTo(4 * 37.0, within(4.0));
    assertThat(curve.perSecond(6) / 6).isCloseTo(curve.perSecond(4) / 4, within(1e-9));
  }

  @Test
  void takesNoThreadForFasterBecauseThereAreMore() {
    LearnedCurve curve = measured(50, 60);
    assertThat(curve.perSecond(1)).isCloseTo(55, within(1e-9));
    assertThat(curve.perSecond(2)).isCloseTo(110, within(1e-9));
  }

  @Test
  void mayFallAgain() {
    LearnedCurve curve = LearnedCurve.NONE.with(4, 50).with(12, 14);
    assertThat(curve.perSecond(12)).isEqualTo(168);
    assertThat(curve.perSecond(4)).isEqualTo(200);
    assertThat(curve.perSecond(8)).isEqualTo(184);
  }

  @Test
  void averagesNoise() {
    LearnedCurve curve = LearnedCurve.NONE;
    for (int i = 0; i < 40; i++) {
      curve = curve.with(3, i % 2 == 0 ? 90 : 110);
    }
    assertThat(curve.perSecond(3)).isCloseTo(300, within(6.0));
    assertThat(curve.jumps()).isZero();
  }

  @Test
  void isScaledOnceItIsTooFarOffTwice() {
    LearnedCurve curve = measured(50, 50, 50, 50);
    assertThat(curve.with(4, 20).perSecond(4)).isEqualTo(200);
    LearnedCurve scaled = curve.with(4, 20).with(4, 20);
    assertThat(scaled.jumps()).isEqualTo(1);
    assertThat(scaled.perSecond(4)).isCloseTo(80, within(1e-9));
    assertThat(curve.with(4, 20).with(4, 50).with(4, 20).jumps()).isZero();
  }

  /** One lucky window of two threads, and then what they do: 109 seemed as many as 112. */
  @Test
  void sawMoreThreadsDoClearlyMoreOnceFewerAreMeasuredAgain() {
    LearnedCurve lucky = LearnedCurve.NONE.with(2, 48).with(3, 37);
    assertThat(lucky.risesBeyond(2)).isFalse();
    LearnedCurve again = lucky;
    for (int i = 0; i < 4; i++) {
      again = again.with(2, 37);
    }
    assertThat(again.risesBeyond(2)).isTrue();
    assertThat(again.risesBeyond(3)).isFalse();
    LearnedCurve plateau = LearnedCurve.NONE;
    for (int i = 0; i < 4; i++) {
      plateau = plateau.with(2, 48).with(3, 33);
    }
    assertThat(plateau.risesBeyond(2)).isFalse();
  }

  /** Noise of 10 % at first; measurements that are all the same leave 1 %. */
  @Test
  void looksBetweenAsCloselyAsTheNoiseAllows() {
    LearnedCurve noisy = LearnedCurve.NONE.with(36, 50).with(38, 49);
    LearnedCurve exact = noisy;
    for (int i = 0; i < 20; i++) {
      exact = exact.with(36, 50).with(38, 49);
    }
    assertThat(exact.worth()).isCloseTo(1.01, within(1e-12));
    assertThat(exact.betweenMore(36, OptionalInt.empty())).isEqualTo(37);
    assertThat(noisy.betweenMore(36, OptionalInt.empty())).isEqualTo(36);
    assertThat(exact.fastest(38)).isEqualTo(38);
    assertThat(exact.fastest(37)).isEqualTo(36);
    assertThat(exact.fastest(20)).isEqualTo(20);
  }

  @Test
  void forgetsWhatIsBeyond() {
    LearnedCurve curve = measured(50, 50, 20).upTo(2);
    assertThat(curve.seen()).isEqualTo(2);
    assertThat(curve.knows(3, 9)).isFalse();
  }

  @Test
  void measuresNextWhatIsNotFarAbove() {
    assertThat(LearnedCurve.NONE.with(4, 50).with(5, 50).above(4)).isEqualTo(5);
    assertThat(LearnedCurve.NONE.with(4, 50).with(20, 10).above(4)).isEqualTo(6);
    assertThat(LearnedCurve.NONE.with(4, 50).above(4)).isEqualTo(4);
  }
}
