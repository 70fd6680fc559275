package dev.flyball.lab.database;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.flyball.Flyball;
import dev.flyball.pool.AdoptedPool;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Governed connection pools in front of a real MariaDB, with transactions that come at random and
 * of which each writes. The server's own counts tell whether a connection in use was closed.
 */
@Tag("slow")
@Timeout(300)
class HikariOnMariaDbIT {

  private static final double PER_SECOND = 100;

  /** What a transaction waits for, beside its commit. */
  private static final String WAIT = "SELECT SLEEP(0.03)";

  private static final Duration SETTLING = Duration.ofSeconds(10);

  /** How long the load stays steady; more by {@code -Dflyball.steady-seconds=N}. */
  private static final Duration STEADY =
      Duration.ofSeconds(Long.getLong("flyball.steady-seconds", 10));

  private static final double RESIZES_A_MINUTE = 2;

  private static DatabaseServer server;

  private final ExecutorService callers = Executors.newCachedThreadPool();
  private final Queue<SQLException> failures = new ConcurrentLinkedQueue<>();
  private final AtomicLong committed = new AtomicLong();

  @BeforeAll
  static void start() throws SQLException {
    server = DatabaseServer.start(ServerSettings.usual(), said -> {});
    server.set("max_connections", 300);
    run("CREATE DATABASE shop");
    run("CREATE TABLE shop.orders (id BIGINT AUTO_INCREMENT PRIMARY KEY, amount INT NOT NULL)");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static void run(String sql) throws SQLException {
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static long number(String sql, int column) throws SQLException {
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getLong(column);
    }
  }

  private static HikariDataSource source(int size) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(server.url());
    config.setUsername(server.user());
    config.setPassword(server.password());
    config.setMaximumPoolSize(size);
    config.setAutoCommit(false);
    return new HikariDataSource(config);
  }

  private void buy(HikariDataSource source) {
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("INSERT INTO shop.orders (amount) VALUES (1)");
      statement.execute(WAIT);
      connection.commit();
      committed.incrementAndGet();
    } catch (SQLException e) {
      failures.add(e);
    }
  }

  /** Returns once the transactions of that time have begun. */
  private void buyAtRandom(Duration duration, HikariDataSource... sources) {
    Random dice = new Random(1);
    double atNanos = System.nanoTime();
    double endNanos = atNanos + duration.toNanos();
    while (atNanos < endNanos) {
      atNanos -= Math.log(1 - dice.nextDouble()) * 1e9 / PER_SECOND;
      long leftNanos;
      while ((leftNanos = (long) atNanos - System.nanoTime()) > 0) {
        LockSupport.parkNanos(leftNanos);
      }
      for (HikariDataSource source : sources) {
        callers.execute(() -> buy(source));
      }
    }
  }

  private static long resizes(AdoptedPool pool) {
    return pool.governor().orElseThrow().journal().changes();
  }

  @Test
  void aSteadyLoadMovesThemSeldom() throws SQLException, InterruptedException {
    long abortedBefore = number("SHOW GLOBAL STATUS LIKE 'Aborted_clients'", 2);
    double allowed = Math.ceil(RESIZES_A_MINUTE * STEADY.toNanos() / 60e9);
    try (HikariDataSource small = source(1);
        HikariDataSource large = source(200);
        AdoptedPool fromSmall = Flyball.govern("orders from one connection", small);
        AdoptedPool fromLarge = Flyball.govern("orders from 200 connections", large)) {
      buyAtRandom(SETTLING, small, large);
      long resizesOfSmall = resizes(fromSmall);
      long resizesOfLarge = resizes(fromLarge);
      buyAtRandom(STEADY, small, large);

      assertThat(resizes(fromSmall) - resizesOfSmall).isLessThanOrEqualTo((long) allowed);
      assertThat(resizes(fromLarge) - resizesOfLarge).isLessThanOrEqualTo((long) allowed);
      assertThat(fromSmall.workersTarget()).isBetween(4, 20);
      assertThat(fromLarge.workersTarget()).isBetween(4, 20);
      callers.shutdown();
      assertThat(callers.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(failures).isEmpty();
    assertThat(number("SELECT COUNT(*) FROM shop.orders", 1)).isEqualTo(committed.get());
    assertThat(number("SHOW GLOBAL STATUS LIKE 'Aborted_clients'", 2)).isEqualTo(abortedBefore);
  }
}
