package org.example.adopted;

import com.zaxxer.hikari.HikariDataSource;
import dev.flyball.Flyball;
import dev.flyball.pool.AdoptedPool;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The connections to a database. */
public final class HikariConnections {

  public static void main(String[] args) {
    ExecutorService callers = Executors.newCachedThreadPool();
    try (HikariDataSource source = new HikariDataSource()) {
      source.setJdbcUrl("jdbc:h2:mem:orders");
      source.setMaximumPoolSize(1);
      try (AdoptedPool pool = Flyball.govern("hikari", source)) {
        Load.offer(pool, () -> callers.execute(() -> use(source)));
      }
    } finally {
      callers.shutdown();
    }
  }

  private static void use(HikariDataSource source) {
    try (Connection borrowed = source.getConnection()) {
      Load.call(); // what is done with it
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
