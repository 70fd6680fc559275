package dev.flyball.adapters.hikari;

import dev.flyball.base.Await;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.jspecify.annotations.Nullable;

/** An H2 database in memory that counts the connections opened, each of which takes a while. */
final class CountedDatabase implements DataSource {

  private static final AtomicInteger NUMBER = new AtomicInteger();

  private final JdbcDataSource database = new JdbcDataSource();
  private final AtomicInteger opened = new AtomicInteger();
  private final Runnable opening;

  /** Each takes so long to open. */
  CountedDatabase(long openNanos) {
    this(() -> pause(openNanos));
  }

  /** Each opens once the gate does. */
  CountedDatabase(CountDownLatch gate) {
    this(() -> Await.on(gate));
  }

  private CountedDatabase(Runnable opening) {
    this.opening = opening;
    database.setURL("jdbc:h2:mem:hikari" + NUMBER.incrementAndGet());
  }

  /** Passes time, as the work of a database does. */
  static void pause(long nanos) {
    long end = System.nanoTime() + nanos;
    for (long left = nanos; left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  int opened() {
    return opened.get();
  }

  @Override
  public Connection getConnection() throws SQLException {
    opening.run();
    Connection made = database.getConnection();
    opened.incrementAndGet();
    return made;
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    return getConnection();
  }

  @Override
  public @Nullable PrintWriter getLogWriter() {
    return null;
  }

  @Override
  public void setLogWriter(@Nullable PrintWriter out) {}

  @Override
  public int getLoginTimeout() {
    return 0;
  }

  @Override
  public void setLoginTimeout(int seconds) {}

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException();
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    throw new SQLFeatureNotSupportedException();
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return false;
  }
}
