package dev.flyball.pool.adopt;

import dev.flyball.pool.foreign.ForeignPool;
import dev.flyball.pool.foreign.ForeignPoolProvider;
import java.util.Iterator;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import org.jspecify.annotations.Nullable;

/** The adapters that there are: those of the JDK's pools, and those of providers. */
public final class ForeignPools {

  private static final System.Logger LOG = System.getLogger(ForeignPools.class.getName());
  private static final String WRAPPERS = Executors.class.getName() + "$";

  private ForeignPools() {}

  /**
   * The adapter of a pool, which is claimed until {@link Claims#release}.
   *
   * @throws IllegalArgumentException when no adapter knows it, or it cannot be governed, or is
   *     governed already
   */
  public static ForeignPool adopt(Object pool) {
    return Claims.claimed(() -> pool instanceof ForeignPool foreign ? foreign : find(pool), pool);
  }

  private static ForeignPool find(Object pool) {
    Optional<ForeignPool> found =
        JdkThreadPool.adopt(pool)
            .or(() -> provided(pool, Thread.currentThread().getContextClassLoader()))
            .or(() -> provided(pool, ForeignPools.class.getClassLoader()));
    return found.orElseThrow(() ->
        new IllegalArgumentException(
            "pool must be of a kind that an adapter knows but was "
                + pool.getClass().getName()
                + "; "
                + remedy(pool)));
  }

  /** By the providers that a class loader finds; one that is broken is left out, and logged. */
  private static Optional<ForeignPool> provided(Object pool, @Nullable ClassLoader loader) {
    Iterator<ForeignPoolProvider> providers =
        ServiceLoader.load(ForeignPoolProvider.class, loader).iterator();
    while (true) {
      try {
        if (!providers.hasNext()) {
          return Optional.empty();
        }
        Optional<ForeignPool> found = providers.next().adopt(pool);
        if (found.isPresent()) {
          return found;
        }
      } catch (ServiceConfigurationError | LinkageError e) {
        LOG.log(System.Logger.Level.WARNING, "a provider of pools cannot be used", e);
      }
    }
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
