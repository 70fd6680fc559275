package dev.flyball.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The script at the root, on a machine without a JDK, where it can answer but build nothing. */
@Timeout(120)
class LauncherIT {

  private static final Path SCRIPT = Path.of("..", "flyball").toAbsolutePath().normalize();

  @TempDir Path home;

  private record Said(int exitCode, String out, String err) {}

  private Said run(String line) throws IOException, InterruptedException {
    Path out = home.resolve("out");
    Path err = home.resolve("err");
    ProcessBuilder command = new ProcessBuilder((SCRIPT + " " + line).split(" "));
    command.environment().put("JAVA_HOME", home.resolve("no-jdk").toString());
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
}
