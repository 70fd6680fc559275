package dev.flyball.lab.flow.tasks;

import dev.flyball.base.Require;
import dev.flyball.dataflow.measure.NodeTasks;
import dev.flyball.dataflow.measure.RecordTask;
import dev.flyball.lab.database.DatabaseServer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * Inserts each record into a table of a MariaDB server on this machine, in a transaction of its own
 * whose commit waits for the disk, over a pool of connections that all threads share.
 *
 * <p>The server's processor time is not the node's, though both share the machine.
 *
 * @param bytes how long a record is, from 1 to {@value #BYTES_MAX}
 * @param connections how many connections the pool has, from 1 to {@value #CONNECTIONS_MAX}
 */
public record InsertRow(int bytes, int connections) implements NodeWork {

  static final int BYTES_MAX = 60_000;
  static final int CONNECTIONS_MAX = 1000;

  public InsertRow {
    Require.between("bytes", 1, BYTES_MAX, bytes);
    Require.between("connections", 1, CONNECTIONS_MAX, connections);
  }

  @Override
  public String text() {
    return "inserts "
        + bytes
        + " bytes into a database over "
        + connections
        + " connections, durably";
  }

  @Override
  public boolean needsDatabase() {
    return true;
  }

  @Override
  public NodeTasks open(WorkSite site) throws SQLException {
    return new Inserter(site.database(), site.newName("tickets"), this);
  }

  /** A connection and its statement, used by one thread at a time. */
  private record Lent(Connection connection, PreparedStatement insert) {}

  /** The table, and the pool of connections to it. */
  private static final class Inserter implements NodeTasks {

    private final List<Lent> all = new ArrayList<>();
    private final BlockingQueue<Lent> free;

    Inserter(DatabaseServer server, String table, InsertRow work) throws SQLException {
      free = new ArrayBlockingQueue<>(work.connections());
      try {
        try (Connection connection = server.connect();
            Statement statement = connection.createStatement()) {
          statement.execute(
              "CREATE TABLE "
                  + table
                  + " (id BIGINT AUTO_INCREMENT PRIMARY KEY, ticket VARBINARY("
                  + BYTES_MAX
                  + ") NOT NULL) ENGINE = InnoDB");
        }
        for (int i = 0; i < work.connections(); i++) {
          connect(server, table, Tickets.bytes(work.bytes()));
        }
      } catch (SQLException e) {
        close();
        throw e;
      }
    }

    private void connect(DatabaseServer server, String table, byte[] ticket) throws SQLException {
      Connection connection = server.connect();
      PreparedStatement insert =
          connection.prepareStatement("INSERT INTO " + table + " (ticket) VALUES (?)");
      insert.setBytes(1, ticket);
      Lent lent = new Lent(connection, insert);
      all.add(lent);
      free.add(lent);
    }

    @Override
    public RecordTask taskOfThread() {
      return this::insert;
    }

    private void insert() throws SQLException, InterruptedException {
      Lent lent = free.take();
      try {
        lent.insert().executeUpdate();
      } finally {
        free.add(lent);
      }
    }

    @Override
    public void close() {
      for (Lent lent : all) {
        closeQuietly(lent.connection());
      }
    }

    private static void closeQuietly(Connection connection) {
      try {
        connection.close();
      } catch (SQLException lost) {
        // It is gone, which is what was wanted.
      }
    }
  }
}
