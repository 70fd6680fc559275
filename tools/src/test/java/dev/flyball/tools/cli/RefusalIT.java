package dev.flyball.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.tools.cli.CommandProcess.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the command line refuses: it says what is wrong, ends with 2, shows nothing on standard
 * output and writes nothing. All command lines but one share a process.
 */
@Timeout(300)
class RefusalIT {

  @TempDir static Path shared;

  private static CommandShell shell;

  @TempDir Path dir;

  @BeforeAll
  static void startShell() throws IOException {
    shell = CommandShell.start(shared);
  }

  @AfterAll
  static void endShell() throws IOException {
    shell.close();
  }

  /** A command line that is refused, and what is said about it. */
  private record Refusal(String message, List<String> words) {}

  private static Refusal refusal(String message, String... words) {
    return new Refusal(message, List.of(words));
  }

  private static void assertRefused(Refusal... refusals) throws IOException {
    for (Refusal refusal : refusals) {
      assertRefused(refusal, shell.run(refusal.words().toArray(String[]::new)), shared);
    }
  }

  private static void assertRefused(Refusal refusal, Ended ended, Path folder) throws IOException {
    assertThat(ended.err()).contains(refusal.message());
    assertThat(ended.exitCode()).as(refusal.message()).isEqualTo(2);
    assertThat(ended.out()).as(refusal.message()).isEmpty();
    try (Stream<Path> written = Files.list(folder.resolve("work"))) {
      assertThat(written).as(refusal.message()).isEmpty();
    }
  }

  @Test
  void aProcessThatIsRefusedEndsWithTwo() throws Exception {
    Refusal demo = refusal("did you mean 'demo'?", "demoo");
    assertRefused(demo, CommandProcess.start(dir, FlyballCommand.class, "demoo").ended(), dir);
  }

  @Test
  void aWindowWithoutADisplayIsRefused() throws Exception {
    assertRefused(
        refusal("a window needs a display but there is none", "frames"),
        refusal(
            "a window needs a display but there is none",
            "paper",
            "executorservice21",
            "--only",
            "frames"),
        refusal("the other parts need none", "paper", "executorservice21"),
        refusal("unknown policy 'x'", "frames", "--policy", "x"),
        refusal("tasks must be at least 2 but was 1", "frames", "--tasks", "1"),
        refusal(
            "targetPerSecond must be from 0.0 to 60.0 but was 75.0", "frames", "--target", "75"));
  }

  @Test
  void whatIsNoNumberIsRefusedInPlainWords() throws Exception {
    assertRefused(
        refusal("'--seeds': must be a whole number but was 'x'", "race", "--seeds", "x"),
        refusal("'--rate': must be a number but was 'x'", "demo", "--rate", "x"),
        refusal(
            "'--seed': must be a whole number from -9223372036854775808 to 9223372036854775807 but"
                + " was '99999999999999999999'",
            "demo",
            "--seed",
            "99999999999999999999"));
  }

  @Test
  void aTortureThatCannotBeIsRefused() throws Exception {
    assertRefused(
        refusal("the time must be from a second to 30 days but was 0 s", "torture", "--seconds=0"),
        refusal("but was 2678400 seconds", "torture", "--minutes", "44640"),
        refusal("mutually exclusive", "torture", "--minutes", "1", "--seconds", "1"),
        refusal("--round must be at least 1 but was 0", "torture", "--seed=1", "--round=0"),
        refusal("--round needs the --seed", "torture", "--round", "3"),
        refusal("it is a folder", "torture", "--json", dir.toString()));
  }

  @Test
  void aGoodputBoardThatCannotBeIsRefused() throws Exception {
    assertRefused(
        refusal("unknown row 'cpu'; they are cpu-139", "race", "--bench", "http", "--rows", "cpu"),
        refusal(
            "unknown contender 'tomcot'; they are by-hand",
            "race",
            "--bench",
            "http",
            "--contenders",
            "tomcat,tomcot"),
        refusal("--seconds must be from 2 to", "race", "--bench", "http", "--seconds", "1"),
        refusal("--rounds must be from 1 to", "race", "--bench", "http", "--rounds", "0"),
        refusal("it has rows of its own", "race", "sine", "--bench", "http"),
        refusal("has no --random", "race", "--bench", "http", "--length", "10s"),
        refusal("liberty must lie in the folder", "race", "--bench", "http", "--with", "liberty"),
        refusal("are for --bench http", "race", "--rounds", "2"));
  }

