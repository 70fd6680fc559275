package dev.flyball.lab.calldata;

import dev.flyball.base.Require;
import dev.flyball.lab.calldata.TicketAccount.Numbers;
import dev.flyball.lab.harness.TemporaryFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;

/**
 * The files of one run, in a folder of their own: a new one for each thread that writes. Their disk
 * may run full and be given room again. All are gone when they are closed. Safe for any thread.
 */
final class TicketFiles implements AutoCloseable {

  /** More than any run writes. */
  static final long UNLIMITED_BYTES = 1L << 60;

  private final TemporaryFolder folder;
  private long leftBytes = UNLIMITED_BYTES; // guarded by this, as is the next
  private int opened;

  TicketFiles(TemporaryFolder folder) {
    this.folder = folder;
  }

  /** Files in a new folder. */
  static TicketFiles temporary() {
    try {
      return new TicketFiles(TemporaryFolder.create("flyball-calldata-"));
    } catch (IOException e) {
      throw new UncheckedIOException("no folder can be made for files", e);
    }
  }

  /** From now on there is room for so many bytes in all files together. */
  synchronized void leave(long bytes) {
    leftBytes = Require.countAtLeast("bytes", 0, bytes);
  }

  /** Takes room, as much of it as there is; how much that was. */
  private synchronized int take(int bytes) {
    int taken = (int) Math.min(bytes, leftBytes);
    leftBytes -= taken;
    return taken;
  }

  private synchronized void giveBack(int bytes) {
    leftBytes += bytes;
  }

  /** A new file. */
  synchronized TicketFile open() {
    opened++;
    try {
      return new TicketFile(
          FileChannel.open(
              folder.path().resolve("tickets-" + opened + ".csv"),
              StandardOpenOption.CREATE_NEW,
              StandardOpenOption.WRITE));
    } catch (IOException e) {
      throw new UncheckedIOException("no file can be made in " + folder.path(), e);
    }
  }

  /** The tickets that are in the files; whole lines only, as readers see them. */
  Numbers numbers() {
    Numbers numbers = new Numbers();
    try (Stream<Path> files = Files.list(folder.path())) {
      for (Path file : files.toList()) {
        try (Stream<String> lines = Files.lines(file)) {
          lines.forEach(line -> numbers.add(Long.parseLong(line.substring(0, line.indexOf(',')))));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the files cannot be read", e);
    }
    return numbers;
  }

  @Override
  public void close() {
    folder.close();
  }

  /**
   * A file that lines are appended to, whole or not at all: what a full disk took of a line is cut
   * off again. For one thread at a time.
   */
  final class TicketFile implements AutoCloseable {

    private final FileChannel channel;
    private long end;

    private TicketFile(FileChannel channel) {
      this.channel = channel;
    }

    /**
     * Appends a line.
     *
     * @throws IOException when it could not be stored; then the file is as it was before
     */
    void append(String line) throws IOException {
      byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
      int room = take(bytes.length);
      try {
        ByteBuffer fitting = ByteBuffer.wrap(bytes, 0, room);
        while (fitting.hasRemaining()) {
          channel.write(fitting, end + fitting.position());
        }
        if (room < bytes.length) {
          throw new IOException("No space left on device: a quota had " + room + " bytes left");
        }
      } catch (IOException e) {
        giveBack(room);
        channel.truncate(end);
        throw e;
      }
      end += bytes.length;
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }
}
