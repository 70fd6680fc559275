package dev.flyball.pool.adopt;

import dev.flyball.pool.foreign.ForeignPool;
import dev.flyball.pool.foreign.ForeignPoolProvider;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;

/** The adapters that there are: those of the JDK's pools, and those of providers. */
public final class ForeignPools {

  private static final String WRAPPERS = Executors.class.getName() + "$";

  private ForeignPools() {}

  /**
   * The adapter of a pool.
   *
   * @throws IllegalArgumentException when no adapter knows it, or it cannot be governed
   */
  public static ForeignPool adopt(Object pool) {
    Optional<ForeignPool> found = JdkThreadPool.adopt(pool);
    for (ForeignPoolProvider provider : ServiceLoader.load(ForeignPoolProvider.class)) {
      found = found.or(() -> provider.adopt(pool));
    }
    return found.orElseThrow(() ->
        new IllegalArgumentException(
            "pool must be of a kind that an adapter knows but was "
                + pool.getClass().getName()
                + "; "
                + remedy(pool)));
  }

  private static String remedy(Object pool) {
    if (pool instanceof ForkJoinPool) {
      return "it does not count what it has done, for its steals are no ends of tasks";
    }
    return pool.getClass().getName().startsWith(WRAPPERS)
        ? "that hides the pool inside it: make a ThreadPoolExecutor of your own"
        : "flyball-adapters has some, and one of your own is a ForeignPool";
  }
}
