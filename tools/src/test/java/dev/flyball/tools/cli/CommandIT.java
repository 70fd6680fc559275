package dev.flyball.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.tools.attach.VirtualMachine;
import dev.flyball.dashboard.RemotePools;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.sim.scenario.RandomGoodputScenarios;
import dev.flyball.sim.scenario.RandomScenarios;
import dev.flyball.tools.cli.CommandProcess.Ended;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.management.remote.JMXServiceURL;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The command line as its users meet it: exit code and output. What depends on the process has one
 * of its own; the other command lines share one, for a start takes longer than most of them.
 */
@Timeout(300)
@Tag("slow")
class CommandIT {

  private static final Path FULL = Path.of("/dev/full");

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

  private static Ended flyball(String... args) throws IOException {
    return shell.run(args);
  }

  private CommandProcess start(String... args) throws IOException {
    return CommandProcess.start(dir, FlyballCommand.class, args);
  }

  /** Where the system has a device that is always full. */
  @Test
  @EnabledIf("hasFullDevice")
  void whatStandardOutputDoesNotTakeIsAnError() throws Exception {
    CommandProcess process =
        CommandProcess.start(
            dir,
            FULL,
            CommandLines.class,
            CommandLines.argument("scenarios"),
            CommandLines.argument("scenarios", "--json", "-"));
    assertThat(process.process().waitFor()).isZero();
    String taken = "standard output could not be written: it took no more" + System.lineSeparator();
    String ended = CommandLines.ENDED + 1 + System.lineSeparator();
    assertThat(process.err().split(taken + ended, -1)).hasSize(3);
  }

  static boolean hasFullDevice() {
    return Files.isWritable(FULL);
  }

  @Test
  void aPortThatIsTakenFailsTheRun() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Ended ended = start("demo", "--seconds", "1", "--port", "" + taken.getLocalPort()).ended();
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
  void aRaceOfDrawnScenariosEndsInTheirDistributionAndEachCanBePrinted() throws Exception {
    Path json = dir.resolve("drawn.json");
    Path csv = dir.resolve("drawn.csv");
    String page = dir.resolve("drawn.html").toString();
    String[] line = {
      "race", "--random", "3", "--seed", "7", "--policy", "littles-law", "--report", page
    };
    Ended ended = flyball(with(line, "--json", "" + json, "--csv", "" + csv));
    assertThat(ended.exitCode()).isZero();
    assertThat(ended.err()).endsWith("race: 15 of 15 runs\n");
    assertThat(ended.out())
        .contains("3 drawn scenarios", ">1.15", "Overall under other prices", "worker 0.03")
        .doesNotContain("overshoot");
    assertThat(ended.out().lines()).allMatch(shown -> shown.length() <= 120);
    assertThat(flyball(line).out()).isEqualTo(ended.out());
    JsonNode report = JsonMapper.shared().readTree(Files.readString(json));
    assertThat(report.get("command").asString())
        .isEqualTo("./flyball race --policy 'littles-law' --random 3 --seed 7");
    assertThat(report.get("scenarios").size()).isEqualTo(3);
    assertThat(Files.readAllLines(csv)).hasSize(16);
    Ended file = flyball("scenarios", "--random", "8");
    assertThat(file.out()).isEqualTo(RandomScenarios.text(8));
    Path kept = dir.resolve("random-8.yaml");
    Files.writeString(kept, file.out());
    Path alone = dir.resolve("alone.json");
    flyball(
        "race",
        "" + kept,
        "--seeds",
        "1",
        "--policy",
        "littles-law",
        "--json",
        "" + alone,
        "--report",
        page);
    JsonNode board = JsonMapper.shared().readTree(Files.readString(alone)).get("boards").get(0);
    assertThat(board.get("rows").get(1).get("regret"))
        .isEqualTo(report.get("scenarios").get(1).get("rows").get(1).get("regret"));
  }

