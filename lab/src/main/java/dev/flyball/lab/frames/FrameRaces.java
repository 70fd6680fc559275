package dev.flyball.lab.frames;

import dev.flyball.adapters.swing.SwingFrames;
import dev.flyball.lab.frames.FrameExperiment.Load;
import dev.flyball.lab.frames.FrameRun.FrameSample;
import dev.flyball.lab.frames.FrameTrial.BackgroundLoad;
import dev.flyball.lab.frames.FrameTrial.FrameContender;
import dev.flyball.lab.harness.HostCalibration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * All pools under all loads beside one window, taking turns; and then the fixed pool of the size
 * that ours found, where that is not among them.
 *
 * <p>Belongs to one thread.
 */
final class FrameRaces {

  private static final long PAUSE_MILLIS = 1000;

  /**
   * The trial for the photograph has this part of the tasks; it is taken at this look, or after.
   */
  private static final int PHOTOGRAPHED_PART = 4;

  private static final int PHOTOGRAPHED_LOOK = 4;

  private final AnimationWindow window;
  private final SwingFrames frames;
  private final HostCalibration calibration;
  private final FrameResults results;
  private final FrameExperiment experiment;
  private final Consumer<String> progress;
  private int ran;
  private int total;

  FrameRaces(
      AnimationWindow window,
      SwingFrames frames,
      HostCalibration calibration,
      FrameResults results,
      Consumer<String> progress) {
    this.window = window;
    this.frames = frames;
    this.calibration = calibration;
    this.results = results;
    this.experiment = results.experiment();
    this.progress = progress;
  }

  /** One run. */
  private record Race(Load load, FrameContender contender) {}

  /** Runs them until the window is closed or minimised, or the thread interrupted. */
  void run() throws InterruptedException {
    photograph();
    if (!all(planned()) || !all(found())) {
      progress.accept("frames: the window was closed or minimised; ended with what is measured");
    }
  }

  /** An unmeasured run, which is the warm-up too: to read the screen takes time from the frames. */
  private void photograph() {
    int tasks = Math.max(1, experiment.tasks() / PHOTOGRAPHED_PART);
    List<BackgroundLoad.Task> all = experiment.load(Load.COMPUTING, calibration).tasks();
    int[] looks = new int[1];
    FrameTrial trial =
        trial(look -> {
          if (++looks[0] == PHOTOGRAPHED_LOOK) {
            readScreen();
          }
        });
    trial.run(
        FrameContender.adaptive(experiment.ours()), new BackgroundLoad(all.subList(0, tasks)));
    if (looks[0] < PHOTOGRAPHED_LOOK) {
      readScreen();
    }
  }

  private void readScreen() {
    if (window.isShown()) {
      window.screenshot().ifPresent(results::photograph);
    }
  }

  private FrameTrial trial(Consumer<FrameSample> watcher) {
    return new FrameTrial(window, frames, experiment.targetPerSecond(), watcher);
  }

  private List<Race> planned() {
    List<Race> races = new ArrayList<>();
    for (int round = 0; round < experiment.rounds(); round++) {
      for (Load load : Load.values()) {
        experiment.contenders().forEach(contender -> races.add(new Race(load, contender)));
      }
    }
    return races;
  }

  private List<Race> found() {
    List<Race> races = new ArrayList<>();
    for (Load load : Load.values()) {
      int found = results.found(load);
      if (found > 0 && !FrameExperiment.FIXED_SIZES.contains(found)) {
        for (int round = 0; round < experiment.rounds(); round++) {
          races.add(new Race(load, FrameContender.fixed(found)));
        }
      }
    }
    return races;
  }

  /** Whether all of them were run. */
  private boolean all(List<Race> races) throws InterruptedException {
    total += races.size();
    for (Race race : races) {
      if (!ran(race)) {
        return false;
      }
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    }
    return true;
  }

  private boolean ran(Race race) throws InterruptedException {
    Optional<FrameRun> run =
        trial(look -> {}).run(race.contender(), experiment.load(race.load(), calibration));
    if (Thread.currentThread().isInterrupted()) {
      throw new InterruptedException("ended before all pools were measured");
    }
    ran++;
    run.ifPresent(ended -> {
      results.add(race.load(), ended);
      progress.accept(said(race, ended));
    });
    return run.isPresent();
  }

  private String said(Race race, FrameRun ended) {
    return String.format(
        Locale.ROOT,
        "frames: %d of %d: %s, %s: %.1f s, %.1f frames/s",
        ran,
        total,
        race.load().words(),
        race.contender().name(),
        ended.seconds(),
        ended.framesPerSecond());
  }
}
