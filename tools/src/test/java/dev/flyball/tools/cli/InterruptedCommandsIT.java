package dev.flyball.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.flyball.control.JournalFile;
import dev.flyball.dataflow.network.NetworkFile;
import dev.flyball.lab.flink.FlinkCluster;
import dev.flyball.lab.harness.TemporaryFolder;
import dev.flyball.pool.AdaptivePool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/**
 * Every command that runs for a while, told to end at a random moment: nothing is left of it but
 * the page that it says it has written.
 *
 * <p>{@code -Dinterrupt.moments=50} tries more moments than one, {@code -Dseed=} the same ones, and
 * {@code -Dinterrupt.command='flow demo'} only that command.
 *
 * <p>{@code flow flink demo} needs Flink's jars: {@code -Dflyball.flink.libraries=FOLDER}.
 */
@Timeout(900)
@Tag("slow")
class InterruptedCommandsIT {

  private static final int MOMENTS = Integer.getInteger("interrupt.moments", 1);
  private static final long SEED = Long.getLong("seed", System.nanoTime());
  private static final String COMMAND = System.getProperty("interrupt.command", "");
  private static final int MOMENT_MILLIS_MAX = 3000;
  private static final String FLINK = System.getProperty(FlinkCluster.LIBRARIES, "");
  private static final List<String> OPTIONS = List.of("-D" + FlinkCluster.LIBRARIES + "=" + FLINK);

  @TempDir Path dir;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "demo --seconds 20",
        "watch SELF",
        "support SELF",
        "race",
        "race --bench http --rows servers-200 --contenders tomcat,flyball",
        "verdict",
        "settings",
        "agree",
        "paper perfect-knob",
        "paper littles-law",
        "paper executorservice21 --only prediction,under-use",
        "paper mysql",
        "bench-tasks",
        "bench-tasks nested",
        "torture --minutes 1",
        "flow demo",
        "flow measure --node a=transform --node b=write --node c=send",
        "flow flink demo",
        "mariadb demo",
      })
  void leavesNothing(String line) throws Exception {
    assumeTrue(line.startsWith(COMMAND), "only " + COMMAND + " is interrupted");
    assumeTrue(!line.startsWith("flow flink") || !FLINK.isEmpty(), "Flink's jars are not there");
    stop(line, MOMENT_MILLIS_MAX, OptionalInt.empty());
  }

  /** Those that are soon done are stopped before that; one that was done first ends as usual. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "scenarios",
        "policies",
        "paper dataflow",
        "flow plan NETWORK",
        "replay JOURNAL",
        "frames", // where there is no display, as here
      })
  void leavesNothingOfWhatTakesAMoment(String line) throws Exception {
    assumeTrue(line.startsWith(COMMAND), "only " + COMMAND + " is interrupted");
    try (AdaptivePool pool = AdaptivePool.named("orders").workers(1).build()) {
      JournalFile.of(pool.governor().orElseThrow(), dir.resolve("journal"));
      pool.governor().orElseThrow().pin(5);
    }
    String given =
        line.replace("JOURNAL", dir.resolve("journal").toString())
            .replace("NETWORK", DocPicture.ROOT.resolve("docs/networks/orders.yaml").toString());
    long beganNanos = System.nanoTime();
    CommandProcess whole =
        CommandProcess.start(dir.resolve("whole"), FlyballCommand.class, given.split(" "));
    int exitCode = whole.ended().exitCode();
    int millis = (int) TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beganNanos);
    stop(given, millis, OptionalInt.of(exitCode));
  }

  /**
   * What these leave is tested by {@code MariaDbTuneIT}; {@code flow flink} has nothing to leave.
   */
  @Test
  void noCommandIsForgotten() {
    List<String> stopped =
        Stream.of(InterruptedCommandsIT.class.getDeclaredMethods())
            .map(method -> method.getAnnotation(ValueSource.class))
            .filter(Objects::nonNull)
            .flatMap(lines -> Stream.of(lines.strings()))
            .toList();
    assertThat(commands(new CommandLine(new FlyballCommand())))
        .filteredOn(command -> stopped.stream().noneMatch(line -> line.startsWith(command)))
        .containsExactlyInAnyOrder("mariadb tune", "help");
  }

  /** The commands that run, and not only have commands below them, each without its first word. */
  private static List<String> commands(CommandLine line) {
    Stream<String> own =
        line.getCommand() instanceof Callable<?>
            ? Stream.of(line.getCommandSpec().qualifiedName().substring("flyball ".length()))
            : Stream.of();
    Stream<String> below =
        line.getSubcommands().values().stream().flatMap(each -> commands(each).stream());
    return Stream.concat(own, below).toList();
  }

  private void stop(String line, int millisMax, OptionalInt usual) throws Exception {
    Random random = new Random(SEED ^ line.hashCode());
    String[] arguments =
        line.replace("SELF", Long.toString(ProcessHandle.current().pid())).split(" ");
    List<String> faults = new ArrayList<>();
    int stopped = 0;
    for (int i = 0; i < MOMENTS; i++) {
      Path folder = Files.createDirectories(dir.resolve("moment-" + i));
      String signal = random.nextBoolean() ? "INT" : "TERM";
      long millis = random.nextInt(millisMax);
      CommandProcess command =
          CommandProcess.start(folder, OPTIONS, FlyballCommand.class, arguments);
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
      boolean wasDone = usual.isPresent() && ended.exitCode() == usual.getAsInt();
      if (ended.exitCode() != expected && !wasDone && !ended.wasStarting()) {
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
          if (!isWholeAndAnnounced(file, ended.out())) {
            faults.add(where + "left: " + file);
          }
        }
      }
      TemporaryFolder.delete(folder);
    }
    System.out.println(line + ": stopped at " + stopped + " of " + MOMENTS + " moments");
    assertThat(faults).as("seed " + SEED).isEmpty();
  }

  private static List<Path> filesIn(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.skip(1).toList();
    }
  }

  /** A command that is ended early writes what it has found, whole, and says where. */
  private static boolean isWholeAndAnnounced(Path file, String out) throws IOException {
    String name = String.valueOf(file.getFileName());
    if (out.contains("The network: " + name)) {
      return !NetworkFile.read(file).nodes().isEmpty();
    }
    if (out.contains("written to " + name)) {
      return !Files.readString(file).contains("cannot be read");
    }
    return name.endsWith(".html")
        && out.contains("The page with the pictures: " + name)
        && Files.readString(file).strip().endsWith("</html>");
  }
}