  @Test
  void aDrawThatCannotBeIsRefused() throws Exception {
    assertRefused(
        refusal("none can be named beside it", "race", "sine", "--random", "3"),
        refusal("--random must be from 1 to 2000 but was 0", "race", "--random", "0"),
        refusal("--random must be from 1 to 2000 but was 2001", "race", "--random", "2001"),
        refusal("--seed is the first seed of --random", "race", "sine", "--seed", "3"),
        refusal("--seed must be from 0 to", "race", "--random", "3", "--seed=-1"),
        refusal("so it has no --seeds", "race", "--random", "3", "--seeds", "2"),
        refusal("is for --bench virtual", "race", "--random", "3", "--bench", "both"),
        refusal("--goodput is for --bench virtual", "race", "--goodput", "--bench", "real"),
        refusal("must be a seed of at least 0 but was -1", "scenarios", "--random=-1"),
        refusal("so it stands alone", "scenarios", "sine", "--random", "1"),
        refusal("so it stands alone", "scenarios", "--random", "1", "--json", "-"));
  }

  @Test
  void badUsageIsNamedAndNothingIsWritten() throws Exception {
    assertRefused(
        refusal("did you mean 'demo'?", "demoo"),
        refusal("--seconds must be from 1 to 86400 but was 0", "demo", "--seconds", "0"),
        refusal(
            "unknown policy 'litles-law'; did you mean 'littles-law'?",
            "demo",
            "--policy",
            "litles-law"),
        refusal(
            "--dashboard must be none or a port from 0 to 65535 but was '70000'",
            "demo",
            "--dashboard",
            "70000"),
        refusal("Missing which program to watch", "watch"),
        refusal("there is no process 2147483646", "watch", "2147483646"),
        refusal("a process's number or HOST:PORT but was 'orders'", "watch", "orders"),
        refusal("a process's number or HOST:PORT but was 'here:70000'", "watch", "here:70000"),
        refusal("port must be from 0 to 65535 but was -1", "watch", "1", "--port", "-1"),
        refusal("there is no folder", "demo", "--report", dir.resolve("no/such.html").toString()),
        refusal("it is a folder", "paper", "perfect-knob", "--json", dir.toString()),
        refusal("must be two files", "demo", "--json", "a", "--report", "a"),
        refusal("Missing the paper's name", "paper"),
        refusal("so --policy must not be given", "paper", "mysql", "--waits", "--policy", "fixed"),
        refusal("one number of --connections", "paper", "mysql", "--waits", "--connections=1,2"),
        refusal("unknown policy 'nope'", "policies", "nope"),
        refusal("unknown scenario 'sinus'; did you mean 'sine'?", "race", "sinus"),
        refusal("unknown scenario 'sinus'; did you mean 'sine'?", "scenarios", "sinus"),
        refusal("no/such.yaml: file must exist but does not", "race", "no/such.yaml"),
        refusal("unknown policy 'litles-law'", "race", "sine", "--policy", "litles-law"),
        refusal("--seeds must be from 1 to 1000 but was 0", "race", "sine", "--seeds", "0"),
        refusal("two were 'sine'", "race", "sine", "sine"),
        refusal(
            "--bench must be virtual, real, both or http but was rael", "race", "--bench", "rael"),
        refusal("--length must be a duration such as", "race", "sine", "--length", "10"),
        refusal("at most its own (60 s) but was 61 s", "race", "sine", "--length", "61s"),
        refusal("--period must be at least 1ms but was", "race", "sine", "--period", "1us"),
        refusal("unknown peer 'hill'", "settings", "--peer", "hill"),
        refusal("--passes must be from 1 to 100 but was 0", "settings", "--passes", "0"),
        refusal("scenarios to judge in must be at least 1", "settings", "sine"),
        refusal("unknown policy 'flybal'", "verdict", "--policy", "flybal"),
        refusal("--seeds must be from 1 to 1000 but was 0", "verdict", "--seeds", "0"),
        refusal("--period must be a duration such as", "verdict", "--period", "often"),
        refusal("must be two files", "race", "sine", "--json", "a", "--csv", "a"),
        refusal("must be two files", "race", "sine", "--json", "a", "--csv", "./a"),
        refusal("must not both be -", "race", "sine", "--json", "-", "--csv", "/dev/stdout"));
  }

