package dev.flyball.tools.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.base.OneLine;
import dev.flyball.tools.cli.CommandLines;
import dev.flyball.tools.cli.CommandProcess;
import dev.flyball.tools.cli.CommandProcess.Ended;
import dev.flyball.tools.cli.FlyballCommand;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A report on a program that runs, has secrets, and is recording. */
@Timeout(300)
@Tag("slow")
class SupportIT {

  private static final String SECRET = "S3CRET";

  @TempDir Path dir;

  private Process program;

  @BeforeEach
  void begin() throws IOException {
    ProcessBuilder command = new ProcessBuilder(CommandProcess.virtualMachine());
    command
        .command()
        .addAll(
            List.of(
                "-Dsome.property=" + SECRET + "1",
                "-XX:StartFlightRecording:settings=none,dev.flyball.Decision#enabled=true",
                "-Djava.io.tmpdir=" + Files.createDirectory(dir.resolve("program")),
                "-cp",
                System.getProperty("java.class.path"),
                WatchedProgram.class.getName(),
                "--some=" + SECRET + "2"));
    command.environment().put("SOME_VARIABLE", SECRET + "3");
    command.redirectError(ProcessBuilder.Redirect.DISCARD);
    program = command.start();
    BufferedReader said =
        new BufferedReader(new InputStreamReader(program.getInputStream(), StandardCharsets.UTF_8));
    String line = said.readLine();
    while (!"ready".equals(line)) { // the recorder says first that it has begun
      assertThat(line).as("a program that is ready").isNotNull();
      line = said.readLine();
    }
  }

  @AfterEach
  void end() throws InterruptedException {
    program.destroyForcibly().waitFor();
  }

  private Ended support(String... arguments) throws Exception {
    String[] words =
        Stream.concat(Stream.of("support"), Stream.of(arguments)).toArray(String[]::new);
    return CommandProcess.start(dir, FlyballCommand.class, words).ended();
  }

  @Test
  void hasWhatABugReportNeedsAndNoSecret() throws Exception {
    Ended ended = support(Long.toString(program.pid()), "--file", "report.txt");
    assertThat(ended.err()).isEmpty();
    assertThat(ended.out()).isEqualTo("written to report.txt; read it before you send it\n");
    assertThat(ended.exitCode()).isZero();
    Path work = dir.resolve("work");
    String report = Files.readString(work.resolve("report.txt"));
    assertThat(report)
        .contains(
            "flyball-support/1, of process " + program.pid(),
            "== limits of the process ==\n",
            "Max open files ",
            "== limits of its control groups ==\n",
            "== versions ==\nFlyball ",
            "== virtual machine ==\nJava " + System.getProperty("java.specification.version"),
            "MaxHeapSize = ",
            "== system ==\nLinux ",
            "== memory ==\nheap: ",
            "== pools ==\npool '" + OneLine.of(WatchedProgram.POOL) + "'\n",
            "WindowFigures[seconds=",
            "Steering[mode=GOVERN, policy=flyball, ",
            "== pipelines ==\nthere is no governed pipeline of Flyball\n",
            " events of Flyball, here the last ",
            " dev.flyball.Decision, pool " + OneLine.of(WatchedProgram.POOL) + ", cause POLICY",
            "== threads ==\n",
            "flyball-governor-" + OneLine.of(WatchedProgram.POOL) + "\n",
            "    at app//dev.flyball.control.Ticker.");
    assertThat(report).doesNotContain(SECRET, "cannot be read", System.getProperty("user.dir"));
    try (Stream<Path> left = Files.list(work)) {
      assertThat(left).containsExactly(work.resolve("report.txt"));
    }
    try (Stream<Path> left = Files.list(dir.resolve("temporary"))) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void ofAProgramThatIsStoppedItHasWhatTheSystemKnows() throws Exception {
    String pid = Long.toString(program.pid());
    new ProcessBuilder("kill", "-STOP", pid).start().waitFor();
    Ended ended = support(pid, "--file", "-");
    assertThat(ended.out()).contains("Max open files ", "== the program ==\ncannot be read: ");
    assertThat(ended.err()).startsWith("flyball: cannot be read: the program: ");
    assertThat(ended.exitCode()).isEqualTo(1);
  }

  @Test
  void whatCannotBeReportedOnIsSaid() throws Exception {
    Process other = new ProcessBuilder("sleep", "100").start();
    try {
      Ended ended =
          CommandProcess.start(
                  dir,
                  CommandLines.class,
                  CommandLines.argument("support"),
                  CommandLines.argument("support", "here"),
                  CommandLines.argument("support", "4294967295"),
                  CommandLines.argument("support", Long.toString(other.pid())),
                  CommandLines.argument(
                      "support", Long.toString(program.pid()), "--file", "no/such/folder"))
              .ended();
      assertThat(ended.err())
          .containsSubsequence(
              "Missing which process: here run ",
              CommandLines.ENDED + 2,
              "PID must be a process's number but was 'here'",
              CommandLines.ENDED + 2,
              "there is no process 4294967295; here run ",
              CommandLines.ENDED + 2,
              "must be a Java program of yours but is not",
              CommandLines.ENDED + 1,
              "--file: output must be a file that can be written",
              CommandLines.ENDED + 2);
      assertThat(other.isAlive()).isTrue();
    } finally {
      other.destroyForcibly();
    }
  }
}
