package dev.flyball.lab.database;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * One life of a server: a running {@code mariadbd}, from its start to its death.
 *
 * <p>Signals are sent by the shell's own {@code kill}, for Java has none for freezing a process.
 */
final class ServerProcess {

  private static final int LOG_LINES_SHOWN = 12;
  private static final long STOP_LOOK_NANOS = 1_000_000;
  private static final long STOP_NANOS_MAX = 60_000_000_000L;

  /** States of a thread, as the kernel writes them, in which it may still do something. */
  private static final String STATES_THAT_MAY_RUN = "RS";

  /**
   * The script of a shell that outlives this virtual machine by a moment, to end a server and
   * delete its files when the virtual machine was killed and could do neither.
   *
   * <p>It waits for a line from us on a pipe. The pipe's end without a line means that we are dead,
   * whatever we died of. It heeds no signal that a terminal sends to all, such as that of Ctrl-C.
   */
  private static final String WATCHDOG =
      "trap '' HUP INT TERM; read -r line || { kill -9 \"$1\"; rm -rf \"$2\"; }";

  private final Path log;
  private final Process process;
  private final Process watchdog;

  /** Starts the server, and a watchdog over it; ends the server if that fails. */
  ServerProcess(List<String> command, Map<String, String> environment, ServerFolder folder) {
    log = folder.log();
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.redirectInput(new File("/dev/null"));
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().putAll(environment);
    try {
      process = builder.start();
    } catch (IOException e) {
      throw new ServerFailedException("the MariaDB server cannot be started: " + command.get(0), e);
    }
    try {
      watchdog =
          new ProcessBuilder("sh", "-c", WATCHDOG, "flyball", pid() + "", folder.root() + "")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
    } catch (IOException e) {
      process.destroyForcibly();
      throw new ServerFailedException("there is no shell to watch over the MariaDB server", e);
    }
  }

  long pid() {
    return process.pid();
  }

  /** The time that it has had a processor; empty when it has ended, or that is not known. */
  Optional<Duration> processorTime() {
    return process.info().totalCpuDuration();
  }

  boolean alive() {
    return process.isAlive();
  }

  /** Waits until the process has died, at most so long; true if it has. */
  boolean diesWithin(Duration patience) {
    try {
      return process.waitFor(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServerFailedException("interrupted while waiting for the MariaDB server", e);
    }
  }

  /**
   * SIGKILL, also to a frozen process; returns when it is dead, which no interrupt cuts short, and
   * the watchdog knows it.
   */
  void kill() {
    process.destroyForcibly().onExit().join();
    try (OutputStream pipe = watchdog.getOutputStream()) {
      pipe.write("over\n".getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      // The shell is gone, and there is nothing left for it to do.
    }
  }

  /** SIGSTOP: the process keeps its connections and answers nothing once this has returned. */
  void freeze() {
    signal("STOP");
    long beganNanos = System.nanoTime();
    while (!isStopped()) { // a thread that has no processor now stops when it gets one
      if (System.nanoTime() - beganNanos > STOP_NANOS_MAX) {
        throw failure("the MariaDB server goes on after SIGSTOP");
      }
      LockSupport.parkNanos(STOP_LOOK_NANOS);
    }
  }

  /** Whether no thread of the process runs any more; said at once where threads have no files. */
  private boolean isStopped() {
    Path threads = Path.of("/proc", Long.toString(pid()), "task");
    if (!alive() || !Files.isDirectory(threads)) {
      return true;
    }
    try (DirectoryStream<Path> each = Files.newDirectoryStream(threads)) {
      for (Path thread : each) {
        String stat = Files.readString(thread.resolve("stat"), StandardCharsets.ISO_8859_1);
        char state = stat.charAt(stat.lastIndexOf(')') + 2); // the name before it may hold anything
        if (STATES_THAT_MAY_RUN.indexOf(state) >= 0) {
          return false;
        }
      }
      return true;
    } catch (IOException | DirectoryIteratorException e) {
      return false; // a thread that has just ended has no file; looked at again
    }
  }

  /** SIGCONT. */
  void thaw() {
    signal("CONT");
  }

  boolean logSays(String words) throws IOException {
    return Files.readString(log).contains(words);
  }

  /** A failure that shows the last lines of the server's log, without its empty ones. */
  ServerFailedException failure(String what) {
    try {
      List<String> lines =
          Files.readAllLines(log).stream().filter(line -> !line.isBlank()).toList();
      String end =
          String.join(
              "\n  ", lines.subList(Math.max(0, lines.size() - LOG_LINES_SHOWN), lines.size()));
      return new ServerFailedException(what + "; the end of its log:\n  " + end);
    } catch (IOException e) {
      return new ServerFailedException(what + "; its log cannot be read: " + log, e);
    }
  }

  private void signal(String name) {
    String command = "kill -" + name + " " + pid();
    String noShell = "there is no shell to run '" + command + "'";
    if (complaint(noShell, "in '" + command + "'", "sh", "-c", command).isPresent()) {
      throw failure("the MariaDB server cannot be sent SIG" + name);
    }
  }

  /** Runs a command to its end; what it said where it failed, empty where it did not. */
  private static Optional<String> complaint(String noProgram, String when, String... command) {
    try {
      Process run = new ProcessBuilder(command).redirectErrorStream(true).start();
      String output = new String(run.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return run.waitFor() == 0 ? Optional.empty() : Optional.of(output.strip());
    } catch (IOException e) {
      throw new ServerFailedException(noProgram, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServerFailedException("interrupted " + when, e);
    }
  }

  /**
   * The environment of a server with a slower disk under it: a shared library, compiled into {@code
   * folder} from {@code slow_fsync.c} on the spot, that the server is started with and that sleeps
   * in every flush.
   *
   * <p>A flush of a data centre's disk takes a fraction of a millisecond, that of a common one some
   * two; what a thread pool's size does depends on it, so an experiment has to be able to choose.
   */
  static Map<String, String> slowingFsync(Path folder, Duration delay) {
    if (delay.isZero()) {
      return Map.of();
    }
    String source = folder.resolve("slow_fsync.c").toString();
    String library = folder.resolve("slow_fsync.so").toString();
    try (InputStream text = ServerProcess.class.getResourceAsStream("slow_fsync.c")) {
      Files.copy(Objects.requireNonNull(text, "slow_fsync.c"), Path.of(source));
    } catch (IOException e) {
      throw new ServerFailedException("slow_fsync.c cannot be written to " + folder, e);
    }
    String noCompiler =
        "a delay of fsync needs a C compiler, and there is no cc on the PATH;"
            + " install one (Debian: apt install gcc libc6-dev), or do without the delay";
    String[] command = {"cc", "-O2", "-shared", "-fPIC", "-o", library, source, "-ldl"};
    complaint(noCompiler, "while slow_fsync.c was compiled", command)
        .ifPresent(said -> {
          throw new ServerFailedException("cc cannot compile slow_fsync.c: " + said);
        });
    return Map.of(
        "LD_PRELOAD", library, "FLYBALL_FSYNC_MICROS", Long.toString(delay.toNanos() / 1_000));
  }
}
