package dev.flyball.lab.frames;

import dev.flyball.adapters.swing.SwingFrames;
import dev.flyball.base.Require;
import dev.flyball.lab.frames.FrameRun.FrameSample;
import dev.flyball.lab.frames.FrameTrial.FrameContender;
import dev.flyball.lab.frames.FrameTrial.Task;
import dev.flyball.lab.harness.HostCalibration;
import dev.flyball.lab.harness.Neighbours;
import dev.flyball.lab.harness.Neighbours.Look;
import dev.flyball.lab.report.Findings.Chapter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

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
 * each, and so do ours at the usual scale. Tasks that change half way: the second half waits for
 * three quarters of its time and computes in the last, so that it takes about four times as many
 * workers to use the machine.
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

  private static final List<Integer> FIXED_SIZES = List.of(1, 2, 3, 4, 6, 8);
  static final String CACHED = "cached";

  /** The share of the target that may be missing. */
  static final double TOLERANCE = 0.03;

  static final long SETTLE_MILLIS = 4000;
  private static final long ALONE_MILLIS = 3000;
  private static final long LOOK_MILLIS = 2000;
  private static final double COMPUTING_SHARE = 0.25;
  private static final double TARGET_MAX = 60;

  /** The background's work. */
  enum Load {
    COMPUTING,
    CHANGING;

    String words() {
      return this == COMPUTING ? "tasks that compute" : "tasks that change half way";
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

  /** The source's 100 tasks of 1.8 s, times a scale, and its 60 frames. */
  public static FrameExperiment of(int rounds, double scale) {
    Duration taskTime = Duration.ofNanos(Math.round(1800e6 * scale));
    return new FrameExperiment(100, taskTime, Duration.ofMillis(4), 60, rounds);
  }

  /** Our policy in this experiment. */
  String ours() {
    return FrameDemo.usualPolicy(targetPerSecond);
  }

  /** The published policy: of 60 frames wanted, 58 and fewer are a loss. */
  String published() {
    return targetPerSecond == TARGET_MAX
        ? "frame-rate"
        : String.format(Locale.ROOT, "frame-rate(target=%.1f)", targetPerSecond * 59 / TARGET_MAX);
  }

  /**
   * Opens the window and runs all pools, one after the other; when interrupted, or when the window
   * is closed or minimised, ends with what is there.
   *
   * <p>There must be a display: {@link Display#missing()}.
   */
  public Chapter run(Consumer<String> progress) {
    FrameFindings findings = new FrameFindings(this);
    HostCalibration calibration = HostCalibration.here();
    try {
      progress.accept("frames: looking at what else this machine does (2 s)");
      Look began = Look.now();
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
      findings.neighbours(Neighbours.since(began));
      besideWindow(findings, calibration, Neighbours.since(began), progress);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return findings.chapter();
  }

  private void besideWindow(
      FrameFindings findings,
      HostCalibration calibration,
      Neighbours before,
      Consumer<String> progress)
      throws InterruptedException {
    try (AnimationWindow window = AnimationWindow.open("Flyball: frames", frameTime);
        SwingFrames frames = SwingFrames.on(window.frame())) {
      progress.accept(
          "frames: a window opens, and its animation is made as costly as wanted (4 s)");
      TimeUnit.MILLISECONDS.sleep(SETTLE_MILLIS);
      window.settle();
      Look alone = Look.now();
      findings.alone(window.alone(ALONE_MILLIS));
      double screen = Neighbours.since(alone).without(before.cores().orElse(0)).cores().orElse(0);
      new Races(this, window, frames, calibration, screen, findings, progress).run();
    }
  }

  /** The tasks of a load, in the order in which they are handed in. */
  List<Task> tasks(Load load, HostCalibration calibration) {
    Task computing = Task.computing(taskTime, calibration);
    Task second =
        load == Load.COMPUTING ? computing : Task.waiting(taskTime, COMPUTING_SHARE, calibration);
    return IntStream.range(0, tasks)
        .mapToObj(task -> task < tasks / 2 ? computing : second)
        .toList();
  }

  private Stream<FrameContender> contenders() {
    return Stream.concat(
        Stream.of(
            FrameContender.cached(),
            FrameContender.published(published()),
            FrameContender.adaptive(ours())),
        FIXED_SIZES.stream().map(FrameContender::fixed));
  }

  /**
   * All pools under all loads beside one window, taking turns; and then the fixed pool of the size
   * that ours found, where that is not among them.
   *
   * @param screenCores what a virtual screen takes, in a process of its own, while the window alone
   *     draws all its frames; at most as much while it draws fewer
   */
  private record Races(
      FrameExperiment experiment,
      AnimationWindow window,
      SwingFrames frames,
      HostCalibration calibration,
      double screenCores,
      FrameFindings findings,
      Consumer<String> progress) {

    private static final long PAUSE_MILLIS = 1000;

    /**
     * The trial for the photograph has this part of the tasks; it is taken at this look, or after.
     */
    private static final int PHOTOGRAPHED_PART = 4;

    private static final int PHOTOGRAPHED_LOOK = 4;

    /** One run. */
    private record Race(Load load, FrameContender contender) {}

    /** Runs them until the window is closed or minimised, or the thread interrupted. */
    void run() throws InterruptedException {
      photograph();
      List<Race> planned = planned();
      if (!all(planned, 0) || !all(found(), planned.size())) {
        progress.accept("frames: the window was closed or minimised; ended with what is measured");
      }
    }

    /**
     * An unmeasured run, which is the warm-up too: to read the screen takes time from the frames.
     */
    private void photograph() {
      List<Task> tasks = experiment.tasks(Load.COMPUTING, calibration);
      List<FrameSample> looks = new ArrayList<>();
      trial(
              look -> {
                looks.add(look);
                if (looks.size() == PHOTOGRAPHED_LOOK) {
                  readScreen();
                }
              })
          .run(
              FrameContender.adaptive(experiment.ours()),
              tasks.subList(0, Math.max(1, tasks.size() / PHOTOGRAPHED_PART)));
      if (looks.size() < PHOTOGRAPHED_LOOK) {
        readScreen();
      }
    }

    private void readScreen() {
      if (window.isShown()) {
        window.screenshot().ifPresent(findings::photograph);
      }
    }

    private FrameTrial trial(Consumer<FrameSample> watcher) {
      return new FrameTrial(window, frames, experiment.targetPerSecond, watcher);
    }

    private List<Race> planned() {
      return Collections.nCopies(experiment.rounds, Load.values()).stream()
          .flatMap(Stream::of)
          .flatMap(load -> experiment.contenders().map(contender -> new Race(load, contender)))
          .toList();
    }

    private List<Race> found() {
      return Stream.of(Load.values())
          .filter(load -> findings.found(load) > 0)
          .filter(load -> !FIXED_SIZES.contains(findings.found(load)))
          .map(load -> new Race(load, FrameContender.fixed(findings.found(load))))
          .flatMap(race -> Collections.nCopies(experiment.rounds, race).stream())
          .toList();
    }

    /** Whether all of them were run, so many others having been run before. */
    private boolean all(List<Race> races, int before) throws InterruptedException {
      int ran = before;
      for (Race race : races) {
        Look began = Look.now();
        Optional<FrameRun> run =
            trial(look -> {}).run(race.contender(), experiment.tasks(race.load(), calibration));
        if (Thread.currentThread().isInterrupted()) {
          throw new InterruptedException("ended before all pools were measured");
        }
        if (run.isEmpty()) {
          return false;
        }
        ran++;
        findings.add(race.load(), run.get());
        findings.neighbours(Neighbours.since(began).without(screenCores));
        progress.accept(
            String.format(
                Locale.ROOT,
                "frames: %d of %d: %s, %s: %.1f s, %.1f frames/s",
                ran,
                before + races.size(),
                race.load().words(),
                race.contender().name(),
                run.get().seconds(),
                run.get().framesPerSecond()));
        TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
      }
      return true;
    }
  }
}
