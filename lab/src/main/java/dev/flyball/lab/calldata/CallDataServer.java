package dev.flyball.lab.calldata;

import dev.flyball.lab.database.DatabaseServer;
import dev.flyball.lab.database.ServerFolder.FileTrees;
import dev.flyball.lab.database.ServerSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * The server that the program runs on: a database server of its own, and a folder for files; both
 * are gone when it is closed. One program at a time runs on it, and one thread at a time uses it.
 */
public final class CallDataServer implements AutoCloseable {

  private final DatabaseServer server;
  private final TicketTable table;
  private final Path folder;
  private Duration delay = Duration.ZERO;

  private CallDataServer(DatabaseServer server, Path folder) {
    this.server = server;
    this.table = new TicketTable(server);
    this.folder = folder;
  }

  /**
   * Starts the server.
   *
   * @param settings how; the usual ones wait for the disk at every commit, without which a server
   *     that is killed forgets tickets that it has confirmed
   * @param says is told of what takes long
   */
  public static CallDataServer start(ServerSettings settings, Consumer<String> says) {
    try {
      Path folder = Files.createTempDirectory("flyball-calldata-");
      try {
        return new CallDataServer(DatabaseServer.start(settings, says), folder);
      } catch (RuntimeException e) {
        FileTrees.delete(folder);
        throw e;
      }
    } catch (IOException e) {
      throw new UncheckedIOException("no folder can be made for files", e);
    }
  }

  /** The server, to be treated badly. */
  public DatabaseServer server() {
    return server;
  }

  /** From now on each insert takes so much longer in the server; zero for as long as it takes. */
  public void slowDatabase(Duration newDelay) {
    delay = newDelay;
    table.slowBy(newDelay);
  }

  TicketTable table() {
    return table;
  }

  /** Empties the table; inserts are as slow as they were. */
  void emptyTable() {
    table.create();
    table.slowBy(delay);
  }

  /** Files in a new folder. */
  TicketFiles newFiles(int group) {
    try {
      return TicketFiles.in(Files.createTempDirectory(folder, "run-"), group);
    } catch (IOException e) {
      throw new UncheckedIOException("no folder can be made in " + folder, e);
    }
  }

  @Override
  public void close() {
    try (server) {
      FileTrees.delete(folder);
    } catch (IOException e) {
      throw new UncheckedIOException("files cannot be deleted in " + folder, e);
    }
  }
}
