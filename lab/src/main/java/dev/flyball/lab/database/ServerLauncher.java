package dev.flyball.lab.database;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The launcher of a {@link DatabaseServer}, for the first time and again: the options, a port, and
 * the wait until the server answers.
 */
final class ServerLauncher {

  static final String DATABASE = "sbtest";
  static final String USER = "flyball";
  static final String PASSWORD = "governor";

  /** No replica reads from this server, and a long run would fill the disk. */
  private static final List<String> KEEP_LITTLE_BINLOG =
      List.of(
          "--max-binlog-size=128M",
          "--max-binlog-total-size=512M",
          "--slave-connections-needed-for-purge=0");

  private static final int PORTS_TRIED = 5;
  private static final Duration START_PATIENCE = Duration.ofSeconds(60);
  private static final Duration LOOK_EVERY = Duration.ofMillis(20);

  private final ServerBinaries binaries;
  private final ServerFolder folder;
  private final ServerSettings settings;
  private final Map<String, String> environment;

  ServerLauncher(ServerBinaries binaries, ServerFolder folder, ServerSettings settings) {
    this.binaries = binaries;
    this.folder = folder;
    this.settings = settings;
    environment = SlowFsync.environment(folder.root(), settings.fsyncDelay());
  }

  static String url(int port) {
    return "jdbc:mariadb://127.0.0.1:" + port + "/" + DATABASE;
  }

  /**
   * Starts the server for the first time. A free port may be taken before the server opens it,
   * since a port cannot be reserved for another process; then another port is tried.
   */
  Started onFreePort() throws IOException {
    String first = "--init-file=" + folder.firstStatements(firstStatements());
    for (int tried = 1; true; tried++) {
      int port = freePort();
      ServerProcess process = launch(port, List.of(first));
      if (answers(process, port)) {
        return new Started(process, port);
      }
      if (tried == PORTS_TRIED || !process.logSays("Bind on TCP/IP port")) {
        throw process.failure("the MariaDB server does not start");
      }
    }
  }

  /** Starts the server once more, on the data it left behind. */
  ServerProcess again(int port) {
    ServerProcess process = launch(port, List.of());
    if (!answers(process, port)) {
      throw process.failure("the MariaDB server does not start again");
    }
    return process;
  }

  /** Creates the account, and removes the accounts that are open to all. */
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

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private ServerProcess launch(int port, List<String> more) {
    List<String> options = new ArrayList<>();
    options.add("--no-defaults");
    options.add("--basedir=" + binaries.base());
    options.add("--datadir=" + folder.data());
    options.add("--tmpdir=" + folder.temporary());
    options.add("--socket=" + folder.socket());
    options.add("--pid-file=" + folder.root().resolve("pid"));
    options.add("--bind-address=127.0.0.1");
    options.add("--port=" + port);
    options.add("--skip-name-resolve");
    options.add("--skip-ssl"); // or it makes itself a key, which takes ten seconds
    options.add("--max-prepared-stmt-count=1000000");
    options.addAll(KEEP_LITTLE_BINLOG);
    options.add("--back-log=" + settings.maxConnections());
    if ("root".equals(System.getProperty("user.name"))) {
      options.add("--user=root");
    }
    options.addAll(settings.options());
    options.addAll(more);
    return ServerProcess.start(binaries.server(), options, environment, folder);
  }

  /** Waits until the server answers; when it does not, it is dead on return, however that is. */
  private boolean answers(ServerProcess process, int port) {
    boolean answered = false;
    try {
      long startNanos = System.nanoTime();
      while (!answered
          && !process.diesWithin(LOOK_EVERY)
          && System.nanoTime() - startNanos < START_PATIENCE.toNanos()) {
        answered = isOurs(port);
      }
      return answered;
    } finally {
      if (!answered) {
        process.kill();
      }
    }
  }

  /** Whether the server at a port is this one and not another that took the port first. */
  private boolean isOurs(int port) {
    try (ServerControl asked = new ServerControl(url(port), USER, PASSWORD)) {
      return Path.of(asked.variable("datadir")).equals(folder.data());
    } catch (SQLException e) {
      return false;
    }
  }

  /**
   * A server that answers.
   *
   * @param process its first life
   * @param port where it listens, in all its lives
   */
  record Started(ServerProcess process, int port) {}

  /**
   * A slower disk under a server: a shared library, compiled from {@code slow_fsync.c} on the spot,
   * that the server is started with and that sleeps in every flush.
   *
   * <p>A flush of a data centre's disk takes a fraction of a millisecond, that of a common one some
   * two; what a thread pool's size does depends on it, so an experiment has to be able to choose.
   */
  static final class SlowFsync {

    private static final String SOURCE = "slow_fsync.c";

    private SlowFsync() {}

    /** Compiles the library into {@code folder}, and answers with the environment that loads it. */
    static Map<String, String> environment(Path folder, Duration delay) {
      if (delay.isZero()) {
        return Map.of();
      }
      return Map.of(
          "LD_PRELOAD", compiled(folder).toString(),
          "FLYBALL_FSYNC_MICROS", Long.toString(delay.toNanos() / 1_000));
    }

    private static Path compiled(Path folder) {
      Path source = folder.resolve(SOURCE);
      Path library = folder.resolve("slow_fsync.so");
      try (InputStream text = SlowFsync.class.getResourceAsStream(SOURCE)) {
        Files.copy(Objects.requireNonNull(text, SOURCE), source);
      } catch (IOException e) {
        throw new ServerFailedException("slow_fsync.c cannot be written to " + folder, e);
      }
      compile(source, library);
      return library;
    }

    private static void compile(Path source, Path library) {
      List<String> command =
          List.of("cc", "-O2", "-shared", "-fPIC", "-o", library + "", source + "", "-ldl");
      try {
        Process compiler = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output =
            new String(compiler.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (compiler.waitFor() != 0) {
          throw new ServerFailedException("cc cannot compile slow_fsync.c: " + output.strip());
        }
      } catch (IOException e) {
        throw new ServerFailedException(
            "a delay of fsync needs a C compiler, and there is no cc on the PATH;"
                + " install one (Debian: apt install gcc libc6-dev), or do without the delay",
            e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new ServerFailedException("interrupted while slow_fsync.c was compiled", e);
      }
    }
  }
}
