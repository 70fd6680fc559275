package dev.flyball.lab.calldata;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A file that lines are appended to, whole or not at all: what a full disk took of a line is cut
 * off again. For one thread at a time.
 */
final class TicketFile implements AutoCloseable {

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
    this.channel = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
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
