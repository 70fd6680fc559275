package dev.flyball.lab.database;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * A shell that outlives this virtual machine by a moment, to end a server and delete its files when
 * the virtual machine was killed and could do neither.
 *
 * <p>It waits for a line from us on a pipe. The pipe's end without a line means that we are dead,
 * whatever we died of. It heeds no signal that a terminal sends to all, such as that of Ctrl-C.
 */
final class Watchdog implements AutoCloseable {

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
