package dev.flyball.lab.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * A folder for the files of one run: deleted with all that is in it when it is closed, and also
 * when the process is told to end before that.
 */
public final class TemporaryFolder implements AutoCloseable {

  private final Path path;
  private final AtExit atExit = AtExit.of(this::delete);

  private TemporaryFolder(Path path) {
    this.path = path;
  }

  /** A new one in the system's folder for such, whose name begins like this. */
  public static TemporaryFolder create(String prefix) throws IOException {
    return new TemporaryFolder(Files.createTempDirectory(prefix));
  }

  /** A new one in a folder. */
  public static TemporaryFolder createIn(Path parent, String prefix) throws IOException {
    return new TemporaryFolder(Files.createTempDirectory(parent, prefix));
  }

  public Path path() {
    return path;
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

  private void delete() {
    try {
      delete(path);
    } catch (IOException failure) {
      throw new UncheckedIOException("files cannot be deleted: " + path, failure);
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
