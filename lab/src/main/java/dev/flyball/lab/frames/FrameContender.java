package dev.flyball.lab.frames;

import dev.flyball.adapters.swing.SwingFrames;
import dev.flyball.base.Require;
import dev.flyball.policy.Advice;
import dev.flyball.policy.Signals;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.pool.AdaptivePool;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * A pool for background tasks beside a window.
 *
 * @param name what tables call it
 * @param opening makes the pool, given the frames of the window
 */
record FrameContender(String name, Function<SwingFrames, Running> opening) {

  FrameContender {
    Require.notBlank("name", name);
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

  /** A thread for each task that is there. */
  static FrameContender cached() {
    return new FrameContender(
        "cached", frames -> jdk((ThreadPoolExecutor) Executors.newCachedThreadPool()));
  }

  static FrameContender fixed(int workers) {
    return new FrameContender(
        "fixed, " + workers,
        frames -> jdk((ThreadPoolExecutor) Executors.newFixedThreadPool(workers)));
  }

  /** Our pool, its size decided by the policy of that specification. */
  static FrameContender adaptive(String specification) {
    return new FrameContender(specification, frames -> adaptive(specification, frames));
  }

  private static Running jdk(ThreadPoolExecutor pool) {
    return new Running(pool, pool::getPoolSize, pool::getPoolSize, () -> "as many as were said");
  }

  private static Running adaptive(String specification, SwingFrames frames) {
    AdaptivePool pool =
        AdaptivePool.named("background")
            .governedBy(Policies.parse(specification))
            .signal(Signals.FRAMES_PER_SECOND, frames::perSecond)
            .build();
    Supplier<String> why =
        () -> pool.governor().flatMap(g -> g.lastAdvice()).map(Advice::why).orElse("no advice yet");
    return new Running(pool, pool::workersCurrent, pool::workersTarget, why);
  }
}
