package dev.flyball.lab.goodput;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * The JDK that the servers run with: the newest there is, for virtual threads begin with 21.
 *
 * @param home its folder
 * @param version its major version
 */
record ServerJdk(Path home, int version) {

  private static final int VIRTUAL_THREADS = 21;

  /** Where systems keep their JDKs. */
  private static final Path INSTALLED = Path.of("/usr/lib/jvm");

  /** The newest of this machine's, or that of this process. */
  static ServerJdk newest() {
    ServerJdk own =
        new ServerJdk(Path.of(System.getProperty("java.home")), Runtime.version().feature());
    return installed().filter(other -> other.version > own.version).orElse(own);
  }

  private static Optional<ServerJdk> installed() {
    try (DirectoryStream<Path> homes = Files.newDirectoryStream(INSTALLED)) {
      Stream.Builder<ServerJdk> found = Stream.builder();
      for (Path home : homes) {
        of(home).ifPresent(found);
      }
      return found.build().max(Comparator.comparingInt(ServerJdk::version));
    } catch (IOException none) {
      return Optional.empty();
    }
  }

  private static Optional<ServerJdk> of(Path home) {
    Path release = home.resolve("release");
    if (!Files.isExecutable(home.resolve("bin/java")) || !Files.isReadable(release)) {
      return Optional.empty();
    }
    Properties facts = new Properties();
    try (var text = Files.newBufferedReader(release)) {
      facts.load(text);
      String version = facts.getProperty("JAVA_VERSION", "").replace("\"", "");
      return Optional.of(new ServerJdk(home, Runtime.Version.parse(version).feature()));
    } catch (IOException | IllegalArgumentException unknown) {
      return Optional.empty();
    }
  }

  String java() {
    return home.resolve("bin/java").toString();
  }

  boolean hasVirtualThreads() {
    return version >= VIRTUAL_THREADS;
  }
}
