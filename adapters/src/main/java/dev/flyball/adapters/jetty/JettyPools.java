package dev.flyball.adapters.jetty;

import dev.flyball.adapters.base.Library;
import dev.flyball.pool.foreign.ForeignPool;
import dev.flyball.pool.foreign.ForeignPoolProvider;
import java.util.Optional;

/** Knows the threads of Jetty. */
public final class JettyPools implements ForeignPoolProvider {

  /** For the service loader. */
  public JettyPools() {}

  @Override
  public Optional<ForeignPool> adopt(Object pool) {
    return Library.has("org.eclipse.jetty.server.Server")
        ? JettyThreadPool.adopt(pool)
        : Optional.empty();
  }
}
