package dev.flyball.lab.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A folder for the files of one run: deleted with all that is in it when it is closed, and also
 * when the process is told to end before that. The hook that deletes it is there before the folder
 * is, so no moment is left at which an end would forget it.
 */
public final class TemporaryFolder implements AutoCloseable {

  /** How often a folder is cleared into which other threads write until the process has ended. */
  private static final int TRIES_MAX = 20;

  private static final long TRY_AGAIN_MILLIS = 20;

  private final AtExit atExit;

  /** Guarded by this, as is the field below. */
  private Optional<Path> path = Optional.empty();

  private boolean closed;

  private TemporaryFolder() {
    atExit = AtExit.of(this::delete);
  }

  /** Makes a folder. */
  @FunctionalInterface
  private interface Making {
    Path make() throws IOException;
  }

  /**
   * A new one in the system's folder for such, whose name begins like this.
   *
   * @throws IOException when it cannot be made, or the process is ending
   */
  public static TemporaryFolder create(String prefix) throws IOException {
    try {
      return made(() -> Files.createTempDirectory(prefix));
    } catch (FileSystemException e) {
      throw new IOException(
          "no temporary folder can be made in '"
              + System.getProperty("java.io.tmpdir")
              + "', which java.io.tmpdir names: "
              + e.getClass().getSimpleName(),
          e);
    }
  }

  /**
   * A new one in a folder.
   *
   * @throws IOException when it cannot be made, or the process is ending
   */
  public static TemporaryFolder createIn(Path parent, String prefix) throws IOException {
    return made(() -> Files.createTempDirectory(parent, prefix));
  }

  private static TemporaryFolder made(Making making) throws IOException {
    TemporaryFolder folder;
    try {
      folder = new TemporaryFolder();
    } catch (IllegalStateException ending) {
      throw new IOException("no temporary folder is made while the process ends", ending);
    }
    folder.make(making);
    return folder;
  }

  private synchronized void make(Making making) throws IOException {
    if (closed) {
      throw new IOException("no temporary folder is made while the process ends");
    }
    try {
      path = Optional.of(making.make());
    } finally {
      if (path.isEmpty()) {
        atExit.close();
      }
    }
  }

  public synchronized Path path() {
    return path.orElseThrow();
  }

  /**
   * Deletes it.
   *
   * @throws UncheckedIOException when something in it cannot be deleted
   */
  @Override
  public void close() {
    atExit.close();
  }

  private synchronized void delete() {
    closed = true;
    if (path.isPresent()) {
      try {
        deletePatiently(path.get());
      } catch (IOException failure) {
        throw new UncheckedIOException("files cannot be deleted: " + path.get(), failure);
      }
    }
  }

  /** Again, while another thread puts files where some were deleted. */
  private static void deletePatiently(Path folder) throws IOException {
    for (int tried = 1; ; tried++) {
      try {
        delete(folder);
        return;
      } catch (DirectoryNotEmptyException e) {
        if (tried == TRIES_MAX) {
          throw e;
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(TRY_AGAIN_MILLIS));
      }
    }
  }

  /** Deletes a folder and its contents; a file that is deleted meanwhile is no failure. */
  public static void delete(Path folder) throws IOException {
    if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
        for (Path file : files) {
          delete(file);
        }
      } catch (NoSuchFileException e) {
        // Another process was faster.
      }
    }
    Files.deleteIfExists(folder);
  }
}
