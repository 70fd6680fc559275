package dev.flyball.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.policy.Policies;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The command line as its users meet it: a process of its own, its exit code and its output. */
@Timeout(120)
@Tag("slow")
class CommandIT {

  private static final Path FULL = Path.of("/dev/full");

  @TempDir Path dir;

  /** How a process ended. */
  private record Ended(int exitCode, String out, String err) {}

  private Ended flyball(String... args) throws IOException, InterruptedException {
    return ended(start(args));
  }

  private Process start(String... args) throws IOException {
    return start(dir.resolve("stdout").toFile(), args);
  }

  private Process start(File out, String... args) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Djava.awt.headless=true"); // no window of a test appears on anybody's desktop
    command.add("-Djava.io.tmpdir=" + Files.createDirectories(dir.resolve("temporary")));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(FlyballCommand.class.getName());
    command.addAll(List.of(args));
    return new ProcessBuilder(command)
        .directory(Files.createDirectories(dir.resolve("work")).toFile())
        .redirectOutput(out)
        .redirectError(dir.resolve("stderr").toFile())
        .start();
  }

  private Ended ended(Process process) throws IOException, InterruptedException {
    int exitCode = process.waitFor();
    return new Ended(
        exitCode,
        Files.readString(dir.resolve("stdout"), StandardCharsets.UTF_8),
        Files.readString(dir.resolve("stderr"), StandardCharsets.UTF_8));
  }

  /** Where the system has a device that is always full. */
  @Test
  @EnabledIf("hasFullDevice")
  void whatStandardOutputDoesNotTakeIsAnError() throws Exception {
    for (String[] command : new String[][] {{"scenarios"}, {"scenarios", "--json", "-"}}) {
      Process process = start(FULL.toFile(), command);
      assertThat(process.waitFor()).isEqualTo(1);
      assertThat(dir.resolve("stderr")).content().contains("standard output took no more");
    }
  }

  static boolean hasFullDevice() {
    return Files.isWritable(FULL);
  }

  @Test
  void aPortThatIsTakenFailsTheRun() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Ended ended = flyball("demo", "--seconds", "1", "--port", "" + taken.getLocalPort());
      assertThat(ended.exitCode()).isEqualTo(1);
      assertThat(ended.err())
          .contains("port must be free but " + taken.getLocalPort() + " on 127.0.0.1 is taken");
      try (Stream<Path> written = Files.list(dir.resolve("work"))) {
        assertThat(written).isEmpty();
      }
    }
  }

  @Test
  void theCatalogueComesAsTextAndAsJson() throws Exception {
    Ended text = flyball("policies");
    assertThat(text.exitCode()).isZero();
    assertThat(text.out())
        .contains("flyball", "littles-law", "workload-profile-printed", "request-rate");
    Ended json = flyball("policies", "--json", "-");
    assertThat(json.exitCode()).isZero();
    JsonNode policies = JsonMapper.shared().readTree(json.out()).get("policies");
    assertThat(policies.size()).isGreaterThanOrEqualTo(5);
    assertThat(policies.get(0).get("name").asString()).isEqualTo(Policies.STANDARD);
  }

  @Test
  void aRaceOfAFileAndANameEndsInBoardsFiguresAndAPage() throws Exception {
    Ended file = flyball("scenarios", "half-core");
    assertThat(file.exitCode()).isZero();
    Path own = dir.resolve("own.yaml");
    Files.writeString(own, file.out().replace("name: half-core", "name: own"));
    Path json = dir.resolve("race.json");
    Path csv = dir.resolve("race.csv");
    Path page = dir.resolve("race.html");
    Ended ended =
        flyball(
            "race",
            "" + own,
            "cpu-bound",
            "--seeds",
            "2",
            "--policy",
            "littles-law",
            "--policy",
            "fixed(workers=3)",
            "--json",
            "" + json,
            "--csv",
            "" + csv,
            "--report",
            "" + page);
    assertThat(ended.err()).endsWith("race: 24 of 24 runs\n");
    assertThat(ended.exitCode()).isZero();
    assertThat(ended.out())
        .contains("own (throughput", "cpu-bound (throughput", "All 2 scenarios")
        .contains("oracle  ", "fixed(workers=3)", "(2 x cores)", "regret = ");
    JsonNode report = JsonMapper.shared().readTree(Files.readString(json));
    assertThat(report.get("scenario").asString()).isEqualTo("race");
    assertThat(report.get("rows").size()).isEqualTo(24);
    assertThat(Files.readAllLines(csv)).hasSize(25);
    assertThat(Files.readString(page)).contains("<svg", "Do it again", "fixed(workers=3)");
  }

  @Test
  void aRaceCanHaveEverybodyAskedAsOftenAsOneWants() throws Exception {
    Path json = dir.resolve("often.json");
    Ended ended =
        flyball(
            "race",
            "step-up",
            "--seeds",
            "1",
            "--policy",
            "littles-law",
            "--period",
            "100ms",
            "--json",
            "" + json);
    assertThat(ended.exitCode()).isZero();
    JsonNode report = JsonMapper.shared().readTree(Files.readString(json));
    assertThat(report.get("command").asString()).contains(" --period 100ms");
    JsonNode law = report.get("rows").get(1);
    assertThat(law.get("policy").asString()).isEqualTo("littles-law");
    assertThat(law.get("resizes").asLong()).isGreaterThan(120);
  }

  @Test
  void aVerdictEndsInItsTablesFiguresAndAPage() throws Exception {
    Path json = dir.resolve("verdict.json");
    Ended ended =
        flyball(
            "verdict",
            "tiny-tasks",
            "half-core",
            "--seeds",
            "1",
            "--json",
            "" + json,
            "--report",
            "" + dir.resolve("verdict.html"));
    assertThat(ended.exitCode()).isZero();
    assertThat(ended.out())
        .contains("flyball in each scenario", "All 2 scenarios", "without each of its parts")
        .contains("halved and doubled", "flyball costs ");
    JsonNode report = JsonMapper.shared().readTree(Files.readString(json));
    assertThat(report.get("scenarios").size()).isEqualTo(2);
    assertThat(report.get("command").asString())
        .isEqualTo(
            "./flyball verdict tiny-tasks half-core --policy flyball --seeds 1 --period 100ms");
    assertThat(Files.readString(dir.resolve("verdict.html"))).contains("<svg", "Do it again");
  }

  @Test
  void aRaceOnBothBenchesEndsInBothBesideEachOther() throws Exception {
    Path json = dir.resolve("both.json");
    Ended ended =
        flyball(
            "race",
            "closed-10",
            "--bench",
            "both",
            "--here",
            "--length",
            "600ms",
            "--runs",
            "2",
            "--policy",
            "jdk-cached",
            "--json",
            "" + json);
    assertThat(ended.err())
        .contains("race: 10 runs on real threads take about 9 s")
        .endsWith("race, real threads: 10 of 10 runs\n");
    assertThat(ended.exitCode()).isZero();
    assertThat(ended.out()).contains("The first three (regret)", "closed-10 (virtual / real)");
    JsonNode report = JsonMapper.shared().readTree(Files.readString(json));
    assertThat(report.get("rows").size()).isEqualTo(2 * 10);
    assertThat(report.get("boards").get(0).get("rows").size()).isEqualTo(5);
    assertThat(report.get("command").asString())
        .isEqualTo(
            "./flyball race closed-10 --policy 'jdk-cached' --seeds 2 --length 600ms --here"
                + " --bench both");
  }

  @Test
  void theScenariosComeAsTextAndAsJson() throws Exception {
    Ended text = flyball("scenarios");
    assertThat(text.exitCode()).isZero();
    assertThat(text.out()).contains("cpu-bound\n", "  models:  ", "  catches: ");
    Ended json = flyball("scenarios", "--json", "-");
    JsonNode scenarios = JsonMapper.shared().readTree(json.out()).get("scenarios");
    assertThat(scenarios.size()).isGreaterThanOrEqualTo(24);
    assertThat(scenarios.get(0).get("file").asString()).startsWith("name: cpu-bound");
  }

  @Test
  void aRaceThatIsToldToStopWritesWhatThereIs() throws Exception {
    Path json = dir.resolve("stopped.json");
    Process process = start("race", "--seeds", "1000", "--json", json.toString());
    while (!Files.readString(dir.resolve("stderr"), StandardCharsets.UTF_8).contains("race: ")) {
      assertThat(process.isAlive()).isTrue();
      LockSupport.parkNanos(10_000_000);
    }
    process.destroy();
    Ended ended = ended(process);
    assertThat(ended.exitCode()).isNotZero();
    JsonNode report = JsonMapper.shared().readTree(Files.readString(json));
    assertThat(report.get("complete").asBoolean()).isFalse();
    assertThat(report.get("rows").size()).isPositive();
    assertThat(ended.out()).contains("The race was ended early");
  }

  @Test
  void theDemoRunsToItsEndAndWritesWhatItFound() throws Exception {
    Path page = dir.resolve("demo.html");
    Ended ended =
        flyball(
            "demo", "--seconds", "2", "--rate", "20", "--report", page.toString(), "--json", "-");
    assertThat(ended.err()).contains("pool=flyball (1 of 4)");
    assertThat(ended.exitCode()).isZero();
    JsonNode rows = JsonMapper.shared().readTree(ended.out()).get("rows");
    assertThat(rows.size()).isEqualTo(5);
    assertThat(rows.get(1).get("policy").asString()).isEqualTo(Policies.STANDARD);
    for (JsonNode row : rows) {
      assertThat(row.get("offered").asLong()).isPositive();
      assertThat(row.get("completed").asLong() + row.get("failed").asLong())
          .isEqualTo(row.get("offered").asLong());
    }
    assertThat(Files.readString(page)).contains("<svg", "Do it again");
  }

  @Test
  void aRunThatIsToldToStopWritesWhatThereIsAndLeavesNothingBehind() throws Exception {
    Path json = dir.resolve("stopped.json");
    Process process = start("demo", "--rate", "20", "--json", json.toString());
    // A second's line may be missing where the machine stalls, so any of the first ones will do.
    Pattern underLoad = Pattern.compile("t=[2-9]s pool=" + Policies.STANDARD);
    while (!underLoad
        .matcher(Files.readString(dir.resolve("stdout"), StandardCharsets.UTF_8))
        .find()) {
      assertThat(process.isAlive()).isTrue();
      LockSupport.parkNanos(10_000_000);
    }
    process.destroy(); // as Ctrl-C does, in an orderly way
    Ended ended = ended(process);
    assertThat(ended.exitCode()).isNotZero();
    JsonNode report = JsonMapper.shared().readTree(Files.readString(json));
    assertThat(report.get("complete").asBoolean()).isFalse();
    assertThat(report.get("rows").get(1).get("cutShort").asBoolean()).isTrue();
    assertThat(ended.out()).contains("the run was ended early");
    try (Stream<Path> left = Files.list(dir.resolve("temporary"))) {
      assertThat(left.filter(path -> path.getFileName().toString().startsWith("flyball")))
          .isEmpty();
    }
  }

  @Test
  void aPlaceThatCannotBeWrittenInTheEndCostsNeitherTablesNorTheOtherPlace() throws Exception {
    Path page = dir.resolve("page.html");
    Ended ended =
        flyball(
            "demo", "--seconds", "1", "--rate", "5", "--json", "/dev/full", "--report", "" + page);
    assertThat(ended.exitCode()).isEqualTo(1);
    assertThat(ended.err()).contains("the report could not be written");
    assertThat(ended.out()).contains("Side by side");
    assertThat(page).exists();
  }

  @Test
  void helpAndVersionAreNoFailures() throws Exception {
    assertThat(flyball("--help").exitCode()).isZero();
    assertThat(flyball("demo", "--help").out()).contains("--seconds", "--json", "--report");
    assertThat(flyball("--version").out()).startsWith("flyball ");
  }
}
