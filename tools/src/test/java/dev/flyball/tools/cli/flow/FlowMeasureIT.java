package dev.flyball.tools.cli.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.dataflow.network.NetworkFile;
import dev.flyball.tools.cli.CommandProcess;
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

/** {@code flyball flow measure} in a process of its own. */
@Timeout(300)
@Tag("slow")
class FlowMeasureIT {

  private static final long LOOK_EVERY_NANOS = 20_000_000;

  @TempDir Path dir;

  private Process start(String... args) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(CommandProcess.BRIEF);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(FlyballCommand.class.getName(), "flow", "measure"));
    command.addAll(List.of("--folder", Files.createDirectories(dir.resolve("disk")).toString()));
    command.addAll(List.of(args));
    return new ProcessBuilder(command)
        .directory(dir.toFile())
        .redirectOutput(dir.resolve("stdout").toFile())
        .redirectError(dir.resolve("stderr").toFile())
        .start();
  }

  private String text(String file) throws IOException {
    // A character of which only a part is written yet is none that a test looks for.
    return new String(Files.readAllBytes(dir.resolve(file)), StandardCharsets.UTF_8);
  }

  @Test
  void aMeasurementEndsInANetworkAndFigures() throws Exception {
    Process process =
        start(
            "--node",
            "decoder=transform",
            "--node",
            "spool=write",
            "--threads",
            "1,2",
            "--seconds",
            "1",
            "--json",
            "figures.json");
    assertThat(process.waitFor()).as(text("stderr")).isZero();
    assertThat(NetworkFile.read(dir.resolve("network.yaml")).nodes())
        .extracting(node -> node.name())
        .containsExactly("decoder", "spool");
    assertThat(text("stdout")).contains("decoder: transforms", "Measured rates", "network.yaml");
    assertThat(text("figures.json")).contains("\"complete\"", "\"perSecond\"");
    assertThat(dir.resolve("disk")).isEmptyDirectory();
  }

  /** As Ctrl-C does, but for the exit code. */
  @Test
  void whatIsKnownIsWrittenWhenItIsEnded() throws Exception {
    Process process =
        start("--node", "a=transform", "--node", "b=send", "--seconds", "600", "--threads", "1,2");
    while (process.isAlive() && !text("stdout").contains("1 thread: ")) {
      LockSupport.parkNanos(LOOK_EVERY_NANOS);
    }
    process.destroy();
    process.waitFor();
    assertThat(text("network.yaml")).contains("The measurement ended early");
    assertThat(NetworkFile.read(dir.resolve("network.yaml")).nodes()).hasSize(1);
    assertThat(dir.resolve("disk")).isEmptyDirectory();
  }
}
