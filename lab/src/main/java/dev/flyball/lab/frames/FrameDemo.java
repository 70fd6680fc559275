package dev.flyball.lab.frames;

import dev.flyball.adapters.swing.SwingFrames;
import dev.flyball.base.Require;
import dev.flyball.lab.frames.FrameRun.FrameSample;
import dev.flyball.lab.frames.FrameTrial.FrameContender;
import dev.flyball.lab.harness.HostCalibration;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The window to watch: an animation, and below it how many workers there are, while tasks run again
 * and again in the background on a pool of a policy of your choice.
 *
 * @param experiment the window and the tasks
 * @param policy the specification of the policy, or {@code cached} for a thread for each task
 * @param length how long at most, once the animation is as costly as wanted; it also ends when the
 *     window is closed
 */
public record FrameDemo(FrameExperiment experiment, String policy, Duration length) {

  public FrameDemo {
    Require.positive("length", length);
  }

  /** The default policy of the demonstration. */
  public static String usualPolicy(double targetPerSecond) {
    return String.format(Locale.ROOT, "flyball(frame-guard=%.1f)", targetPerSecond);
  }

  /**
   * Shows the window until it is closed, the time is over, or the thread is interrupted.
   *
   * <p>There must be a display: {@link Display#missing()}.
   */
  public void show(Consumer<FrameSample> watcher) {
    HostCalibration calibration = HostCalibration.here();
    try (AnimationWindow window =
            AnimationWindow.open("Flyball: " + policy, experiment.frameTime());
        SwingFrames frames = SwingFrames.on(window.frame())) {
      TimeUnit.MILLISECONDS.sleep(FrameExperiment.SETTLE_MILLIS);
      window.settle();
      FrameTrial trial = new FrameTrial(window, frames, experiment.targetPerSecond(), watcher);
      long endNanos = System.nanoTime() + length.toNanos();
      trial.repeat(
          policy.equals(FrameExperiment.CACHED)
              ? FrameContender.cached()
              : FrameContender.adaptive(policy),
          experiment.tasks(FrameExperiment.Load.CHANGING, calibration),
          () -> window.isOpen() && System.nanoTime() < endNanos);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
