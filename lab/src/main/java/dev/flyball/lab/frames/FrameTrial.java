package dev.flyball.lab.frames;

import dev.flyball.adapters.swing.SwingFrames;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * One load on one pool beside an animation that goes on all the time.
 *
 * @param window the window with the animation
 * @param frames its frames, as the pool's policy sees them
 * @param watcher told of each look
 */
record FrameTrial(AnimationWindow window, SwingFrames frames, Consumer<FrameSample> watcher) {

  private static final long LOOK_MILLIS = 500;

  /** Runs all tasks; when interrupted, gives up those that have not begun. */
  FrameRun run(FrameContender contender, BackgroundLoad load) {
    FrameContender.Running pool = contender.opening().apply(frames);
    try {
      return run(contender.name(), pool, load);
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

  private FrameRun run(String name, FrameContender.Running pool, BackgroundLoad load) {
    return run(name, pool, load, () -> true);
  }

  private FrameRun run(
      String name, FrameContender.Running pool, BackgroundLoad load, BooleanSupplier goOn) {
    CountDownLatch left = new CountDownLatch(load.tasks().size());
    Looks looks = new Looks(pool, left);
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

  /** What is seen of a run, look by look. */
  private final class Looks {
    private final FrameContender.Running pool;
    private final CountDownLatch left;
    private final long tasks;
    private final long beganNanos = System.nanoTime();
    private final long beganFrames = window.panel().frames();
    private final List<FrameSample> samples = new ArrayList<>();
    private long lastNanos = beganNanos;
    private long lastFrames = beganFrames;

    Looks(FrameContender.Running pool, CountDownLatch left) {
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

    FrameRun end(String contender) {
      double seconds = (System.nanoTime() - beganNanos) / 1e9;
      double frames = (window.panel().frames() - beganFrames) / seconds;
      return new FrameRun(contender, seconds, frames, samples);
    }
  }
}
