package dev.flyball.adapters.spring;

import dev.flyball.pool.adopt.ForeignPools;
import dev.flyball.pool.foreign.ForeignPool;
import java.util.Optional;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

/**
 * The pool inside one of Spring's executors. The executor's own bounds stay what the application
 * has set; they are not asked again once the pool is made.
 */
final class TaskExecutors {

  private TaskExecutors() {}

  /**
   * The adapter of an executor; empty for something else.
   *
   * @throws IllegalArgumentException when it cannot be governed
   */
  static Optional<ForeignPool> adopt(Object pool) {
    if (pool instanceof ThreadPoolTaskExecutor executor) {
      return Optional.of(ForeignPools.adopt(inside(executor)));
    }
    if (pool instanceof ThreadPoolTaskScheduler) {
      throw new IllegalArgumentException(
          "pool must not be a ThreadPoolTaskScheduler, whose queue holds tasks that are not yet due,"
              + " so that nothing tells how many wait: use Flyball.scheduled");
    }
    if (pool instanceof SimpleAsyncTaskExecutor) {
      throw new IllegalArgumentException(
          "pool must count its tasks, which a SimpleAsyncTaskExecutor does not: use Flyball.limit");
    }
    return Optional.empty();
  }

  private static Object inside(ThreadPoolTaskExecutor executor) {
    try {
      return executor.getThreadPoolExecutor();
    } catch (IllegalStateException e) {
      throw new IllegalArgumentException("pool must be initialised but was not: " + executor, e);
    }
  }
}