  @Test
  void aRaceByGoodputSaysWhatIsDoneInTime() throws Exception {
    Path json = dir.resolve("goodput.json");
    String page = dir.resolve("goodput.html").toString();
    Ended named =
        flyball(
            "race",
            "--goodput",
            "servers-200",
            "burst",
            "--seeds",
            "1",
            "--policy",
            "always(workers=20)",
            "--policy",
            "200 threads",
            "--json",
            "" + json,
            "--report",
            page);
    assertThat(named.exitCode()).isZero();
    assertThat(named.err()).endsWith("race: 6 of 6 runs\n");
    assertThat(named.out())
        .contains("servers-200 (means over one seed)", "All 2 scenarios", "needless, %")
        .contains("always(workers=20) had the best goodput");
    JsonNode report = JsonMapper.shared().readTree(Files.readString(json));
    assertThat(report.get("command").asString())
        .isEqualTo(
            "./flyball race servers-200 burst --goodput --policy 'always(workers=20)'"
                + " --policy '200 threads' --seeds 1");
    assertThat(report.get("boards").get(0).get("rows").get(0).get("ratio").asDouble()).isEqualTo(1);
  }

  @Test
  void aRaceByGoodputOnDrawnScenariosRunsWhatIsPrinted() throws Exception {
    Path json = dir.resolve("drawn.json");
    String page = dir.resolve("goodput.html").toString();
    String[] line = {"race", "--goodput", "--policy", "200 threads", "--report", page, "--json"};
    assertThat(flyball(with(line, "" + json, "--random", "2", "--seed", "4")).exitCode()).isZero();
    JsonNode drawn = JsonMapper.shared().readTree(Files.readString(json)).get("scenarios").get(1);
    Ended file = flyball("scenarios", "--goodput", "--random", "5");
    assertThat(file.out()).isEqualTo(RandomGoodputScenarios.text(5));
    Path kept = dir.resolve("goodput-5.yaml");
    Files.writeString(kept, file.out());
    assertThat(flyball(with(line, "" + json, "" + kept, "--seeds", "1")).exitCode()).isZero();
    JsonNode board = JsonMapper.shared().readTree(Files.readString(json)).get("boards").get(0);
    assertThat(drawn.get("scenario").asString()).isEqualTo("goodput-5");
    assertThat(board.get("rows").get(1).get("ratio"))
        .isEqualTo(drawn.get("rows").get(1).get("ratio"));
  }

  private static String[] with(String[] words, String... more) {
    return Stream.concat(Stream.of(words), Stream.of(more)).toArray(String[]::new);
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
        .contains("own (avoidable", "cpu-bound (avoidable", "All 2 scenarios")
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
        .contains("halved and doubled", "flyball falls short in ");
    JsonNode report = JsonMapper.shared().readTree(Files.readString(json));
    assertThat(report.get("scenarios").size()).isEqualTo(2);
    assertThat(report.get("command").asString())
        .isEqualTo(
            "./flyball verdict tiny-tasks half-core --policy flyball --seeds 1 --period 100ms");
    assertThat(Files.readString(dir.resolve("verdict.html"))).contains("<svg", "Do it again");
  }

