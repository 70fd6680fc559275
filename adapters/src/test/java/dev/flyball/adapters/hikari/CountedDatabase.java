package dev.flyball.adapters.hikari;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
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
  private final long openNanos;

  CountedDatabase(long openNanos) {
    this.openNanos = openNanos;
    database.setURL("jdbc:h2:mem:hikari" + NUMBER.incrementAndGet());
  }

  int opened() {
    return opened.get();
  }

  @Override
  public Connection getConnection() throws SQLException {
    long end = System.nanoTime() + openNanos;
    while (System.nanoTime() < end) {
      LockSupport.parkNanos(end - System.nanoTime());
    }
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
