package dev.flyball.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The script at the root: what it says where it can build nothing, and what is left of a build. */
@Timeout(120)
class LauncherIT {

  private static final Path SCRIPT = Path.of("..", "flyball").toAbsolutePath().normalize();

  /** How long Maven has to ask, and to end. */
  private static final int MILLIS_MAX = 60_000;

  /** A project whose parent is in a repository on this machine. */
  private static final String ORPHAN =
      """
      <project>
        <modelVersion>4.0.0</modelVersion>
        <parent>
          <groupId>org.example</groupId>
          <artifactId>parent</artifactId>
          <version>1</version>
        </parent>
        <artifactId>orphan</artifactId>
        <repositories>
          <repository>
            <id>silent</id>
            <url>http://127.0.0.1:PORT/</url>
          </repository>
        </repositories>
      </project>
      """;

  @TempDir Path home;

  private record Said(int exitCode, String out, String err) {}

  private Said run(String line) throws IOException, InterruptedException {
    ProcessBuilder command = new ProcessBuilder((SCRIPT + " " + line).split(" "));
    command.environment().put("JAVA_HOME", home.resolve("no-jdk").toString());
    return said(command);
  }

  private Said said(ProcessBuilder command) throws IOException, InterruptedException {
    Path out = home.resolve("out");
    Path err = home.resolve("err");
    command.redirectOutput(out.toFile()).redirectError(err.toFile());
    int exitCode = command.start().waitFor();
    return new Said(exitCode, read(out), read(err));
  }

  private static String read(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--help", "test --help", "test -h", "pictures --help", "pictures -h"})
  void helpIsPrintedAndNothingIsRun(String line) throws Exception {
    Said said = run(line);
    assertThat(said.err()).isEmpty();
    assertThat(said.out()).contains("Usage: ./flyball COMMAND", "  test ", "  pictures ");
    assertThat(said.exitCode()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "pictures --all | 2 | flyball: pictures takes no arguments but was given --all",
        "pictures       | 1 | flyball: JAVA_HOME must be a JDK of version 17 or newer but was",
        "test           | 1 | flyball: JAVA_HOME must be a JDK of version 17 or newer but was",
        "policies       | 1 | flyball: JAVA_HOME must be a JDK of version 17 or newer but was",
      })
  void whatCannotBeDoneIsSaid(String line, int exitCode, String begin) throws Exception {
    Said said = run(line);
    assertThat(said.err()).startsWith(begin);
    assertThat(said.exitCode()).isEqualTo(exitCode);
    assertThat(said.out()).isEmpty();
  }

  /** By a link, too, as where it was put on the PATH. */
  @Test
  void allThatIsMissingIsSaidAtOnce() throws Exception {
    Path bin = Files.createDirectory(home.resolve("bin"));
    for (String tool : List.of("bash", "dirname", "readlink")) {
      Files.createSymbolicLink(bin.resolve(tool), found(tool));
    }
    Path link = Files.createSymbolicLink(home.resolve("flyball"), SCRIPT);
    ProcessBuilder command = new ProcessBuilder(found("bash").toString(), link + "", "policies");
    command.environment().remove("JAVA_HOME");
    command.environment().put("PATH", bin.toString());
    Said said = said(command);
    assertThat(said.err().lines())
        .satisfiesExactly(
            maven -> assertThat(maven).startsWith("flyball: needs Maven 3.8 or newer to build"),
            jdk ->
                assertThat(jdk)
                    .startsWith("flyball: needs a JDK of version 17 or newer, with javac"));
    assertThat(said.exitCode()).isEqualTo(1);
  }

  /** Its Maven waits for a repository that does not answer. */
  @ParameterizedTest
  @CsvSource({"INT, 130", "TERM, 143"})
  void aBuildThatIsToldToEndLeavesNoProcess(String signal, int exitCode) throws Exception {
    try (ServerSocket repository = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Path script = Files.copy(SCRIPT, home.resolve("flyball"), StandardCopyOption.COPY_ATTRIBUTES);
      Files.writeString(
          home.resolve("pom.xml"), ORPHAN.replace("PORT", "" + repository.getLocalPort()));
      String settings = Files.writeString(home.resolve("settings"), "<settings/>").toString();
      ProcessBuilder command =
          new ProcessBuilder("env", "--default-signal=INT", script.toString(), "test");
      command.command().addAll(List.of("-s", settings, "-gs", settings));
      command.command().add("-Dmaven.repo.local=" + home.resolve("repository"));
      command.environment().put("JAVA_HOME", System.getProperty("java.home"));
      command.environment().remove("MAVEN_OPTS"); // may be those of a newer JDK, which builds this
      Path out = home.resolve("out");
      command.redirectErrorStream(true).redirectOutput(out.toFile());
      repository.setSoTimeout(MILLIS_MAX);
      Process process = command.start();
      List<ProcessHandle> children = List.of();
      try (Socket asked = repository.accept()) {
        asked.setSoTimeout(MILLIS_MAX);
        children = process.descendants().toList();
        assertThat(children).hasSizeGreaterThan(1);
        new ProcessBuilder("kill", "-" + signal, process.pid() + "").start().waitFor();
        assertThat(process.waitFor()).isEqualTo(exitCode);
        for (ProcessHandle child : children) {
          child.onExit().get(MILLIS_MAX, TimeUnit.MILLISECONDS);
        }
        assertThat(asked.getInputStream().readAllBytes()).isNotEmpty(); // to its end
      } catch (SocketTimeoutException e) {
        throw new AssertionError(
            "Maven asked for nothing, or did not end; it said: " + read(out), e);
      } finally {
        Stream.of(children.stream(), process.descendants(), Stream.of(process.toHandle()))
            .flatMap(Function.identity())
            .forEach(ProcessHandle::destroyForcibly);
      }
    }
  }

  /** Where a tool of the system is. */
  private static Path found(String tool) {
    return Stream.of("/bin", "/usr/bin")
        .map(folder -> Path.of(folder, tool))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow();
  }
}
