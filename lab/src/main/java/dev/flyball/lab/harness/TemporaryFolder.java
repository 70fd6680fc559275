package dev.flyball.lab.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/**
 * A folder for the files of one run: deleted with all that is in it when it is closed, and also
 * when the process is told to end before that. Closing it again does nothing.
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

  public Path path() {
    return path;
  }

  /**
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
    if (!Files.exists(folder)) {
      return;
    }
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException failure)
              throws IOException {
            if (failure instanceof NoSuchFileException) {
              return FileVisitResult.CONTINUE;
            }
            throw failure;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure)
              throws IOException {
            Files.deleteIfExists(visited);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
