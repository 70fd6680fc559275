package dev.flyball.control;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * A file that is open for one writer, of this process and of all others, until it is closed.
 *
 * <p><b>Why is the system's lock not enough?</b> On Linux it belongs to the process, and is gone
 * once the process closes any descriptor of that file. A second writer of the same process that
 * opened the file, found it locked and closed it would take the lock from the first one. So this
 * process notes which files it has open, and does not open one of them again. A reader in the same
 * process ends the lock all the same.
 *
 * <p>Opening and closing may be done by any thread; the file itself belongs to its owner.
 */
final class LockedFile implements Closeable {

  /** The identities of those that this process has open; guarded by itself. */
  private static final Set<Object> OPEN = new HashSet<>();

  private final RandomAccessFile file;
  private final Object identity;
  private boolean closed; // guarded by OPEN

  private LockedFile(RandomAccessFile file, Object identity) {
    this.file = file;
    this.identity = identity;
  }

  /**
   * Opens a file to read and write it, and makes it where there is none; empty where another writer
   * has it.
   */
  static Optional<LockedFile> open(Path path) throws IOException {
    synchronized (OPEN) {
      if (Files.exists(path) && OPEN.contains(identity(path))) {
        return Optional.empty();
      }
      RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw");
      boolean isOurs = false;
      try {
        Object identity = identity(path);
        isOurs = file.getChannel().tryLock() != null && OPEN.add(identity);
        return isOurs ? Optional.of(new LockedFile(file, identity)) : Optional.empty();
      } catch (OverlappingFileLockException e) {
        return Optional.empty(); // of a copy of this class
      } finally {
        if (!isOurs) {
          file.close();
        }
      }
    }
  }

  /** What is the same for all paths to a file: its inode where the system has such. */
  private static Object identity(Path path) throws IOException {
    Object key = Files.readAttributes(path, BasicFileAttributes.class).fileKey();
    return key == null ? path.toRealPath() : key;
  }

  /** The open file. */
  RandomAccessFile file() {
    return file;
  }

  /** Closes it and lets other writers have it. */
  @Override
  public void close() throws IOException {
    synchronized (OPEN) {
      if (!closed) {
        closed = true;
        try {
          file.close();
        } finally {
          OPEN.remove(identity);
        }
      }
    }
  }
}
