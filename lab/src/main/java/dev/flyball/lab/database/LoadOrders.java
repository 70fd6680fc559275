package dev.flyball.lab.database;

import dev.flyball.lab.database.Client.Session;
import dev.flyball.lab.database.ClientLoad.LoadLedger;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The shared state of all clients of one load: what to do now, where to enter what they did, and
 * when to stop. Safe for use by all of them at once.
 */
final class LoadOrders {

  private final RowTransactions onRows;
  private final OrderTransactions onOrders;
  private final LoadLedger ledger = new LoadLedger(System.nanoTime());
  private final CountDownLatch unconnected;
  private final CountDownLatch end = new CountDownLatch(1);
  private volatile Transaction transaction;
  private volatile @Nullable String lastFailure;

  LoadOrders(Tables tables, Profile profile, int clients) {
    onRows = new RowTransactions(tables);
    onOrders = new OrderTransactions(tables.tables());
    unconnected = new CountDownLatch(clients);
    transaction = transaction(profile);
  }

  LoadLedger ledger() {
    return ledger;
  }

  Transaction transaction() {
    return transaction;
  }

  void switchTo(Profile next) {
    transaction = transaction(next);
  }

  /** Said by a client once, when it has its first connection. */
  void connected() {
    unconnected.countDown();
  }

  boolean allConnectedWithin(long seconds) {
    return happens(unconnected, seconds * 1_000);
  }

  void lost(Exception failure) {
    ledger.lost();
    lastFailure = failure.getMessage();
  }

  Optional<String> lastFailure() {
    return Optional.ofNullable(lastFailure);
  }

  void end() {
    end.countDown();
  }

  boolean goOn() {
    return end.getCount() > 0;
  }

  /** Waits so long, or until the end if that is sooner. */
  void pause(long millis) {
    happens(end, millis);
  }

  private static boolean happens(CountDownLatch event, long patienceMillis) {
    try {
      return event.await(patienceMillis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private Transaction transaction(Profile profile) {
    return switch (profile) {
      case POINT_SELECT -> onRows::pointSelect;
      case READ_ONLY -> onRows::readOnly;
      case READ_WRITE -> onRows::readWrite;
      case UPDATE -> onRows::update;
      case HOT_UPDATE -> onRows::hotUpdate;
      case NEW_ORDER -> onOrders::any;
    };
  }

  /** One thing a client does from begin to end, with values of its own each time. */
  interface Transaction {

    /** Runs it; on an exception it has not happened, once the session is rolled back. */
    void run(Session session) throws SQLException;
  }
}
