package dev.flyball.lab.database;

import dev.flyball.lab.database.ServerFolder.FileTrees;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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

  private final Process process;
  private final Path log;
  private final Watchdog watchdog;

  private ServerProcess(Process process, Path log, Watchdog watchdog) {
    this.process = process;
    this.log = log;
    this.watchdog = watchdog;
  }

  static ServerProcess start(
      Path program, List<String> options, Map<String, String> environment, ServerFolder folder) {
    List<String> command = new ArrayList<>();
    command.add(program.toString());
    command.addAll(options);
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(folder.log().toFile()));
    builder.environment().putAll(environment);
    try {
      return watched(builder.start(), folder);
    } catch (IOException e) {
      throw new ServerFailedException("the MariaDB server cannot be started: " + program, e);
    }
  }

  /** Attaches a watchdog to the server; ends the server if that fails. */
  private static ServerProcess watched(Process process, ServerFolder folder) {
    try {
      Watchdog watchdog = Watchdog.over(process.pid(), folder.root());
      return new ServerProcess(process, folder.log(), watchdog);
    } catch (RuntimeException e) {
      process.destroyForcibly();
      throw e;
    }
  }

  long pid() {
    return process.pid();
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

  /** SIGKILL, also to a frozen process; returns when it is dead. */
  void kill() {
    process.destroyForcibly();
    boolean interrupted = Thread.interrupted();
    try {
      while (process.isAlive()) {
        interrupted |= waitedInterrupted();
      }
      watchdog.close();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
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

  /** A failure that shows the last lines of the server's log. */
  ServerFailedException failure(String what) {
    try {
      String lines = String.join("\n  ", FileTrees.lastLines(log, LOG_LINES_SHOWN));
      return new ServerFailedException(what + "; the end of its log:\n  " + lines);
    } catch (IOException e) {
      return new ServerFailedException(what + "; its log cannot be read: " + log, e);
    }
  }

  private boolean waitedInterrupted() {
    try {
      process.waitFor();
      return false;
    } catch (InterruptedException e) {
      return true;
    }
  }

  private void signal(String name) {
    String command = "kill -" + name + " " + process.pid();
    try {
      int result = new ProcessBuilder("sh", "-c", command).start().waitFor();
      if (result != 0) {
        throw failure("the MariaDB server cannot be sent SIG" + name);
      }
    } catch (IOException e) {
      throw new ServerFailedException("there is no shell to run '" + command + "'", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServerFailedException("interrupted in '" + command + "'", e);
    }
  }

  /**
   * A shell that outlives this virtual machine by a moment, to end a server and delete its files
   * when the virtual machine was killed and could do neither.
   *
   * <p>It waits for a line from us on a pipe. The pipe's end without a line means that we are dead,
   * whatever we died of. It heeds no signal that a terminal sends to all, such as that of Ctrl-C.
   */
  static final class Watchdog implements AutoCloseable {

    private static final String SCRIPT =
        "trap '' HUP INT TERM; read -r line || { kill -9 \"$1\"; rm -rf \"$2\"; }";

    private final Process shell;

    private Watchdog(Process shell) {
      this.shell = shell;
    }

    static Watchdog over(long pid, Path folder) {
      try {
        return new Watchdog(
            new ProcessBuilder("sh", "-c", SCRIPT, "flyball", Long.toString(pid), folder.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start());
      } catch (IOException e) {
        throw new ServerFailedException("there is no shell to watch over the MariaDB server", e);
      }
    }

    /** Says that the server is dead already. */
    @Override
    public void close() {
      try (OutputStream pipe = shell.getOutputStream()) {
        pipe.write("over\n".getBytes(StandardCharsets.UTF_8));
      } catch (IOException e) {
        // The shell is gone, and there is nothing left for it to do.
      }
    }
  }
}
