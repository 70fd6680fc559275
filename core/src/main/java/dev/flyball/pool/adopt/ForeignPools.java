package dev.flyball.pool.adopt;

import dev.flyball.pool.foreign.ForeignPool;
import dev.flyball.pool.foreign.ForeignPoolProvider;
import java.util.Optional;
import java.util.ServiceLoader;

/** The adapters that there are: those of the JDK's pools, and those of providers. */
public final class ForeignPools {

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
                + "; flyball-adapters has some, and one of your own is a ForeignPool"));
  }
}
