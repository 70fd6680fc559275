package dev.flyball.spring;

import dev.flyball.Flyball;
import dev.flyball.pool.AdaptivePool;
import dev.flyball.pool.ManagedTarget;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.WeakHashMap;

/** Names of targets, where several applications run in one process, as in tests. */
final class Names {

  /** Pools of applications that have not started yet: theirs are not among the targets. */
  private static final Set<AdaptivePool> POOLS = Collections.newSetFromMap(new WeakHashMap<>());

  private Names() {}

  /** Keeps a pool's name for it until the pool is shut down. */
  static void keep(AdaptivePool pool) {
    synchronized (POOLS) {
      POOLS.add(pool);
    }
  }

  /** The name that is wanted, or where another target has it, the first free one of name-2, ... */
  static String free(String wanted) {
    Set<String> taken = new HashSet<>();
    Flyball.targets().stream().map(ManagedTarget::name).forEach(taken::add);
    synchronized (POOLS) {
      POOLS.stream().filter(pool -> !pool.isShutdown()).map(AdaptivePool::name).forEach(taken::add);
    }
    String name = wanted;
    for (int i = 2; taken.contains(name); i++) {
      name = wanted + "-" + i;
    }
    return name;
  }
}
