package dev.flyball.tools.cli.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.tools.cli.FlyballCommand;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The torture of a pool as its users start it: some seconds of it, and most of a minute of all. */
@Timeout(300)
@Tag("slow")
class TortureIT {

  private static final int SECONDS = Boolean.getBoolean("flyball.all") ? 40 : 8;

  @TempDir Path dir;

  private Process start(String... args) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(FlyballCommand.class.getName());
    command.add("torture");
    command.addAll(List.of(args));
    return new ProcessBuilder(command)
        .redirectOutput(dir.resolve("stdout").toFile())
        .redirectError(dir.resolve("stderr").toFile())
        .start();
  }

  private String said(String stream) throws IOException {
    // A character of which only a part is written yet is none that a test looks for.
    return new String(Files.readAllBytes(dir.resolve(stream)), StandardCharsets.UTF_8);
  }

  @Test
  void thePoolSurvivesAndStandardOutputIsForMachinesOnly() throws Exception {
    int exitCode = start("--seconds", "" + SECONDS, "--json", "-").waitFor();
    assertThat(exitCode).as(() -> read("stderr")).isZero();
    JsonNode report = JsonMapper.shared().readTree(said("stdout"));
    assertThat(report.get("failed").asBoolean()).isFalse();
    assertThat(report.get("complete").asBoolean()).isTrue();
    assertThat(report.get("tasks").asLong()).isGreaterThanOrEqualTo(report.get("ran").asLong());
    assertThat(report.get("ran").asLong()).isPositive();
    assertThat(report.get("command").asString())
        .isEqualTo(
            "./flyball torture --seconds " + SECONDS + " --seed " + report.get("seed").asLong());
    assertThat(said("stderr")).contains("torture: ").doesNotContain("WARNING", "flyball:");
  }

  private String read(String stream) {
    try {
      return said(stream);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void whoEndsItEarlyIsToldHowFarItCame() throws Exception {
    Process process = start("--seconds", "600", "--seed", "1");
    while (!said("stdout").contains("torture: ")) {
      assertThat(process.isAlive()).isTrue();
      LockSupport.parkNanos(10_000_000);
    }
    process.destroy(); // as Ctrl-C does, in an orderly way
    assertThat(process.waitFor()).isNotZero();
    assertThat(said("stdout")).contains("seed 1: ", "every figure true");
  }
}
