package dev.flyball.adapters.mariadb;

import dev.flyball.adapters.mariadb.ControlConnection.Identity;
import dev.flyball.adapters.mariadb.ControlConnection.Variable;
import java.sql.SQLException;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.SortedMap;

/**
 * A fresh connection to a server that can be governed, with the server's first answers.
 *
 * @param connection ready for statements, which overtake those in the pool's queues
 * @param server the server's identity
 * @param variables the pool's variables, and how they came by their values
 * @param snapshot the beginning of the first window
 */
record Contact(
    ControlConnection connection,
    Identity server,
    SortedMap<String, Variable> variables,
    Snapshot snapshot) {

  /**
   * Identifies the server at the other end of a new connection, and closes the connection if that
   * server cannot be governed. Statements that only one make of server understands follow once it
   * is known to be of that make.
   *
   * @throws ServerRefusedException when the server cannot be governed
   */
  static Contact over(ControlConnection made) throws SQLException {
    boolean usable = false;
    try {
      Identity server = made.identity();
      Refusal.unlessKnown(server);
      SortedMap<String, Variable> variables = made.variables();
      Refusal.unlessPooled(server, variables);
      made.hurry();
      Contact contact = new Contact(made, server, variables, made.snapshot());
      usable = true;
      return contact;
    } finally {
      if (!usable) {
        made.drop();
      }
    }
  }

  /** Whether a knob's variable has been set since the server started. */
  boolean wasSetWhileRunning(Knob knob) {
    Variable variable = variables.get(knob.variable().toUpperCase(Locale.ROOT));
    return variable != null && variable.origin().equals(connection.dialect().setWhileRunning());
  }

  /** The processors that the server may use, as far as that can be known from here. */
  OptionalInt cores(ServerAccess access) {
    Variable size = variables.get("THREAD_POOL_SIZE");
    if (size != null && size.origin().equals(connection.dialect().chosenByTheServer())) {
      return OptionalInt.of(Integer.parseInt(size.value()));
    }
    return access.isOnThisMachine()
        ? OptionalInt.of(Runtime.getRuntime().availableProcessors())
        : OptionalInt.empty();
  }
}
