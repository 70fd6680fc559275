package dev.flyball.dataflow.pipeline;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file of records, each as four bytes of length and so many of content. One thread at a time. */
final class SpillFile {

  private static final int HEAD = Integer.BYTES;

  private final Path path;
  private final FileChannel channel;
  private long readAt;
  private long writeAt;
  private long unread;
  private boolean broken;

  private SpillFile(Path path, FileChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  /** Opens it, made if it is not there; records that are in it are unread. */
  static SpillFile open(Path path) throws IOException {
    FileChannel channel =
        FileChannel.open(
            path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    SpillFile file = new SpillFile(path, channel);
    file.count();
    return file;
  }

  /** Counts the records that are whole; a piece of one at the end is overwritten. */
  private void count() throws IOException {
    long end = channel.size();
    while (writeAt + HEAD <= end) {
      long next = writeAt + HEAD + lengthAt(writeAt);
      if (next > end) {
        return;
      }
      writeAt = next;
      unread++;
    }
  }

  private int lengthAt(long position) throws IOException {
    int length = readFully(position, HEAD).getInt(0);
    if (length < 0) {
      throw new IOException(
          path + ": length at byte " + position + " must be at least 0 but was " + length);
    }
    return length;
  }

  private ByteBuffer readFully(long position, int count) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(count);
    while (buffer.hasRemaining()) {
      if (channel.read(buffer, position + buffer.position()) < 0) {
        throw new EOFException(path + " ends before byte " + (position + count));
      }
    }
    return buffer.flip();
  }

  long bytes() {
    return writeAt;
  }

  long unread() {
    return unread;
  }

  /** Adds a record; when it fails, what was written of it does not count. */
  void append(byte[] content) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(HEAD + content.length);
    buffer.putInt(content.length).put(content).flip();
    while (buffer.hasRemaining()) {
      channel.write(buffer, writeAt + buffer.position());
    }
    writeAt += buffer.limit();
    unread++;
  }

  /**
   * Takes the oldest unread record. When it cannot be read, nobody knows where the next one begins:
   * each of those that follow fails as well, so that each is told of.
   */
  byte[] read() throws IOException {
    unread--;
    if (broken) {
      throw new IOException(path + " cannot be read from byte " + readAt + " on");
    }
    broken = true;
    int length = lengthAt(readAt);
    byte[] content = readFully(readAt + HEAD, length).array();
    readAt += HEAD + length;
    broken = false;
    return content;
  }

  /** Forgets the records; all have been read. */
  void empty() throws IOException {
    channel.truncate(0);
    readAt = 0;
    writeAt = 0;
    broken = false;
  }

  void close() throws IOException {
    channel.close();
  }

  void delete() throws IOException {
    close();
    Files.delete(path);
  }
}
