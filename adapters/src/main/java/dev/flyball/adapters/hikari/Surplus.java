package dev.flyball.adapters.hikari;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool;
import dev.flyball.base.OnDemandThread;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Lets connections go that a pool has above its maximum.
 *
 * <p>HikariCP only opens none above it. It closes none, and lends all that it has. So they are
 * borrowed, one by one and like everybody else, and evicted: one in use is never touched, and none
 * has to be opened again. (A soft eviction would close all, also those below the maximum.) Where
 * callers wait, the borrower waits among them for its turn, for no longer than {@value
 * #PATIENCE_MILLIS} ms. Where none is idle and no caller waits, it ends, to be called again.
 *
 * <p>A thread of its own borrows: HikariCP may check a connection before it lends it, which takes
 * long if the database is gone. The thread exists only while there are connections to let go.
 *
 * <p>Any thread may call any method.
 */
final class Surplus {

  private static final long PATIENCE_MILLIS = 250;

  private final HikariDataSource source;
  private final @Nullable ClassLoader loader;
  private final OnDemandThread thread =
      new OnDemandThread("flyball-hikari-shrink", true, this::letGoAll, () -> false);

  private volatile @Nullable Thread borrower;
  private volatile boolean waits;

  /**
   * Of a pool.
   *
   * @param loader the context class loader of the threads that HikariCP makes meanwhile
   */
  Surplus(HikariDataSource source, @Nullable ClassLoader loader) {
    this.source = source;
    this.loader = loader;
  }

  /** Whether the current thread is the one that borrows. */
  boolean borrowsHere() {
    return Thread.currentThread().equals(borrower);
  }

  /** How many of the threads that wait are the one that borrows. */
  int waiting() {
    return waits ? 1 : 0;
  }

  /** Lets go what can be had; returns at once. */
  void letGo(HikariPool pool) {
    if (isThere(pool) && canBeHad(pool)) {
      thread.startIfStopped();
    }
  }

  private boolean isThere(HikariPool pool) {
    return pool.poolState == HikariPool.POOL_NORMAL
        && pool.getTotalConnections() > source.getMaximumPoolSize();
  }

  private boolean canBeHad(HikariPool pool) {
    return pool.getIdleConnections() > 0 || pool.getThreadsAwaitingConnection() > waiting();
  }

  private void letGoAll() {
    Thread here = Thread.currentThread();
    here.setContextClassLoader(loader);
    borrower = here;
    try {
      HikariPool pool = (HikariPool) source.getHikariPoolMXBean();
      while (isThere(pool) && canBeHad(pool)) {
        letOneGo(pool);
      }
    } catch (SQLException e) {
      // none was to be had: the next reading looks again
    } finally {
      borrower = null;
    }
  }

  private void letOneGo(HikariPool pool) throws SQLException {
    try (Connection one = borrow(pool)) {
      if (isThere(pool)) {
        pool.evictConnection(one);
      }
    }
  }

  private Connection borrow(HikariPool pool) throws SQLException {
    waits = true;
    try {
      return pool.getConnection(PATIENCE_MILLIS);
    } finally {
      waits = false;
    }
  }
}
