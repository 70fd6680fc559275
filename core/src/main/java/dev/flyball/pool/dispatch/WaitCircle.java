package dev.flyball.pool.dispatch;

import dev.flyball.policy.Reason;
import dev.flyball.pool.base.PoolFuture;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Pools whose tasks wait for one another's results in a circle. When all workers of the circle wait
 * so, none of its tasks ends any more.
 *
 * <p>What a waiting thread waits for is read from its {@linkplain LockSupport#getBlocker blocker},
 * which is the future itself. So a wait costs nothing more, and only those in {@code get}, {@code
 * invokeAll} and {@code invokeAny} are seen, by workers of pools and for results of pools.
 */
final class WaitCircle {

  /**
   * A step of the way from pool to pool.
   *
   * @param pool the pool that it has led to
   * @param waiting workers of the pool before that wait for results of this one
   * @param before the step before; null for the first
   */
  private record Step(Dispatcher pool, int waiting, @Nullable Step before) {

    /** The way up to here, from its beginning on. */
    private Reason path() {
      String name = pool.name();
      return before == null
          ? Reason.of("%{awaiting}d workers wait for tasks of pool '%s'", waiting, name)
          : before.path().and("%d of its workers for tasks of pool '%s'", waiting, name);
    }
  }

  private WaitCircle() {}

  /** The shortest circle that a pool is in; empty where it is in none. */
  static Optional<Reason> of(Dispatcher pool) {
    Set<Dispatcher> reached = new HashSet<>();
    Deque<Step> next = new ArrayDeque<>();
    steps(pool, null, next, reached);
    while (!next.isEmpty()) {
      Step step = next.poll();
      if (step.pool() == pool) {
        return Optional.of(Reason.by("circle", "pools wait for one another: %s", step.path()));
      }
      steps(step.pool(), step, next, reached);
    }
    return Optional.empty();
  }

  private static void steps(
      Dispatcher from, @Nullable Step before, Deque<Step> next, Set<Dispatcher> reached) {
    awaited(from)
        .forEach((pool, waiting) -> {
          if (reached.add(pool)) {
            next.add(new Step(pool, waiting, before));
          }
        });
  }

  /** The other pools whose results a pool's workers wait for, and how many of them do. */
  private static Map<Dispatcher, Integer> awaited(Dispatcher by) {
    Map<Dispatcher, Integer> awaited = new LinkedHashMap<>();
    for (Thread thread : by.look().inTask()) {
      if (LockSupport.getBlocker(thread) instanceof PoolFuture<?> future
          && future.sink() instanceof Dispatcher pool
          && pool != by) {
        awaited.merge(pool, 1, Integer::sum);
      }
    }
    return awaited;
  }
}