  @Test
  void aSearchForSettingsEndsInItsTablesFiguresAndTheFileThatTheRaceReads() throws Exception {
    Path json = dir.resolve("settings.json");
    Path file = dir.resolve("best-settings.yaml");
    Ended ended =
        flyball(
            "settings",
            "tiny-tasks",
            "half-core",
            "--peer",
            "request-rate",
            "--passes",
            "1",
            "--write",
            "" + file,
            "--json",
            "" + json,
            "--report",
            "" + dir.resolve("settings.html"));
    assertThat(ended.err()).endsWith("settings: 1 of 1 peers\n");
    assertThat(ended.exitCode()).isZero();
    assertThat(ended.out()).contains("Regret as shipped and at the best settings", "request-rate");
    JsonNode report = JsonMapper.shared().readTree(Files.readString(json));
    assertThat(report.get("peers").get(0).get("peer").asString()).isEqualTo("request-rate");
    assertThat(Files.readString(file))
        .contains(
            "# ./flyball settings tiny-tasks half-core --peer request-rate --seeds 1 --passes 1")
        .contains("\nhill-climb:\n");
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
            "1",
            "--policy",
            "jdk-cached",
            "--json",
            "" + json);
    assertThat(ended.err())
        .contains("race: 5 runs on real threads take about 6 s")
        .endsWith("race, real threads: 5 of 5 runs\n");
    assertThat(ended.exitCode()).isZero();
    assertThat(ended.out()).contains("The first three (regret)", "closed-10 (virtual / real)");
    JsonNode report = JsonMapper.shared().readTree(Files.readString(json));
    assertThat(report.get("rows").size()).isEqualTo(2 * 5);
    assertThat(report.get("boards").get(0).get("rows").size()).isEqualTo(5);
    assertThat(report.get("command").asString())
        .isEqualTo(
            "./flyball race closed-10 --policy 'jdk-cached' --seeds 1 --length 600ms --here"
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
    CommandProcess race = start("race", "--seeds", "1000", "--json", json.toString());
    while (!race.err().contains("race: ")) {
      assertThat(race.process().isAlive()).isTrue();
      LockSupport.parkNanos(10_000_000);
    }
    race.process().destroy();
    Ended ended = race.ended();
    assertThat(ended.exitCode()).isNotZero();
    JsonNode report = JsonMapper.shared().readTree(Files.readString(json));
    assertThat(report.get("complete").asBoolean()).isFalse();
    assertThat(report.get("rows").size()).isPositive();
    assertThat(ended.out()).contains("the run was ended early");
  }

  @Test
  void aRunThatIsToldToStopWritesWhatThereIsAndLeavesNothingBehind() throws Exception {
    Path page = dir.resolve("stopped.html");
    CommandProcess demo = start("demo", "--rate", "20", "--json", "-", "--report", page.toString());
    // A second's line may be missing where the machine stalls, so any of the later ones will do.
    Pattern underLoad = Pattern.compile("t=([2-9]|[1-9][0-9])s pool=" + Policies.STANDARD);
    while (!underLoad.matcher(demo.err()).find()) {
      assertThat(demo.process().isAlive()).isTrue();
      LockSupport.parkNanos(10_000_000);
    }
    assertThat(poolsSeenIn(demo.process())).isEqualTo(1);
    demo.process().destroy(); // as Ctrl-C does, in an orderly way
    Ended ended = demo.ended();
    assertThat(ended.exitCode()).isNotZero();
    JsonNode report = JsonMapper.shared().readTree(ended.out());
    assertThat(report.get("complete").asBoolean()).isFalse();
    assertThat(report.get("rows").get(1).get("cutShort").asBoolean()).isTrue();
    assertThat(Files.readString(page)).contains("the run was ended early");
    try (Stream<Path> left = Files.list(dir.resolve("temporary"))) {
      assertThat(left.filter(path -> path.getFileName().toString().startsWith("flyball")))
          .isEmpty();
    }
  }

  /** Of a demonstration as of any program: what is there to be watched from outside. */
  private static int poolsSeenIn(Process process) throws Exception {
    VirtualMachine machine = VirtualMachine.attach(Long.toString(process.pid()));
    String address = machine.startLocalManagementAgent();
    machine.detach();
    try (RemotePools there = RemotePools.at("it", new JMXServiceURL(address))) {
      return there.pools().size();
    }
  }

  @Test
  @EnabledIf("hasFullDevice")
  void aPlaceThatCannotBeWrittenInTheEndCostsNeitherTablesNorTheOtherPlace() throws Exception {
    Path page = dir.resolve("page.html");
    Ended ended = flyball("paper", "dataflow", "--json", "/dev/full", "--report", page.toString());
    assertThat(ended.exitCode()).isEqualTo(1);
    assertThat(ended.err()).contains("/dev/full could not be written: ");
    assertThat(ended.out()).contains("Tables 11 and 12");
    assertThat(page).exists();
  }

  @Test
  void helpAndVersionAreNoFailures() throws Exception {
    assertThat(flyball("--help").exitCode()).isZero();
    assertThat(flyball("demo", "--help").out()).contains("--seconds", "(default: 60)", "--report");
    Ended version = start("--version").ended();
    assertThat(version.exitCode()).isZero();
    assertThat(version.out()).startsWith("flyball ");
  }
}
