package dev.flyball.lab.frames;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.lab.frames.FrameRun.FrameSample;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Runs of 100 tasks beside a window that is to draw 60 frames a second. */
class FrameRunTest {

  /** A look each half second that found so many frames per second; the tasks end evenly. */
  private static FrameRun seen(double... frames) {
    List<FrameSample> samples = new ArrayList<>();
    for (int look = 0; look < frames.length; look++) {
      int done = 100 * (look + 1) / frames.length;
      samples.add(new FrameSample((look + 1) / 2.0, frames[look], 4, look, done, "why"));
    }
    return new FrameRun("ours", 100, frames.length / 2.0, 60, samples);
  }

  @Test
  void framesBeyondTheTargetMakeUpForNone() {
    assertThat(seen(62, 62, 50, 62).framesPerSecond()).isCloseTo(57.5, within(1e-9));
    assertThat(seen(62, 64).framesPerSecond()).isCloseTo(60, within(1e-9));
    assertThat(seen().framesPerSecond()).isNaN();
  }

  @Test
  void looksCountByTheirLength() {
    List<FrameSample> samples =
        List.of(new FrameSample(3, 60, 4, 4, 50, "why"), new FrameSample(4, 20, 4, 4, 100, "why"));
    assertThat(new FrameRun("ours", 100, 4, 60, samples).framesPerSecond())
        .isCloseTo(50, within(1e-9));
  }

  /** Half a second shows 29 or 30 frames of 59.5 a second. */
  @Test
  void aFrameMoreOrLessInHalfASecondIsNoLoss() {
    assertThat(seen(60, 58, 60, 60, 58, 60, 60, 58).shareAtLeast(58.2)).isEqualTo(1);
    assertThat(seen(60, 60, 60, 60, 60, 60, 40, 60).shareAtLeast(58.2))
        .as("the looks at 2, 2.5, 3, 3.5 and 4 s, of which two saw the loss")
        .isCloseTo(0.6, within(1e-9));
    assertThat(seen(60, 30).shareAtLeast(58.2)).as("a short run").isZero();
    assertThat(seen().shareAtLeast(58.2)).isEqualTo(1);
  }

  @Test
  void halvesAreThoseOfTheTasks() {
    List<FrameSample> samples =
        List.of(
            new FrameSample(1, 60, 4, 2, 10, "why"),
            new FrameSample(2, 60, 4, 4, 30, "why"),
            new FrameSample(7, 60, 4, 4, 49, "why"),
            new FrameSample(8, 60, 4, 16, 50, "why"));
    FrameRun run = new FrameRun("ours", 100, 8, 60, samples);
    assertThat(run.askedInFirstHalf()).isEqualTo(4);
    assertThat(run.askedInSecondHalf()).isEqualTo(16);
  }
}
