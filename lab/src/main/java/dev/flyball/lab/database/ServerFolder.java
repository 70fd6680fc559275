package dev.flyball.lab.database;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One server's own files in the temporary folder: data, log, and the statements it runs when it
 * first starts.
 *
 * @param root the folder that holds all
 */
public record ServerFolder(Path root) {

  /** A new folder with a copy of the data of a server that has never run. */
  static ServerFolder create(ServerBinaries binaries) {
    try {
      return filled(Files.createTempDirectory("flyball-mariadb"), binaries.data());
    } catch (IOException e) {
      throw new ServerFailedException("there is no room for the MariaDB server's data", e);
    }
  }

  /** A copy of some data in an empty folder, which is gone where that fails. */
  static ServerFolder filled(Path root, Path data) throws IOException {
    ServerFolder folder = new ServerFolder(root);
    try {
      FileTrees.copy(data, folder.data());
      Files.createDirectory(folder.temporary());
      return folder;
    } catch (IOException e) {
      FileTrees.delete(root);
      throw e;
    }
  }

  Path data() {
    return root.resolve("data");
  }

  Path temporary() {
    return root.resolve("tmp");
  }

  Path socket() {
    return root.resolve("socket");
  }

  Path log() {
    return root.resolve("server.log");
  }

  /** Writes the statements to run before the first client is let in, each in a line. */
  Path firstStatements(List<String> statements) throws IOException {
    return Files.write(root.resolve("first.sql"), statements);
  }

  void delete() {
    try {
      FileTrees.delete(root);
    } catch (IOException e) {
      throw new ServerFailedException("the MariaDB server's files cannot be deleted: " + root, e);
    }
  }

  /** Whole folders: copied, deleted. */
  public static final class FileTrees {

    private FileTrees() {}

    static void copy(Path from, Path to) throws IOException {
      try (Stream<Path> files = Files.walk(from)) {
        for (Path file : (Iterable<Path>) files::iterator) {
          Files.copy(file, to.resolve(from.relativize(file).toString()));
        }
      }
    }

    /**
     * Deletes a folder and its contents; a file that another process deletes meanwhile is no
     * failure.
     */
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

    /** The last lines of a text file, without its empty ones. */
    static List<String> lastLines(Path file, int count) throws IOException {
      List<String> lines =
          Files.readAllLines(file).stream().filter(line -> !line.isBlank()).toList();
      return lines.subList(Math.max(0, lines.size() - count), lines.size());
    }
  }
}
