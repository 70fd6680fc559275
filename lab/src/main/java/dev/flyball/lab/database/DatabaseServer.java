package dev.flyball.lab.database;

import dev.flyball.lab.harness.AtExit;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
 * data, and {@linkplain #pause() frozen}, all in mid-load. The end of this virtual machine, of
 * whatever kind, is its end too.
 *
 * <p>Safe for use by several threads: one at a time has the server's lock. A question to a frozen
 * server holds it until it fails, after ten seconds.
 */
public final class DatabaseServer implements AutoCloseable {

  /** The name of the database in which all tables are. */
  static final String DATABASE = "sbtest";

  private static final String USER = "flyball";
  private static final String PASSWORD = "governor";
  private static final String ACCOUNT = "'" + USER + "'@'127.0.0.1'";

  /** Creates the account, and removes the accounts that are open to all. */
  private static final List<String> FIRST_STATEMENTS =
      List.of(
          "CREATE DATABASE IF NOT EXISTS " + DATABASE + ";",
          "CREATE OR REPLACE USER " + ACCOUNT + " IDENTIFIED BY '" + PASSWORD + "';",
          "GRANT ALL ON *.* TO " + ACCOUNT + " WITH GRANT OPTION;",
          "DELETE FROM mysql.global_priv WHERE User IN ('', 'root');",
          "DELETE FROM mysql.proxies_priv;",
          "FLUSH PRIVILEGES;");

  private static final String ENDING = "no MariaDB server is started while the process ends";
  private static final int PORTS_TRIED = 5;
  private static final Duration START_PATIENCE = Duration.ofSeconds(60);
  private static final Duration LOOK_EVERY = Duration.ofMillis(20);

  private final ServerFolder folder;
  private final List<String> command;
  private final Map<String, String> environment;
  private final int port;
  private final ServerControl control;

  /** There before the first process is, so no moment is left at which an end would forget one. */
  private final AtExit atExit;

  private final Object lives = new Object();

  // Guarded by lives: the hook must not wait for the lock of a server that does not answer.
  private Optional<ServerProcess> latest = Optional.empty();
  private boolean removed;

  private boolean closed;

  /**
   * Starts the server for the first time. A free port may be taken before the server opens it,
   * since a port cannot be reserved for another process; then another port is tried.
   */
  private DatabaseServer(ServerFolder folder, ServerBinaries binaries, ServerSettings settings)
      throws IOException {
    this.folder = folder;
    command = command(folder, binaries, settings);
    environment = ServerProcess.slowingFsync(folder.root(), settings.fsyncDelay());
    Path first = Files.write(folder.root().resolve("first.sql"), FIRST_STATEMENTS);
    atExit = hook(this::remove);
    try {
      port = begin("--init-file=" + first);
      control = new ServerControl(url(), USER, PASSWORD);
    } catch (IOException | RuntimeException e) {
      atExit.close();
      throw e;
    }
  }

  private static AtExit hook(Runnable action) {
    try {
      return AtExit.of(action);
    } catch (IllegalStateException ending) {
      throw new ServerFailedException(ENDING, ending);
    }
  }

  /** The port at which the server answers. */
  private int begin(String firstOption) throws IOException {
    int free = freePort();
    ServerProcess begun = launch(free, firstOption);
    for (int tried = 1; !answers(begun, free); tried++) {
      if (tried == PORTS_TRIED || !begun.logSays("Bind on TCP/IP port")) {
        throw begun.failure("the MariaDB server does not start");
      }
      free = freePort();
      begun = launch(free, firstOption);
    }
    return free;
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
    ServerFolder folder = ServerFolder.create(binaries.data());
    try {
      return new DatabaseServer(folder, binaries, settings);
    } catch (IOException | RuntimeException e) {
      folder.delete();
      throw e instanceof RuntimeException failed
          ? failed
          : new ServerFailedException("the MariaDB server cannot be started", e);
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

  int port() {
    return port;
  }

  /** The id of the server's process, another one after a restart. */
  synchronized long pid() {
    return process().pid();
  }

  /** The time that its present process has had a processor; empty where that is not known. */
  public Optional<Duration> processorTime() {
    return process().processorTime();
  }

  /** The file to which the server writes what it has to say, over all its lives. */
  Path log() {
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

  /** Sets a global variable to a number. */
  public synchronized void set(String variable, long value) {
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
    process().kill();
    control.close();
  }

  /**
   * Starts a server that was killed again, with the same port and data; returns when it answers.
   */
  public synchronized void restart() {
    requireOpen();
    if (process().alive()) {
      throw new IllegalStateException("a server must be killed before it is restarted");
    }
    ServerProcess again = launch(port);
    if (!answers(again, port)) {
      throw again.failure("the MariaDB server does not start again");
    }
  }

  /** Freezes the server, as a network that stalls does: connections stay, answers do not come. */
  public synchronized void pause() {
    requireOpen();
    process().freeze();
  }

  /** Lets a frozen server go on. */
  public synchronized void resume() {
    requireOpen();
    process().thaw();
  }

  /** Ends the server and deletes all its files. */
  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      atExit.close();
      control.close();
    }
  }

  /** From now on there is no process, and none is started any more. */
  private void remove() {
    Optional<ServerProcess> last;
    synchronized (lives) {
      removed = true;
      last = latest;
    }
    last.ifPresent(ServerProcess::kill);
    folder.delete();
  }

  private ServerProcess process() {
    synchronized (lives) {
      return latest.orElseThrow();
    }
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the server is closed");
    }
  }

  private static String url(int port) {
    return "jdbc:mariadb://127.0.0.1:" + port + "/" + DATABASE;
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** The server's program and its options, but for the port. */
  private static List<String> command(
      ServerFolder folder, ServerBinaries binaries, ServerSettings settings) {
    List<String> command =
        new ArrayList<>(
            List.of(
                binaries.base().resolve("bin").resolve("mariadbd").toString(),
                "--no-defaults",
                "--basedir=" + binaries.base(),
                "--datadir=" + folder.data(),
                "--tmpdir=" + folder.temporary(),
                "--socket=" + folder.root().resolve("socket"),
                "--pid-file=" + folder.root().resolve("pid"),
                "--bind-address=127.0.0.1",
                "--skip-name-resolve",
                "--skip-ssl", // or it makes itself a key, which takes ten seconds
                "--max-prepared-stmt-count=1000000",
                // No replica reads from this server, and a long run would fill the disk.
                "--max-binlog-size=128M",
                "--max-binlog-total-size=512M",
                "--slave-connections-needed-for-purge=0"));
    if ("root".equals(System.getProperty("user.name"))) {
      command.add("--user=root");
    }
    command.addAll(settings.options());
    return command;
  }

  private ServerProcess launch(int atPort, String... more) {
    List<String> all = new ArrayList<>(command);
    all.add("--port=" + atPort);
    all.addAll(List.of(more));
    synchronized (lives) {
      if (removed) {
        throw new ServerFailedException(ENDING);
      }
      ServerProcess launched = new ServerProcess(all, environment, folder);
      latest = Optional.of(launched);
      return launched;
    }
  }

  /** Waits until the server answers; when it does not, it is dead on return, however that is. */
  private boolean answers(ServerProcess launched, int atPort) {
    boolean answered = false;
    try {
      long startNanos = System.nanoTime();
      while (!answered
          && !launched.diesWithin(LOOK_EVERY)
          && System.nanoTime() - startNanos < START_PATIENCE.toNanos()) {
        answered = isOurs(atPort);
      }
      return answered;
    } finally {
      if (!answered) {
        launched.kill();
      }
    }
  }

  /** Whether the server at a port is this one and not another that took the port first. */
  private boolean isOurs(int atPort) {
    try (ServerControl asked = new ServerControl(url(atPort), USER, PASSWORD)) {
      return Path.of(asked.variable("datadir")).equals(folder.data());
    } catch (SQLException e) {
      return false;
    }
  }
}
