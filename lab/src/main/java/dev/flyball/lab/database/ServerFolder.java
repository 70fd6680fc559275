package dev.flyball.lab.database;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * One server's own files in the temporary folder: data, log, and the statements it runs when it
 * first starts.
 *
 * @param root the folder that holds all
 */
public record ServerFolder(Path root) {

  /** A new folder with a copy of the data of a server that has never run. */
  static ServerFolder create(Path data) {
    try {
      return filled(Files.createTempDirectory("flyball-mariadb"), data);
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

  Path log() {
    return root.resolve("server.log");
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
      if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
          for (Path file : files) {
            delete(file);
          }
        } catch (NoSuchFileException e) {
          // The other process was faster.
        }
      }
      Files.deleteIfExists(folder);
    }
  }
}
