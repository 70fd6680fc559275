package dev.flyball.dataflow.pipeline;

import java.io.EOFException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file of records, each as four bytes of length and so many of content. One thread at a time.
 *
 * <p>It does not use a {@link java.nio.channels.FileChannel}, which closes itself for good when the
 * thread that uses it is interrupted: that thread is any producer.
 */
final class SpillFile {

  private static final int HEAD = Integer.BYTES;

  private final Path path;
  private final RandomAccessFile file;
  private long readAt;
  private long writeAt;
  private long unread;
  private boolean broken;
  private boolean torn; // behind writeAt there may be a piece of a record

  private SpillFile(Path path, RandomAccessFile file) {
    this.path = path;
    this.file = file;
  }

  /**
   * Opens it, made if it is not there; records that are in it are unread, and a piece of one at its
   * end, of a program that was killed while it wrote, is cut off.
   */
  static SpillFile open(Path path) throws IOException {
    SpillFile opened = new SpillFile(path, new RandomAccessFile(path.toFile(), "rw"));
    try {
      opened.count();
      opened.cut();
    } catch (Throwable e) {
      opened.closeQuietly(e);
      throw e;
    }
    return opened;
  }

  /** Counts the records that are whole. */
  private void count() throws IOException {
    long end = file.length();
    torn = end > 0;
    while (writeAt + HEAD <= end) {
      long next = writeAt + HEAD + lengthAt(writeAt);
      if (next > end) {
        return;
      }
      writeAt = next;
      unread++;
    }
    torn = writeAt < end;
  }

  private int lengthAt(long position) throws IOException {
    int length = ByteBuffer.wrap(readFully(position, HEAD)).getInt();
    if (length < 0) {
      throw new IOException(
          path + ": length at byte " + position + " must be at least 0 but was " + length);
    }
    return length;
  }

  private byte[] readFully(long position, int count) throws IOException {
    byte[] bytes = new byte[count];
    file.seek(position);
    try {
      file.readFully(bytes);
    } catch (EOFException e) {
      throw new IOException(path + " ends before byte " + (position + count), e);
    }
    return bytes;
  }

  /** Cuts off what lies behind the last record, or later ones would be read out of it. */
  private void cut() throws IOException {
    if (torn) {
      file.setLength(writeAt);
      torn = false;
    }
  }

  long unread() {
    return unread;
  }

  /** Whether the next record should go to another file. */
  boolean isFull(long bytesMax) {
    return broken || writeAt >= bytesMax;
  }

  /** Adds a record; when it fails, what was written of it is cut off, at the latest next time. */
  void append(byte[] content) throws IOException {
    byte[] bytes =
        ByteBuffer.allocate(HEAD + content.length).putInt(content.length).put(content).array();
    cut();
    torn = true;
    try {
      file.seek(writeAt);
      file.write(bytes);
    } catch (Throwable e) {
      cutQuietly(e);
      throw e;
    }
    torn = false;
    writeAt += bytes.length;
    unread++;
  }

  private void cutQuietly(Throwable cause) {
    try {
      cut();
    } catch (IOException e) {
      cause.addSuppressed(e);
    }
  }

  /**
   * Takes the oldest unread record. When its length cannot be read, the start of the next record is
   * unknown: each further read fails as well, so that each failure is reported.
   */
  byte[] read() throws IOException {
    unread--;
    if (broken) {
      throw new IOException(path + " cannot be read from byte " + readAt + " on");
    }
    broken = true;
    int length = lengthAt(readAt);
    long content = readAt + HEAD;
    if (content + length > writeAt) {
      throw new IOException(
          path + ": length at byte " + readAt + " must end in the file but was " + length);
    }
    readAt = content + length;
    broken = false;
    return readFully(content, length);
  }

  /** Forgets the records; all have been read. */
  void empty() throws IOException {
    file.setLength(0);
    readAt = 0;
    writeAt = 0;
    broken = false;
    torn = false;
  }

  void close() throws IOException {
    file.close();
  }

  /** Closes it because of something worse. */
  void closeQuietly(Throwable cause) {
    try {
      close();
    } catch (IOException e) {
      cause.addSuppressed(e);
    }
  }

  void delete() throws IOException {
    close();
    Files.delete(path);
  }

  @Override
  public String toString() {
    return path.toString();
  }
}
