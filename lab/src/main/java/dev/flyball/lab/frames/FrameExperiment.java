package dev.flyball.lab.frames;

import dev.flyball.adapters.swing.SwingFrames;
import dev.flyball.base.Require;
import dev.flyball.lab.frames.FrameTrial.BackgroundLoad;
import dev.flyball.lab.frames.FrameTrial.FrameContender;
import dev.flyball.lab.harness.HostCalibration;
import dev.flyball.lab.report.Findings.Chapter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The experiment of Zhang, Su and Wang, "Self-adapting ExecutorService implementation", section V,
 * Fig. 5: 100 tasks handed in at once beside a window, on a pool with a thread for each, on one
 * that follows the frame rate, and on fixed pools; and then the same with tasks that change half
 * way.
 *
 * <p><b>The animation must cost something.</b> On a machine of a few cores a window that draws next
 * to nothing keeps its 60 frames whatever runs beside it, for the kernel gives a thread that sleeps
 * most of the time the processor at once. So a frame takes a wanted CPU time of the event thread (4
 * ms by default, which is 0.24 of a core at 60 frames), by so many balls as that takes here. On 2
 * cores with n threads that compute beside it, the event thread gets about 2 / (n + 1) of a core:
 * enough for n up to 7, were it not for what a virtual screen takes. Nothing is done to any
 * thread's priority.
 *
 * <p><b>The frames</b> of a half second count up to the target, for all pools alike: the timer of
 * the animation fires every 16 ms, and 62 frames now do not make up for 50 before.
 *
 * <p><b>The tasks</b> compute an expression over and over, as the source's do; theirs took 1.8 s
 * each on 16 processors, ours take what is said. Tasks that change half way: the second half waits
 * for three quarters of its time and computes in the last, so that it takes about four times as
 * many workers to use the machine.
 *
 * @param tasks how many tasks, at least 2
 * @param taskTime how long a task takes alone, positive
 * @param frameTime the CPU time of the event thread for a frame, positive
 * @param targetPerSecond the frames per second to keep, above 0 and at most 60, for the animation
 *     draws no more
 * @param rounds how often each pool is measured, the pools taking turns, at least 1
 */
public record FrameExperiment(
    int tasks, Duration taskTime, Duration frameTime, double targetPerSecond, int rounds) {

  static final List<Integer> FIXED_SIZES = List.of(1, 2, 3, 4, 6, 8);
  static final String CACHED = "cached";

  /** The share of the target that may be missing. */
  static final double TOLERANCE = 0.03;

  private static final long SETTLE_MILLIS = 4000;
  private static final long ALONE_MILLIS = 3000;
  private static final double COMPUTING_SHARE = 0.25;
  private static final double TARGET_MAX = 60;

  /** The background's work. */
  enum Load {
    COMPUTING("tasks that compute"),
    CHANGING("tasks that change half way");

    private final String words;

    Load(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }
  }

  public FrameExperiment {
    Require.atLeast("tasks", 2, tasks);
    Require.positive("taskTime", taskTime);
    Require.positive("frameTime", frameTime);
    Require.above("targetPerSecond", 0, targetPerSecond);
    Require.between("targetPerSecond", 0, TARGET_MAX, targetPerSecond);
    Require.atLeast("rounds", 1, rounds);
  }

  /** The source's 100 tasks and 60 frames, the tasks of 200 ms times a scale. */
  public static FrameExperiment of(int rounds, double scale) {
    Duration taskTime = Duration.ofNanos(Math.round(200e6 * scale));
    return new FrameExperiment(100, taskTime, Duration.ofMillis(4), 60, rounds);
  }

  /** The same with another frame rate to keep. */
  public FrameExperiment withTarget(double framesPerSecond) {
    return new FrameExperiment(tasks, taskTime, frameTime, framesPerSecond, rounds);
  }

  /** Our policy in this experiment. */
  String ours() {
    return String.format(Locale.ROOT, "flyball(frame-guard=%.1f)", targetPerSecond);
  }

  /** The published policy, with the target that our tolerance gives ours too. */
  String published() {
    return String.format(Locale.ROOT, "frame-rate(target=%.1f)", (1 - TOLERANCE) * targetPerSecond);
  }

  /**
   * Opens the window and runs all pools, one after the other; when interrupted, or when the window
   * is closed or minimised, ends with what is there.
   *
   * @throws IllegalStateException when there is no display; {@link Display#missing()} says so
   *     before
   */
  public Chapter run(Consumer<String> progress) {
    Display.missing()
        .ifPresent(reason -> {
          throw new IllegalStateException(reason);
        });
    FrameResults results = new FrameResults(this);
    HostCalibration calibration = HostCalibration.here();
    try (AnimationWindow window = AnimationWindow.open("Flyball: frames", frameTime);
        SwingFrames frames = SwingFrames.on(window.frame())) {
      progress.accept(
          "frames: a window opens, and its animation is made as costly as wanted (4 s)");
      TimeUnit.MILLISECONDS.sleep(SETTLE_MILLIS);
      window.settle();
      results.alone(window, ALONE_MILLIS);
      new FrameRaces(window, frames, calibration, results, progress).run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return new FrameFindings(results).chapter();
  }

  BackgroundLoad load(Load load, HostCalibration calibration) {
    BackgroundLoad.Task computing = BackgroundLoad.Task.computing(taskTime, calibration);
    if (load == Load.COMPUTING) {
      return BackgroundLoad.of(tasks, computing);
    }
    BackgroundLoad.Task waiting =
        BackgroundLoad.Task.waiting(taskTime, COMPUTING_SHARE, calibration);
    return BackgroundLoad.of(tasks / 2, computing)
        .then(BackgroundLoad.of(tasks - tasks / 2, waiting));
  }

  List<FrameContender> contenders() {
    List<FrameContender> all = new ArrayList<>();
    all.add(FrameContender.cached());
    all.add(FrameContender.adaptive(published()));
    all.add(FrameContender.adaptive(ours()));
    FIXED_SIZES.forEach(size -> all.add(FrameContender.fixed(size)));
    return all;
  }
}
