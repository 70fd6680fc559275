package dev.flyball.adapters.context;

import dev.flyball.pool.TaskDecorator;
import io.micrometer.context.ContextSnapshotFactory;

/**
 * The decorator that carries what is registered with Micrometer's context propagation: trace
 * contexts, logging contexts, security contexts of the libraries that take part.
 *
 * <pre>{@code
 * AdaptivePool orders = AdaptivePool.named("orders").decorate(ContextTasks.propagating()).build();
 * }</pre>
 *
 * <p>The values are taken in the submitting thread, set around the task, and set back after it,
 * also where it throws. Unlike {@code ContextExecutorService}, it leaves the pool a pool: kinds,
 * options, cancelled futures and figures are as without it.
 */
public final class ContextTasks {

  private ContextTasks() {}

  /** By the accessors of the global registry. */
  public static TaskDecorator propagating() {
    return propagating(ContextSnapshotFactory.builder().build());
  }

  /** By those of this factory. */
  public static TaskDecorator propagating(ContextSnapshotFactory contexts) {
    return task -> contexts.captureAll().wrap(task);
  }
}
