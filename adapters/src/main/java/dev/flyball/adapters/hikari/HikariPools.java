package dev.flyball.adapters.hikari;

import dev.flyball.adapters.base.Library;
import dev.flyball.pool.foreign.ForeignPool;
import dev.flyball.pool.foreign.ForeignPoolProvider;
import java.util.Optional;

/** Knows the {@link com.zaxxer.hikari.HikariDataSource}. */
public final class HikariPools implements ForeignPoolProvider {

  /** For the service loader. */
  public HikariPools() {}

  @Override
  public Optional<ForeignPool> adopt(Object pool) {
    return Library.has("com.zaxxer.hikari.HikariDataSource")
        ? HikariConnections.adopt(pool)
        : Optional.empty();
  }
}
