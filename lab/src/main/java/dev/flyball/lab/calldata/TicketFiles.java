package dev.flyball.lab.calldata;

import dev.flyball.base.Require;
import dev.flyball.lab.calldata.TicketAccount.Numbers;
import dev.flyball.lab.calldata.TicketFiles.DiskQuota;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * The files of one run, in a folder of their own: a new one for each thread that writes. Safe for
 * any thread.
 *
 * @param folder where they are
 * @param quota how much may be written to all of them
 * @param group after how many lines each file waits for the disk; 0 for never
 * @param opened how many files were made
 */
record TicketFiles(Path folder, DiskQuota quota, int group, AtomicInteger opened) {

  static TicketFiles in(Path folder, int group) {
    return new TicketFiles(folder, new DiskQuota(), group, new AtomicInteger());
  }

  TicketFile open() throws IOException {
    Path path = folder.resolve("tickets-" + opened.incrementAndGet() + ".csv");
    return new TicketFile(path, quota, group);
  }

  /** The tickets that are in the files; whole lines only, as readers see them. */
  Numbers numbers() throws IOException {
    Numbers numbers = new Numbers();
    for (Path file : files()) {
      try (BufferedReader lines = Files.newBufferedReader(file)) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          numbers.add(Long.parseLong(line.substring(0, line.indexOf(','))));
        }
      }
    }
    return numbers;
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }

  /** The space left on a disk; it may run full and be given room again. Safe for any thread. */
  static final class DiskQuota {

    private long leftBytes = Long.MAX_VALUE; // guarded by this

    /** From now on there is room for so many bytes. */
    synchronized void leave(long bytes) {
      leftBytes = Require.countAtLeast("bytes", 0, bytes);
    }

    /** Takes room, as much of it as there is; how much that was. */
    synchronized int take(int bytes) {
      int taken = (int) Math.min(bytes, leftBytes);
      if (leftBytes != Long.MAX_VALUE) {
        leftBytes -= taken;
      }
      return taken;
    }

    /** Gives room back. */
    synchronized void giveBack(int bytes) {
      if (leftBytes != Long.MAX_VALUE) {
        leftBytes += bytes;
      }
    }
  }

  /**
   * A file that lines are appended to, whole or not at all: what a full disk took of a line is cut
   * off again. For one thread at a time.
   */
  static final class TicketFile implements AutoCloseable {

    private final FileChannel channel;
    private final DiskQuota quota;
    private final int group;
    private long end;
    private int unforced;

    /**
     * Makes the file, which must not be there.
     *
     * @param group after how many lines each the disk is waited for, so that they survive a power
     *     cut; 0 for never
     */
    TicketFile(Path path, DiskQuota quota, int group) throws IOException {
      this.channel =
          FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      this.quota = quota;
      this.group = group;
    }

    /**
     * Appends a line.
     *
     * @throws IOException when it could not be stored; then the file is as it was before
     */
    void append(String line) throws IOException {
      ByteBuffer bytes = ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8));
      try {
        write(bytes);
        forceGroup();
      } catch (IOException e) {
        quota.giveBack(bytes.limit());
        channel.truncate(end);
        throw e;
      }
      end += bytes.capacity();
    }

    private void write(ByteBuffer bytes) throws IOException {
      int room = quota.take(bytes.capacity());
      bytes.limit(room);
      while (bytes.hasRemaining()) {
        channel.write(bytes, end + bytes.position());
      }
      if (room < bytes.capacity()) {
        throw new IOException("No space left on device: a quota had " + room + " bytes left");
      }
    }

    private void forceGroup() throws IOException {
      if (group > 0 && unforced + 1 >= group) {
        channel.force(false);
        unforced = 0;
      } else {
        unforced++;
      }
    }

    @Override
    public void close() throws IOException {
      try (channel) {
        if (group > 0 && unforced > 0) {
          channel.force(false);
        }
      }
    }
  }
}
