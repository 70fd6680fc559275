package dev.flyball.lab.calldata;

import dev.flyball.lab.calldata.TicketAccount.Numbers;
import dev.flyball.lab.database.DatabaseServer;
import dev.flyball.lab.database.ServerFailedException;
import dev.flyball.lab.database.ServerSettings;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * The database server that the program runs on, with a table of tickets, their numbers its primary
 * key; it is gone when it is closed. One program at a time runs on it, and one thread at a time
 * uses it.
 *
 * @param server the server, to be treated badly
 */
record CallDataServer(DatabaseServer server) implements AutoCloseable {

  private static final String DEFINITION =
      """
      CREATE TABLE IF NOT EXISTS ticket (number BIGINT PRIMARY KEY, session VARCHAR(255) NOT NULL,
        origin_host VARCHAR(255) NOT NULL, type TINYINT NOT NULL, record_number BIGINT NOT NULL,
        at DATETIME NOT NULL, caller CHAR(32) NOT NULL, called CHAR(32) NOT NULL,
        seconds BIGINT NOT NULL) ENGINE = InnoDB\
      """;

  private static final int ROWS_FETCHED = 10_000;

  /**
   * Starts the server. It waits for the disk at every commit, without which a server that is killed
   * forgets tickets that it has confirmed.
   *
   * @param says is told of what takes long
   */
  static CallDataServer start(Consumer<String> says) {
    return new CallDataServer(DatabaseServer.start(ServerSettings.usual(), says));
  }

  /** From now on each insert takes so much longer in the server; zero for as long as it takes. */
  void slowDatabase(Duration delay) {
    String trigger =
        delay.isZero()
            ? "DROP TRIGGER IF EXISTS ticket_delay"
            : String.format(
                Locale.ROOT,
                "CREATE OR REPLACE TRIGGER ticket_delay BEFORE INSERT ON ticket"
                    + " FOR EACH ROW DO SLEEP(%.6f)",
                delay.toNanos() / 1e9);
    execute(trigger, "inserts cannot be delayed");
  }

  /** Makes the table, or empties the one that is there; inserts are as slow as they were. */
  void emptyTable() {
    execute(DEFINITION, "the table of tickets cannot be made");
    execute("TRUNCATE TABLE ticket", "the table of tickets cannot be made");
  }

  private void execute(String sql, String failure) {
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new ServerFailedException(failure, e);
    }
  }

  /** The numbers of the tickets that are in the table. */
  Numbers numbers() {
    Numbers numbers = new Numbers();
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement()) {
      statement.setFetchSize(ROWS_FETCHED);
      try (ResultSet rows = statement.executeQuery("SELECT number FROM ticket")) {
        while (rows.next()) {
          numbers.add(rows.getLong(1));
        }
      }
    } catch (SQLException e) {
      throw new ServerFailedException("the tickets cannot be read", e);
    }
    return numbers;
  }

  @Override
  public void close() {
    server.close();
  }
}
