package dev.flyball.adapters.mariadb;

import dev.flyball.adapters.mariadb.ControlConnection.Identity;
import dev.flyball.adapters.mariadb.ControlConnection.Variable;
import java.sql.SQLException;
import java.util.Locale;
import java.util.SortedMap;

/** The statements that one make of server understands, and what its answers mean. */
sealed interface Dialect permits MariaDbDialect, PerconaDialect {

  /** The dialect of a server. */
  static Dialect of(Identity server) {
    return server.version().toLowerCase(Locale.ROOT).contains("mariadb")
        ? new MariaDbDialect()
        : new PerconaDialect();
  }

  /** Asks a server. */
  interface Questions {
    /** The rows of an answer with two columns, a name and a number. */
    SortedMap<String, Long> figures(String sql) throws SQLException;

    /** The rows of an answer with so many columns, by the first of them in capitals. */
    SortedMap<String, String[]> rows(String sql, int columns) throws SQLException;

    /** Statements sent so far, which the server counts among its questions. */
    long sent();

    /** Those of them that were {@code SELECT}s, which it counts apart. */
    long selects();
  }

  /** The make of the server, as its maker writes it. */
  String make();

  /** The pool's variables, and {@code THREAD_HANDLING}, by their names in capitals. */
  SortedMap<String, Variable> variables(Questions server) throws SQLException;

  /** The statement that lets this connection overtake what waits in the pool's queues. */
  String hurry();

  /** The server's figures at this moment. */
  Snapshot snapshot(Questions server) throws SQLException;

  /** How a variable came by its value when it was set while the server ran. */
  String setWhileRunning();

  /** How a variable came by its value when the server chose it. */
  String chosenByTheServer();

  /** The privilege that setting the pool's variables needs, as it is written in a GRANT. */
  String privilege();
}
