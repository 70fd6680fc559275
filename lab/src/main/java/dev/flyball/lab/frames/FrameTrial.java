package dev.flyball.lab.frames;

import dev.flyball.adapters.swing.SwingFrames;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * One load on one pool beside an animation that goes on all the time.
 *
 * @param window the window with the animation
 * @param frames its frames, as the pool's policy sees them
 * @param targetPerSecond the frames per second that are wanted
 * @param watcher told of each look
 */
record FrameTrial(
    AnimationWindow window,
    SwingFrames frames,
    double targetPerSecond,
    Consumer<FrameSample> watcher) {

  private static final long LOOK_MILLIS = 500;

  /**
   * Runs all tasks. Empty where that says nothing, for the thread was interrupted, or the window
   * closed or minimised; then the tasks that have not begun are given up.
   */
  Optional<FrameRun> run(FrameContender contender, BackgroundLoad load) {
    FrameContender.Running pool = contender.opening().apply(frames);
    try {
      FrameRun run = run(contender.name(), pool, load, window::isShown);
      boolean whole = window.isShown() && !Thread.currentThread().isInterrupted();
      return whole ? Optional.of(run) : Optional.empty();
    } finally {
      pool.executor().shutdownNow();
    }
  }

  /** Runs all tasks, and all of them again, on one pool, as long as is said. */
  void repeat(FrameContender contender, BackgroundLoad load, BooleanSupplier goOn) {
    FrameContender.Running pool = contender.opening().apply(frames);
    try {
      while (goOn.getAsBoolean() && !Thread.currentThread().isInterrupted()) {
        run(contender.name(), pool, load, goOn);
      }
    } finally {
      pool.executor().shutdownNow();
    }
  }

  private FrameRun run(
      String name, FrameContender.Running pool, BackgroundLoad load, BooleanSupplier goOn) {
    CountDownLatch left = new CountDownLatch(load.tasks().size());
    Polls looks = new Polls(pool, left);
    for (BackgroundLoad.Task task : load.tasks()) {
      pool.executor()
          .execute(() -> {
            task.run();
            left.countDown();
          });
    }
    try {
      while (goOn.getAsBoolean() && !left.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
        looks.look();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return looks.end(name);
  }

  /** The observations of a run, look by look. */
  private final class Polls {
    private final FrameContender.Running pool;
    private final CountDownLatch left;
    private final long tasks;
    private final long beganNanos = System.nanoTime();
    private final List<FrameSample> samples = new ArrayList<>();
    private long lastNanos = beganNanos;
    private long lastFrames = window.panel().frames();

    Polls(FrameContender.Running pool, CountDownLatch left) {
      this.pool = pool;
      this.left = left;
      this.tasks = left.getCount();
    }

    void look() {
      long nowNanos = System.nanoTime();
      long now = window.panel().frames();
      FrameSample sample =
          new FrameSample(
              (nowNanos - beganNanos) / 1e9,
              (now - lastFrames) * 1e9 / (nowNanos - lastNanos),
              pool.workers().getAsInt(),
              pool.asked().getAsInt(),
              (int) (tasks - left.getCount()),
              pool.why().get());
      lastNanos = nowNanos;
      lastFrames = now;
      samples.add(sample);
      window.show(
          String.format(
              Locale.ROOT,
              "%4.1f frames/s  %3d workers  %3d of %d tasks done",
              sample.framesPerSecond(),
              sample.workers(),
              sample.done(),
              tasks));
      watcher.accept(sample);
    }

    /** A last look, unless it would be too short to say anything. */
    FrameRun end(String contender) {
      long nowNanos = System.nanoTime();
      long unseenNanos = nowNanos - lastNanos;
      if (samples.isEmpty() || unseenNanos >= TimeUnit.MILLISECONDS.toNanos(LOOK_MILLIS) / 2) {
        look();
      }
      double seconds = (nowNanos - beganNanos) / 1e9;
      return new FrameRun(contender, (int) tasks, seconds, targetPerSecond, samples);
    }
  }
}
