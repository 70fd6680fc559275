package dev.flyball.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.flyball.lab.harness.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every command that runs for a while, told to end at a random moment: nothing is left of it but
 * the page that it says it has written.
 *
 * <p>{@code -Dinterrupt.moments=50} tries more moments than one, {@code -Dseed=} the same ones, and
 * {@code -Dinterrupt.command='flow demo'} only that command.
 */
@Timeout(900)
@Tag("slow")
class InterruptedCommandsIT {

  private static final int MOMENTS = Integer.getInteger("interrupt.moments", 1);
  private static final long SEED = Long.getLong("seed", System.nanoTime());
  private static final String COMMAND = System.getProperty("interrupt.command", "");
  private static final int MOMENT_MILLIS_MAX = 3000;

  @TempDir Path dir;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "demo --seconds 20",
        "watch SELF",
        "support SELF",
        "race",
        "verdict",
        "settings",
        "agree",
        "paper perfect-knob",
        "paper littles-law",
        "bench-tasks",
        "torture --minutes 1",
        "flow demo",
        "mariadb demo",
      })
  void leavesNothing(String line) throws Exception {
    assumeTrue(line.startsWith(COMMAND), "only " + COMMAND + " is interrupted");
    Random random = new Random(SEED ^ line.hashCode());
    String[] arguments =
        line.replace("SELF", Long.toString(ProcessHandle.current().pid())).split(" ");
    List<String> faults = new ArrayList<>();
    int stopped = 0;
    for (int i = 0; i < MOMENTS; i++) {
      Path folder = Files.createDirectories(dir.resolve("moment-" + i));
      String signal = random.nextBoolean() ? "INT" : "TERM";
      long millis = random.nextInt(MOMENT_MILLIS_MAX);
      CommandProcess command = CommandProcess.start(folder, FlyballCommand.class, arguments);
      Process process = command.process();
      if (process.waitFor(millis, TimeUnit.MILLISECONDS)) {
        TemporaryFolder.delete(folder);
        continue; // has nothing more to be stopped in
      }
      List<ProcessHandle> children = process.descendants().toList();
      new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start().waitFor();
      CommandProcess.Ended ended = command.ended();
      stopped++;
      String where = "SIG" + signal + " after " + millis + " ms: ";
      int expected = signal.equals("INT") ? 130 : 143;
      if (ended.exitCode() != expected && !wasStarting(ended)) {
        faults.add(
            where + "exit code " + ended.exitCode() + ", said: " + ended.out() + ended.err());
      }
      if (ended.err().contains("Shutdown in progress") || ended.err().contains("\tat ")) {
        faults.add(where + ended.err());
      }
      children.stream()
          .filter(ProcessHandle::isAlive)
          .forEach(child -> faults.add(where + "process left: " + child.info()));
      for (String place : List.of("temporary", "work")) {
        for (Path file : filesIn(folder.resolve(place))) {
          if (!isPageThatWasAnnounced(file, ended.out())) {
            faults.add(where + "left: " + file);
          }
        }
      }
      TemporaryFolder.delete(folder);
    }
    System.out.println(line + ": stopped at " + stopped + " of " + MOMENTS + " moments");
    assertThat(faults).as("seed " + SEED).isEmpty();
  }

  /**
   * Whether the virtual machine was told to end in its own start, which ends it with a failure of
   * that start and the exit code 1 now and then: nothing of ours has run.
   */
  private static boolean wasStarting(CommandProcess.Ended ended) {
    return ended.out().startsWith("Error occurred during initialization of VM")
        && ended.out().contains("java.lang.InternalError: Bad level")
        && ended.exitCode() == 1;
  }

  private static List<Path> filesIn(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.skip(1).toList();
    }
  }

  /** A command that is ended early writes what it has found, whole, and says where. */
  private static boolean isPageThatWasAnnounced(Path file, String out) throws IOException {
    String name = String.valueOf(file.getFileName());
    return name.endsWith(".html")
        && out.contains("The page with the pictures: " + name)
        && Files.readString(file).strip().endsWith("</html>");
  }
}