  @Test
  void whatCannotBeRunOnBothBenchesIsNamed() throws Exception {
    assertRefused(
        refusal("unknown scenario 'sin'; did you mean 'sine'?", "agree", "sin"),
        refusal("unknown policy 'nope'", "agree", "sine", "--here", "--policy", "nope"),
        refusal("--tries must be from 1 to 100 but was 0", "agree", "--tries", "0"),
        refusal(
            "scenario 'core-lost' cannot run on the real bench: its host has",
            "agree",
            "core-lost"),
        refusal(
            "scenario 'small-memory' cannot run on the real bench: its host has memory for 64"
                + " workers",
            "agree",
            "small-memory",
            "--here"));
  }

  @Test
  void whatCannotBeMeasuredIsNamedAndLeavesNothingOnTheDisk() throws Exception {
    Files.createDirectories(dir.resolve("disk"));
    assertRefused(
        measure("Missing required option: '--node=NAME=WORK'"),
        measure("did you mean 'write'?", "--node", "a=wirte"),
        measure("two were 'a'", "--node", "a=write", "--node", "a=send"),
        measure("one was 2", "--node", "a=write", "--threads", "4,2"),
        measure("--seconds must be from 1", "--node", "a=write", "--seconds", "0"),
        measure("--precision must be above 0", "--node", "a=write", "--precision", "0"),
        measure("is not", "--node", "a=class:com.example.None"),
        measure("there is no folder", "--node", "a=write", "--out", "no/such.yaml"),
        measure("must not both be -", "--node", "a=write", "--out", "-", "--json", "-"));
    assertThat(dir.resolve("disk")).isEmptyDirectory();
  }

  private Refusal measure(String message, String... options) {
    Stream<String> command = Stream.of("flow", "measure", "--folder", "" + dir.resolve("disk"));
    return refusal(message, Stream.concat(command, Stream.of(options)).toArray(String[]::new));
  }

  /** Before a cluster is asked or started, so none is needed. */
  @Test
  void aJobOfFlinkIsNotGovernedInAWayThatCannotBe() throws Exception {
    assertRefused(
        refusal("Missing --url", "flow", "flink"),
        refusal("url must be as http://host:8081 but was here", "flow", "flink", "--url", "here"),
        flink("budget must be from 1 to 100000 but was 0", "--budget", "0"),
        flink("--period must be at least 1s but was 1ms", "--period", "1ms"),
        flink("job must be 32 hexadecimal digits but was x", "--job", "x"),
        flink("--json must be a file that can be written", "--json", "no/such"),
        refusal("--seconds must be from 1 to 86400", "flow", "flink", "demo", "--seconds", "0"),
        refusal("Flink's jars must lie in", "flow", "flink", "demo"));
  }

  private static Refusal flink(String message, String... options) {
    Stream<String> command = Stream.of("flow", "flink", "--url", "http://localhost:1");
    return refusal(message, Stream.concat(command, Stream.of(options)).toArray(String[]::new));
  }

  /** Before the server is asked, so none is needed. */
  @Test
  void aServerIsNotTunedInAWayThatCannotBe() throws Exception {
    assertRefused(
        tune("knob must be one of size, oversubscribe, stall-limit", "--knobs", "sise"),
        tune("--for must be a duration such as", "--for", "soon"),
        tune("max must be at least min (8) but was 4", "--min", "8", "--max", "4"),
        tune("--keep must not be given with --dry-run", "--keep", "--dry-run"));
  }

  private static Refusal tune(String message, String... options) {
    Stream<String> command =
        Stream.of("mariadb", "tune", "--url", "jdbc:mariadb://127.0.0.1:1/", "--journal", "a");
    return refusal(message, Stream.concat(command, Stream.of(options)).toArray(String[]::new));
  }
}
