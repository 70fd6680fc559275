package dev.flyball.adapters.tomcat;

import dev.flyball.adapters.base.Library;
import dev.flyball.pool.foreign.ForeignPool;
import dev.flyball.pool.foreign.ForeignPoolProvider;
import java.util.Optional;

/**
 * Knows the threads of a Tomcat {@link org.apache.catalina.connector.Connector} or its protocol.
 */
public final class TomcatPools implements ForeignPoolProvider {

  /** For the service loader. */
  public TomcatPools() {}

  @Override
  public Optional<ForeignPool> adopt(Object pool) {
    return Library.has("org.apache.catalina.connector.Connector")
        ? TomcatThreadPool.adopt(pool)
        : Optional.empty();
  }
}
