package dev.flyball.lab.database;

import java.sql.SQLException;

/** One thing a client does from begin to end, with values of its own each time. */
interface Transaction {

  /** Runs it; on an exception it has not happened, once the session is rolled back. */
  void run(Session session) throws SQLException;
}
