package dev.flyball.lab.database;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A real MariaDB server on this machine, started from Maven artifacts and gone without a trace when
 * it is closed.
 *
 * <p>The programs come from a cache ({@link ServerBinaries}), the data folder is new and lies in
 * the temporary folder. The server listens on 127.0.0.1 only, checks accounts as any server does,
 * and knows one account, {@link #user()}, which may do everything; there is one empty database, in
 * which {@link Tables} are made.
 *
 * <p>It is a child process: what can happen to a server in operation can be done to this one. It
 * can be {@linkplain #kill() killed}, {@linkplain #restart() started again} on the same port and
 * data, and {@linkplain #pause() frozen}, all in mid-load. The end of this virtual machine is its
 * end too, but for a virtual machine that is itself killed.
 *
 * <p>Safe for use by several threads: one at a time has the server's lock. {@link #close()} waits
 * for nobody who is waiting for an answer of a frozen server longer than that takes to time out.
 */
public final class DatabaseServer implements AutoCloseable {

  private static final String DATABASE = "sbtest";
  private static final String USER = "flyball";
  private static final String PASSWORD = "governor";

  private static final int PORTS_TRIED = 5;
  private static final Duration START_PATIENCE = Duration.ofSeconds(60);
  private static final Duration LOOK_EVERY = Duration.ofMillis(20);

  private final ServerBinaries binaries;
  private final ServerFolder folder;
  private final ServerSettings settings;
  private final Map<String, String> environment;
  private final int port;
  private final ServerControl control;
  private final Thread atExit;
  private ServerProcess process;
  private boolean closed;

  private DatabaseServer(ServerBinaries binaries, ServerFolder folder, ServerSettings settings)
      throws IOException {
    this.binaries = binaries;
    this.folder = folder;
    this.settings = settings;
    environment = SlowFsync.environment(folder.root(), settings.fsyncDelay());
    Path first = folder.firstStatements(firstStatements());
    Started started = startedOnFreePort(first);
    process = started.process;
    port = started.port;
    control = new ServerControl(url(), USER, PASSWORD);
    atExit = new Thread(this::remove, "flyball-mariadb-exit");
    Runtime.getRuntime().addShutdownHook(atExit);
  }

  /**
   * Starts a server and returns when it answers.
   *
   * @param says is told of what takes long, in sentences without an end
   * @throws ServerFailedException when there is no server to start or it does not start, with the
   *     last lines of its log
   */
  public static DatabaseServer start(ServerSettings settings, Consumer<String> says) {
    ServerBinaries binaries = ServerBinaries.unpacked(says);
    ServerFolder folder = ServerFolder.create(binaries);
    try {
      return new DatabaseServer(binaries, folder, settings);
    } catch (IOException e) {
      folder.delete();
      throw new ServerFailedException("the MariaDB server cannot be started", e);
    } catch (RuntimeException e) {
      folder.delete();
      throw e;
    }
  }

  /** The address for JDBC, without an account. */
  public String url() {
    return url(port);
  }

  /** The name of the account that may do everything. */
  public String user() {
    return USER;
  }

  /** Its password: no secret, for the server listens on this machine only and lives shortly. */
  public String password() {
    return PASSWORD;
  }

  /** The name of the database in which all tables are. */
  public String database() {
    return DATABASE;
  }

  public int port() {
    return port;
  }

  /** The id of the server's process, another one after a restart. */
  public synchronized long pid() {
    return process.pid();
  }

  /** The file to which the server writes what it has to say, over all its lives. */
  public Path log() {
    return folder.log();
  }

  /** The folder that holds all the server's own files. */
  Path folder() {
    return folder.root();
  }

  /** A new connection with the account that may do everything. */
  public Connection connect() throws SQLException {
    return DriverManager.getConnection(url(), USER, PASSWORD);
  }

  /** Sets a global variable; a text is quoted, a number or truth value is not. */
  public synchronized void set(String variable, Object value) {
    try {
      control.set(variable, value);
    } catch (SQLException e) {
      throw new ServerFailedException(variable + " cannot be set to " + value, e);
    }
  }

  /** The value of a global variable. */
  public synchronized String variable(String name) {
    try {
      return control.variable(name);
    } catch (SQLException e) {
      throw new ServerFailedException(name + " cannot be asked for", e);
    }
  }

  /** Ends the server as a power cut does: SIGKILL. Returns when it is dead. */
  public synchronized void kill() {
    requireOpen();
    process.kill();
    control.close();
  }

  /**
   * Starts a server that was killed again, with the same port and data; returns when it answers.
   */
  public synchronized void restart() {
    requireOpen();
    if (process.alive()) {
      throw new IllegalStateException("a server must be killed before it is restarted");
    }
    ServerProcess again = launch(port, List.of());
    if (!answers(again, port)) {
      throw again.failure("the MariaDB server does not start again");
    }
    process = again;
  }

  /** Freezes the server, as a network that stalls does: connections stay, answers do not come. */
  public synchronized void pause() {
    requireOpen();
    process.freeze();
  }

  /** Lets a frozen server go on. */
  public synchronized void resume() {
    requireOpen();
    process.thaw();
  }

  /** Ends the server and deletes all its files. */
  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      Runtime.getRuntime().removeShutdownHook(atExit);
      remove();
      control.close();
    }
  }

  private void remove() {
    process.kill();
    folder.delete();
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the server is closed");
    }
  }

  private static String url(int port) {
    return "jdbc:mariadb://127.0.0.1:" + port + "/" + DATABASE;
  }

  /** Sets up the account, in place of those that everybody could use. */
  private static List<String> firstStatements() {
    String account = "'" + USER + "'@'127.0.0.1'";
    return List.of(
        "CREATE DATABASE IF NOT EXISTS " + DATABASE + ";",
        "CREATE OR REPLACE USER " + account + " IDENTIFIED BY '" + PASSWORD + "';",
        "GRANT ALL ON *.* TO " + account + " WITH GRANT OPTION;",
        "DELETE FROM mysql.global_priv WHERE User IN ('', 'root');",
        "DELETE FROM mysql.proxies_priv;",
        "FLUSH PRIVILEGES;");
  }

  /**
   * A port that is free now may be taken when the server wants it, for nobody can hold it for
   * another process; so another one is tried then.
   */
  private Started startedOnFreePort(Path firstStatements) throws IOException {
    for (int tried = 1; true; tried++) {
      int free = freePort();
      ServerProcess starting = launch(free, List.of("--init-file=" + firstStatements));
      if (answers(starting, free)) {
        return new Started(starting, free);
      }
      if (tried == PORTS_TRIED || !starting.logSays("Bind on TCP/IP port")) {
        throw starting.failure("the MariaDB server does not start");
      }
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private ServerProcess launch(int onPort, List<String> more) {
    List<String> options = new ArrayList<>();
    options.add("--no-defaults");
    options.add("--basedir=" + binaries.base());
    options.add("--datadir=" + folder.data());
    options.add("--tmpdir=" + folder.temporary());
    options.add("--socket=" + folder.socket());
    options.add("--pid-file=" + folder.root().resolve("pid"));
    options.add("--bind-address=127.0.0.1");
    options.add("--port=" + onPort);
    options.add("--skip-name-resolve");
    options.add("--skip-ssl"); // or it makes itself a key, which takes ten seconds
    options.add("--max-prepared-stmt-count=1000000");
    options.add("--back-log=" + settings.maxConnections());
    if ("root".equals(System.getProperty("user.name"))) {
      options.add("--user=root");
    }
    options.addAll(settings.options());
    options.addAll(more);
    return ServerProcess.start(binaries.server(), options, environment, folder.log());
  }

  /** Waits until the server answers; false when it dies or takes too long, and then it is dead. */
  private boolean answers(ServerProcess starting, int onPort) {
    long startNanos = System.nanoTime();
    while (!starting.diesWithin(LOOK_EVERY)) {
      if (isThisServer(onPort)) {
        return true;
      }
      if (System.nanoTime() - startNanos > START_PATIENCE.toNanos()) {
        starting.kill();
      }
    }
    return false;
  }

  /** Whether the server at a port is this one and not another that took the port first. */
  private boolean isThisServer(int onPort) {
    try (ServerControl asked = new ServerControl(url(onPort), USER, PASSWORD)) {
      return Path.of(asked.variable("datadir")).equals(folder.data());
    } catch (SQLException e) {
      return false;
    }
  }

  private record Started(ServerProcess process, int port) {}
}
