package dev.flyball.lab.database;

import dev.flyball.lab.harness.AtExit;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
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

  private final ServerFolder folder;
  private final ServerLauncher launcher;
  private final int port;
  private final ServerControl control;
  private final AtExit atExit;
  private ServerProcess process;
  private boolean closed;

  private DatabaseServer(ServerFolder folder, ServerLauncher launcher) throws IOException {
    this.folder = folder;
    this.launcher = launcher;
    ServerLauncher.Started started = launcher.onFreePort();
    process = started.process();
    port = started.port();
    control = new ServerControl(url(), user(), password());
    atExit = AtExit.of(this::remove);
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
      return new DatabaseServer(folder, new ServerLauncher(binaries, folder, settings));
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
    return ServerLauncher.url(port);
  }

  /** The name of the account that may do everything. */
  public String user() {
    return ServerLauncher.USER;
  }

  /** Its password: no secret, for the server listens on this machine only and lives shortly. */
  public String password() {
    return ServerLauncher.PASSWORD;
  }

  /** The name of the database in which all tables are. */
  public String database() {
    return ServerLauncher.DATABASE;
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
    return DriverManager.getConnection(url(), user(), password());
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
    process = launcher.again(port);
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
      atExit.close();
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
}
