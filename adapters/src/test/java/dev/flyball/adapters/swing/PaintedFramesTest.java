package dev.flyball.adapters.swing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What was painted in a second, beside the turns of the event thread, at a pace of 60. */
class PaintedFramesTest {

  private static final long NOW = 10_000_000_000L;

  private static PaintedFrames painted(int count) {
    PaintedFrames frames = new PaintedFrames(60);
    for (int paint = 0; paint < count; paint++) {
      frames.painted(NOW - 999_000_000L + paint * (990_000_000L / Math.max(1, count)));
    }
    return frames;
  }

  @ParameterizedTest
  @CsvSource({
    "60, 60, 60, an animation that nobody disturbs",
    "62, 60, 62, a timer that is a little early",
    "57, 60, 57, a little is lost",
    "30, 30, 30, half of the processor is there",
    "3, 4, 3, nearly nothing is there",
    "0, 0, 0, the event thread is blocked",
    "2, 60, NaN, a cursor that blinks",
    "0, 60, NaN, a window that rests",
    "0, 55, NaN, a window that rests and a timer that is a little late",
    "24, 60, NaN, a film",
    "0, 20, 20, a window that rests on an event thread that is held up",
    "60, NaN, NaN, the first second"
  })
  void saysWhatTheyMean(int paints, double turns, Double expected, String what) {
    assertThat(painted(paints).perSecond(NOW, turns)).as(what).isEqualTo(expected);
  }

  @Test
  void paintsOfOneFrameAreCountedOnce() {
    PaintedFrames frames = new PaintedFrames(60);
    for (int frame = 0; frame < 60; frame++) {
      long atNanos = NOW - 999_000_000L + frame * 16_666_667L;
      frames.painted(atNanos);
      frames.painted(atNanos + 1_000_000);
      frames.painted(atNanos + 3_000_000);
    }
    assertThat(frames.paintedPerSecond(NOW)).isEqualTo(60);
  }

  @Test
  void looksBackOnOneSecond() {
    PaintedFrames frames = painted(60);
    assertThat(frames.paintedPerSecond(NOW + 500_000_000L)).isBetween(29, 31);
    assertThat(frames.paintedPerSecond(NOW + 2_000_000_000L)).isZero();
  }
}
