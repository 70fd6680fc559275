package dev.flyball.adapters.swing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What was painted in a second, beside the turns of the event thread, at a pace of 60. */
class PaintedFramesTest {

  private static final long NOW = 10_000_000_000L;

  /** Frames that follow each other evenly, the last of them just now. */
  private static PaintedFrames painted(double perSecond) {
    PaintedFrames frames = new PaintedFrames(60);
    for (int back = (int) Math.ceil(perSecond) - 1; back >= 0; back--) {
      frames.painted(NOW - Math.round(back * 1e9 / perSecond));
    }
    return frames;
  }

  @ParameterizedTest
  @CsvSource({
    "60, 60, 60, an animation that nobody disturbs",
    "62, 60, 62, a timer that is a little early",
    "59.5, 60, 59.5, not a whole number",
    "57, 60, 57, a little is lost",
    "30, 30, 30, half of the processor is there",
    "3, 3, 3, nearly nothing is there",
    "0, 0, 0, the event thread is blocked",
    "2, 60, NaN, a cursor that blinks",
    "0, 60, NaN, a window that rests",
    "0, 55, NaN, a window that rests and a timer that is a little late",
    "24, 60, NaN, a film",
    "0, 20, 20, a window that rests on an event thread that is held up",
    "60, NaN, NaN, the first second"
  })
  void saysWhatTheyMean(double paints, double turns, Double expected, String what) {
    assertThat(painted(paints).perSecond(NOW, turns)).as(what).isCloseTo(expected, within(1e-3));
  }

  @ParameterizedTest
  @CsvSource({"0, 500", "500, 1000", "250, 750"})
  void aSilenceCountsWhereverItLies(int fromMillis, int toMillis) {
    PaintedFrames frames = new PaintedFrames(60);
    long beganNanos = NOW - 1_000_000_000L;
    for (long atNanos = 1; atNanos < 1_000_000_000L; atNanos += 16_666_667L) {
      if (atNanos >= fromMillis * 1_000_000L && atNanos < toMillis * 1_000_000L) {
        frames.painted(beganNanos + atNanos);
      }
    }
    assertThat(frames.perSecond(NOW, 30)).isBetween(29.0, 31.0);
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
