package dev.flyball.adapters.mariadb;

import dev.flyball.adapters.mariadb.ControlConnection.Identity;
import dev.flyball.adapters.mariadb.ControlConnection.Variable;
import java.sql.SQLException;
import java.util.Locale;
import java.util.SortedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The reasons why a server cannot be governed, each with its remedy. */
final class Refusal {

  private static final int ACCESS_DENIED = 1045;
  private static final int DATABASE_DENIED = 1044;
  private static final int TOO_MANY_CONNECTIONS = 1040;
  private static final int PRIVILEGE_MISSING = 1227;

  /** How MySQL says that a plug-in, its Enterprise Edition's pool, handles the threads. */
  private static final String PLUGIN = "loaded-dynamically";

  private static final String TURN_ON =
      ", so there is no pool to size: set thread_handling=pool-of-threads under [mysqld] in its"
          + " configuration (my.cnf) and restart it";

  private static final Pattern VERSION = Pattern.compile("(\\d+)\\.(\\d+).*");

  private Refusal() {}

  /** No connection came about. */
  static ServerRefusedException atConnecting(ServerAccess access, SQLException e) {
    String where = access.shownUrl() + " as '" + access.user() + "'";
    String wayOut =
        switch (e.getErrorCode()) {
          case ACCESS_DENIED ->
              (access.password().isEmpty()
                      ? "no password was given, or the account"
                      : "the account")
                  + " or its password is wrong, or the account may not connect from here";
          case DATABASE_DENIED ->
              "the account may not use that database: none is needed, so leave it out of the URL";
          case TOO_MANY_CONNECTIONS ->
              "all of its connections are taken: set extra_port (MariaDB) or admin_port (Percona"
                  + " Server) in the server's configuration and connect to that port, or raise"
                  + " max_connections";
          default ->
              "the server must run, listen on that port and be reachable from here (where its"
                  + " threads are all taken, set extra_port (MariaDB) or admin_port (Percona Server) in"
                  + " its configuration and connect to that port)";
        };
    return new ServerRefusedException(
        "cannot connect to "
            + where
            + ": "
            + wayOut
            + "; the server or its driver said: "
            + said(e),
        e);
  }

  /** There is a connection, and no answer to the first questions. */
  static ServerRefusedException afterConnecting(ServerAccess access, SQLException e) {
    return new ServerRefusedException(
        "connected to "
            + access.shownUrl()
            + " as '"
            + access.user()
            + "', but the server does not say what must be known of it: where it is busy or hangs,"
            + " try again with a longer timeout; the server or its driver said: "
            + said(e),
        e);
  }

  /** The server is of no make that is known, or too old, whatever its variables are. */
  static void unlessKnown(Identity server) {
    String name = name(server);
    Matcher version = VERSION.matcher(server.version());
    if (Dialect.of(server) instanceof MariaDbDialect) {
      if (version.matches() && isBefore(version, 10, 5)) {
        throw new ServerRefusedException(
            name + " does not tell its pool's queues: MariaDB 10.5 or newer is needed");
      }
    } else if (version.matches() && isBefore(version, 8, 0)) {
      throw new ServerRefusedException(
          name
              + " is too old: Percona Server 8.0 or newer is needed, or MariaDB 10.5 or newer, whose"
              + " pool of threads can be resized while it runs");
    }
  }

  private static String name(Identity server) {
    return "the server (" + server.version() + ", " + server.comment() + ")";
  }

  /** The server has no pool whose size can be changed while it runs. */
  static void unlessPooled(Identity server, SortedMap<String, Variable> variables) {
    String name = name(server);
    Variable handling = variables.get("THREAD_HANDLING");
    if (handling == null || !handling.value().equals("pool-of-threads")) {
      String runs = handling == null ? "without a thread pool" : handling.value();
      throw new ServerRefusedException(
          name + " runs " + runs + (isMySql(server, variables) ? ofMySql(runs) : TURN_ON));
    }
    for (Knob knob : Knob.values()) {
      Variable variable = variables.get(knob.variable().toUpperCase(Locale.ROOT));
      if (variable == null || variable.readOnly()) {
        throw new ServerRefusedException(
            name
                + " has no variable "
                + knob.variable()
                + " that can be changed while it runs (on Windows the pool is the system's and has"
                + " none): govern a server on another system");
      }
    }
  }

  /**
   * Whether it is MySQL itself, which has no variables of a pool, or those of a plug-in. Percona
   * Server has its own even while it does not use its pool.
   */
  private static boolean isMySql(Identity server, SortedMap<String, Variable> variables) {
    Variable handling = variables.get("THREAD_HANDLING");
    boolean plugin = handling != null && handling.value().equals(PLUGIN);
    return Dialect.of(server) instanceof PerconaDialect
        && (plugin || !variables.containsKey("THREAD_POOL_SIZE"));
  }

  private static String ofMySql(String runs) {
    return runs.equals(PLUGIN)
        ? ": the size of the thread pool of MySQL's Enterprise Edition is read only while the server"
            + " runs; set thread_pool_size in its configuration by hand, or govern a Percona Server"
            + " or a MariaDB server, whose pools can be resized"
        : ", and MySQL has no other way in this edition: govern a Percona Server or a MariaDB server,"
            + " whose pools of threads can be resized while they run";
  }

  private static boolean isBefore(Matcher version, int major, int minor) {
    int itsMajor = Integer.parseInt(version.group(1));
    return itsMajor < major || (itsMajor == major && Integer.parseInt(version.group(2)) < minor);
  }

  /** Whether the account lacks the privilege for what it tried. */
  static boolean isPrivilegeMissing(SQLException e) {
    return e.getErrorCode() == PRIVILEGE_MISSING;
  }

  /**
   * The account may not set the pool's variables.
   *
   * @param account as the server names it, {@code name@host}
   * @param privilege what it lacks
   */
  static ServerRefusedException atWriting(
      Knob knob, String account, String privilege, SQLException e) {
    return new ServerRefusedException(
        "the account "
            + account
            + " may not set "
            + knob.variable()
            + ", it lacks the privilege "
            + privilege
            + ": an administrator gives it by GRANT "
            + privilege
            + " ON *.* TO "
            + quoted(account)
            + "; then connect anew (reading needs no privilege, so advising without writing works"
            + " already)",
        e);
  }

  private static String quoted(String account) {
    int at = account.lastIndexOf('@');
    return at < 0
        ? account
        : "'" + account.substring(0, at) + "'@'" + account.substring(at + 1) + "'";
  }

  /** What the driver said, in one line, without its prefix for the connection. */
  static String said(SQLException e) {
    return String.valueOf(e.getMessage())
        .replaceFirst("^\\(conn=-?\\d+\\) ", "")
        .replaceAll("\\s+", " ");
  }
}
