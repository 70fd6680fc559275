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
              "all of its connections are taken: set extra_port in the server's configuration and"
                  + " connect to that port, or raise max_connections";
          default ->
              "the server must run, listen on that port and be reachable from here (where its"
                  + " threads are all taken, set extra_port in its configuration and connect to"
                  + " that port)";
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

  /** The server is no MariaDB, or too old a one, whatever its variables are. */
  static void unlessMariaDb(Identity server) {
    String name = name(server);
    if (!server.version().toLowerCase(Locale.ROOT).contains("mariadb")) {
      throw new ServerRefusedException(
          name
              + " is no MariaDB: only MariaDB's thread pool can be resized while it runs (in MySQL"
              + " thread_pool_size is read only or there is no pool at all)."
              + " Set its size in the server's configuration by hand, or govern a MariaDB server");
    }
    Matcher version = VERSION.matcher(server.version());
    if (version.matches() && isBefore10Dot5(version)) {
      throw new ServerRefusedException(
          name + " does not tell its pool's queues: MariaDB 10.5 or newer is needed");
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
      throw new ServerRefusedException(
          name
              + " runs "
              + (handling == null ? "without a thread pool" : handling.value())
              + ", so there is no pool to size: set thread_handling=pool-of-threads under [mariadb]"
              + " in its configuration (my.cnf) and restart it");
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

  private static boolean isBefore10Dot5(Matcher version) {
    int major = Integer.parseInt(version.group(1));
    return major < 10 || (major == 10 && Integer.parseInt(version.group(2)) < 5);
  }

  /** Whether the account lacks the privilege for what it tried. */
  static boolean isPrivilegeMissing(SQLException e) {
    return e.getErrorCode() == PRIVILEGE_MISSING;
  }

  /**
   * The account may not set the pool's variables.
   *
   * @param account as the server names it, {@code name@host}
   */
  static ServerRefusedException atWriting(Knob knob, String account, SQLException e) {
    return new ServerRefusedException(
        "the account "
            + account
            + " may not set "
            + knob.variable()
            + ", it lacks the privilege CONNECTION ADMIN: an administrator gives it by"
            + " GRANT CONNECTION ADMIN ON *.* TO "
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
