package dev.flyball.lab.database;

import dev.flyball.lab.harness.TemporaryFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * One server's own files in the temporary folder: data, log, and the statements it runs when it
 * first starts. They are gone with the process at the latest, however early it is told to end.
 *
 * @param folder the folder that holds all
 */
record ServerFolder(TemporaryFolder folder) {

  /** A new folder with a copy of the data of a server that has never run. */
  static ServerFolder create(Path data) {
    try {
      return filled(TemporaryFolder.create("flyball-mariadb"), data);
    } catch (IOException e) {
      throw new ServerFailedException(
          "the MariaDB server's data cannot be put into a temporary folder: " + e.getMessage(), e);
    }
  }

  /** A copy of some data in an empty folder, which is gone where that fails. */
  static ServerFolder filled(TemporaryFolder root, Path data) throws IOException {
    ServerFolder folder = new ServerFolder(root);
    try {
      copy(data, folder.data());
      Files.createDirectory(folder.temporary());
      return folder;
    } catch (IOException e) {
      root.close();
      throw e;
    }
  }

  /** The folder that holds all. */
  Path root() {
    return folder.path();
  }

  Path data() {
    return root().resolve("data");
  }

  Path temporary() {
    return root().resolve("tmp");
  }

  Path log() {
    return root().resolve("server.log");
  }

  void delete() {
    try {
      folder.close();
    } catch (UncheckedIOException e) {
      throw new ServerFailedException("the MariaDB server's files cannot be deleted: " + root(), e);
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    }
  }
}
