package dev.flyball.spring;

import dev.flyball.Flyball;
import dev.flyball.expose.PoolMonitor;
import dev.flyball.pool.AdaptivePool;
import dev.flyball.pool.ManagedTarget;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.WeakHashMap;
import javax.management.MBeanServerFactory;

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
    for (int i = 2; taken.contains(name) || isRegistered(name); i++) {
      name = wanted + "-" + i;
    }
    return name;
  }

  /**
   * Whether a target of another class loader has that name over JMX, as of another application in
   * the same server. Starts no bean server.
   */
  private static boolean isRegistered(String name) {
    return MBeanServerFactory.findMBeanServer(null).stream()
        .anyMatch(server -> server.isRegistered(PoolMonitor.objectName(name)));
  }
}
