package dev.flyball.lab.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * One server's own files in the temporary folder: data, log, and the statements it runs when it
 * first starts.
 *
 * @param root the folder that holds all
 */
record ServerFolder(Path root) {

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
}
