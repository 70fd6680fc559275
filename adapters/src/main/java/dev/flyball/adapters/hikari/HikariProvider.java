package dev.flyball.adapters.hikari;

import dev.flyball.pool.foreign.ForeignPool;
import dev.flyball.pool.foreign.ForeignPoolProvider;
import java.util.Optional;

/**
 * Knows the {@code com.zaxxer.hikari.HikariDataSource}, also where HikariCP is absent: types are
 * compared by name first.
 */
public final class HikariProvider implements ForeignPoolProvider {

  private static final String DATA_SOURCE = "com.zaxxer.hikari.HikariDataSource";

  @Override
  public Optional<ForeignPool> adopt(Object pool) {
    return isDataSource(pool.getClass())
        ? Optional.of(HikariConnections.adopt(pool))
        : Optional.empty();
  }

  private static boolean isDataSource(Class<?> type) {
    for (Class<?> at = type; at != null; at = at.getSuperclass()) {
      if (at.getName().equals(DATA_SOURCE)) {
        return true;
      }
    }
    return false;
  }
}
