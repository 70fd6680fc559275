package dev.flyball.lab.frames;

import dev.flyball.adapters.swing.SwingFrames;
import dev.flyball.control.Governor;
import dev.flyball.lab.frames.FrameRun.FrameSample;
import dev.flyball.lab.harness.HostCalibration;
import dev.flyball.policy.Advice;
import dev.flyball.policy.Signals;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.pool.AdaptivePool;
import dev.flyball.pool.PoolBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

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
  Optional<FrameRun> run(FrameContender contender, List<Task> tasks) {
    Running pool = contender.opening().apply(frames);
    try {
      FrameRun run = run(contender.name(), pool, tasks, window::isShown);
      boolean whole = window.isShown() && !Thread.currentThread().isInterrupted();
      return whole ? Optional.of(run) : Optional.empty();
    } finally {
      pool.executor().shutdownNow();
    }
  }

  /** Runs all tasks, and all of them again, on one pool, as long as is said. */
  void repeat(FrameContender contender, List<Task> tasks, BooleanSupplier goOn) {
    Running pool = contender.opening().apply(frames);
    try {
      while (goOn.getAsBoolean() && !Thread.currentThread().isInterrupted()) {
        run(contender.name(), pool, tasks, goOn);
      }
    } finally {
      pool.executor().shutdownNow();
    }
  }

  private FrameRun run(String name, Running pool, List<Task> tasks, BooleanSupplier goOn) {
    CountDownLatch left = new CountDownLatch(tasks.size());
    Looks looks = new Looks();
    for (Task task : tasks) {
      pool.executor()
          .execute(() -> {
            task.run();
            left.countDown();
          });
    }
    IntSupplier done = () -> tasks.size() - (int) left.getCount();
    try {
      while (goOn.getAsBoolean() && !left.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
        looks.look(pool, done.getAsInt(), tasks.size());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    long nowNanos = System.nanoTime();
    if (looks.areDue(nowNanos)) {
      looks.look(pool, done.getAsInt(), tasks.size());
    }
    double seconds = (nowNanos - looks.beganNanos) / 1e9;
    return new FrameRun(name, tasks.size(), seconds, targetPerSecond, looks.samples);
  }

  /** The observations of a run, look by look. */
  private final class Looks {
    private final long beganNanos = System.nanoTime();
    private final List<FrameSample> samples = new ArrayList<>();
    private long lastNanos = beganNanos;
    private long lastFrames = window.panel().frames();

    void look(Running pool, int done, int tasks) {
      long nowNanos = System.nanoTime();
      long now = window.panel().frames();
      FrameSample sample =
          new FrameSample(
              (nowNanos - beganNanos) / 1e9,
              (now - lastFrames) * 1e9 / (nowNanos - lastNanos),
              pool.workers().getAsInt(),
              pool.asked().getAsInt(),
              done,
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
              done,
              tasks));
      watcher.accept(sample);
    }

    /** Whether there is none yet, or a last one would not be too short to say anything. */
    boolean areDue(long nowNanos) {
      return samples.isEmpty()
          || nowNanos - lastNanos >= TimeUnit.MILLISECONDS.toNanos(LOOK_MILLIS) / 2;
    }
  }

  /**
   * A pool that runs.
   *
   * @param executor takes the tasks
   * @param workers the workers that exist
   * @param asked the size asked for
   * @param why why it has that size, in one line
   */
  record Running(
      ExecutorService executor, IntSupplier workers, IntSupplier asked, Supplier<String> why) {}

  /**
   * A pool for background tasks beside a window.
   *
   * @param name what tables call it
   * @param opening makes the pool, given the frames of the window
   */
  record FrameContender(String name, Function<SwingFrames, Running> opening) {

    /** A thread for each task that is there. */
    static FrameContender cached() {
      return new FrameContender("cached", frames -> jdk(Executors.newCachedThreadPool()));
    }

    static FrameContender fixed(int workers) {
      return new FrameContender(
          "fixed, " + workers, frames -> jdk(Executors.newFixedThreadPool(workers)));
    }

    private static Running jdk(ExecutorService executor) {
      IntSupplier size = ((ThreadPoolExecutor) executor)::getPoolSize;
      return new Running(executor, size, size, () -> "as many as were said");
    }

    /** Our pool, its size decided by the policy of that specification. */
    static FrameContender adaptive(String specification) {
      return adaptive(specification, pool -> pool);
    }

    /** The same with a worker for each core to begin with, as the published program has. */
    static FrameContender published(String specification) {
      int cores = Runtime.getRuntime().availableProcessors();
      return adaptive(specification, pool -> pool.workers(cores));
    }

    private static FrameContender adaptive(String specification, UnaryOperator<PoolBuilder> plan) {
      return new FrameContender(specification, frames -> adaptive(specification, plan, frames));
    }

    private static Running adaptive(
        String specification, UnaryOperator<PoolBuilder> plan, SwingFrames frames) {
      PoolBuilder governed =
          AdaptivePool.named("background")
              .governedBy(Policies.parse(specification))
              .signal(Signals.FRAMES_PER_SECOND, frames::perSecond);
      AdaptivePool pool = plan.apply(governed).build();
      return new Running(
          pool,
          pool::workersCurrent,
          pool::workersTarget,
          () ->
              pool.governor()
                  .flatMap(Governor::lastAdvice)
                  .map(Advice::why)
                  .orElse("no advice yet"));
    }
  }

  /**
   * A background task.
   *
   * @param calibration the processor that it computes on
   * @param cpuNanos how long it computes in each piece, on a processor of its own, in nanoseconds
   * @param pieces how many pieces
   * @param waitNanos how long it waits after each piece, in nanoseconds
   */
  record Task(HostCalibration calibration, long cpuNanos, int pieces, long waitNanos)
      implements Runnable {

    /** A task that waits does it in so many pieces, with the computing between them. */
    private static final int PIECES = 10;

    /** A task that computes all the time. */
    static Task computing(Duration cpuTime, HostCalibration calibration) {
      return new Task(calibration, cpuTime.toNanos(), 1, 0);
    }

    /** A task that computes for a share of its time and waits for the rest of it. */
    static Task waiting(Duration time, double computingShare, HostCalibration calibration) {
      long cpuNanos = Math.round(time.toNanos() * computingShare);
      return new Task(calibration, cpuNanos / PIECES, PIECES, (time.toNanos() - cpuNanos) / PIECES);
    }

    /** Ends early when it is interrupted. */
    @Override
    public void run() {
      try {
        for (int done = 0; done < pieces; done++) {
          calibration.work(cpuNanos);
          calibration.pause(waitNanos);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
