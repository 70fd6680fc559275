package dev.flyball.tools.cli.mariadb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.lab.database.ClientLoad;
import dev.flyball.lab.database.DatabaseServer;
import dev.flyball.lab.database.Profile;
import dev.flyball.lab.database.ServerSettings;
import dev.flyball.lab.database.Tables;
import dev.flyball.tools.browser.BrowserSession;
import dev.flyball.tools.cli.CommandProcess;
import dev.flyball.tools.cli.FlyballCommand;
import dev.flyball.tools.cli.ReportPages;
import dev.flyball.tools.cli.shared.Password;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code flyball mariadb tune} as a process of its own, against a real server under load. */
@Timeout(300)
@Tag("slow")
class MariaDbTuneIT {

  private static final int SIZE = 3;
  private static final Duration AWAITED = Duration.ofMinutes(2);
  private static final int MOMENT_MILLIS_MAX = 3000;

  /** Moves to 9 with the first window. */
  private static final List<String> MOVING =
      List.of("--policy", "fixed(workers=9)", "--period", "200ms");

  /** Longer than a size must be held to be kept. */
  private static final Duration HELD_FOR_LONG = Duration.ofSeconds(32);

  private static DatabaseServer server;
  private static ClientLoad load;

  @TempDir Path dir;

  private final List<Process> started = new ArrayList<>();

  @BeforeAll
  static void startServer() {
    server = DatabaseServer.start(ServerSettings.usual().withThreadPoolSize(SIZE), said -> {});
    Tables tables = new Tables(1, 1_000);
    tables.create(server, EnumSet.of(Profile.UPDATE), said -> {});
    load = ClientLoad.start(server, tables, Profile.UPDATE, 2, 1);
  }

  @AfterAll
  static void stopServer() {
    load.close();
    server.close();
  }

  @BeforeEach
  void asItWas() {
    server.set("thread_pool_size", SIZE);
  }

  @AfterEach
  void nobodyStays() {
    started.forEach(Process::destroyForcibly);
  }

  private Process tune(String... options) throws IOException {
    return tune(journal(), options);
  }

  private Process moving(String... options) throws IOException {
    return tune(Stream.concat(MOVING.stream(), Stream.of(options)).toArray(String[]::new));
  }

  private Process tune(Path journal, String... options) throws IOException {
    return started(builder(journal, options), out());
  }

  private ProcessBuilder builder(Path journal, String... options) {
    List<String> command = CommandProcess.virtualMachine();
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(FlyballCommand.class.getName());
    command.addAll(List.of("mariadb", "tune", "--url", server.url(), "--user", server.user()));
    command.addAll(List.of("--journal", journal.toString()));
    command.addAll(List.of(options));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put(Password.VARIABLE, server.password());
    return builder;
  }

  private Process started(ProcessBuilder builder, Path out) throws IOException {
    builder.redirectOutput(out.toFile()).redirectError(dir.resolve("stderr").toFile());
    Process process = builder.start();
    started.add(process);
    return process;
  }

  private Path journal() {
    return dir.resolve("journal.jsonl");
  }

  private Path out() {
    return dir.resolve("stdout");
  }

  /** A character of which only a part is written yet is none that a test looks for. */
  private static String text(Path file) {
    try {
      return Files.exists(file) ? new String(Files.readAllBytes(file), StandardCharsets.UTF_8) : "";
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Without a last one that is not written to its end yet. */
  private List<JsonNode> lines() {
    String text = text(journal());
    return text.substring(0, text.lastIndexOf('\n') + 1)
        .lines()
        .map(line -> JsonMapper.shared().readTree(line))
        .toList();
  }

  /** How long a size has been in force, as far as the journal says. */
  private Duration held(int size) {
    List<Instant> times =
        lines().stream()
            .filter(line -> line.path("to").asInt(0) == size)
            .map(line -> Instant.parse(line.get("time").asString()))
            .toList();
    return times.isEmpty()
        ? Duration.ZERO
        : Duration.between(times.get(0), times.get(times.size() - 1));
  }

  private static String size() {
    return server.variable("thread_pool_size");
  }

  private static void await(BooleanSupplier condition) {
    long endNanos = System.nanoTime() + AWAITED.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("what is waited for").isLessThan(endNanos);
      LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
    }
  }

  private static int exit(Process process) throws InterruptedException {
    assertThat(process.waitFor(AWAITED.toSeconds(), TimeUnit.SECONDS)).as("it ends").isTrue();
    return process.exitValue();
  }

  private static void interrupt(Process process) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-INT", "" + process.pid()).start().waitFor();
  }

  private void assertNoPassword() {
    for (Path file : new Path[] {journal(), out(), dir.resolve("stderr")}) {
      assertThat(text(file)).doesNotContain(server.password());
    }
  }

  @Test
  void governsForItsTimeAndPutsBackWhatItFound() throws Exception {
    Path json = dir.resolve("tuned.json");
    Path page = dir.resolve("tuned.html");
    Process process = tune("--for", "4s", "--json", json.toString(), "--report", page.toString());
    assertThat(exit(process)).isZero();
    JsonNode sizes = JsonMapper.shared().readTree(text(json)).get("sizes");
    assertThat(sizes.get(0).get("perSecond").asDouble()).isPositive();
    assertThat(text(page))
        .contains("<svg", "The sizes that were in force", "Do it again", server.url())
        .doesNotContain(server.password());
    assertThat(size()).isEqualTo("" + SIZE);
    assertThat(text(out()))
        .contains("found thread_pool_size 3", "size held")
        .containsPattern("t=\\d+s size=")
        .containsPattern("governed for \\d+ s: ");
    List<JsonNode> lines = lines();
    assertThat(lines.get(0).get("event").asString()).isEqualTo("begin");
    assertThat(lines.get(lines.size() - 1).get("event").asString()).isEqualTo("end");
    JsonNode decision = lines.stream().filter(line -> line.has("seen")).findFirst().orElseThrow();
    assertThat(decision.get("from").asInt()).isEqualTo(SIZE);
    assertThat(decision.get("why").asString()).isNotBlank();
    assertThat(decision.get("seen").get("throughputPerSecond").asDouble()).isPositive();
    assertNoPassword();
  }

  @Test
  void ctrlCPutsBackWhatItFound() throws Exception {
    Path page = dir.resolve("tuned.html");
    Process process = moving("--report", page.toString());
    await(() -> size().equals("9"));
    interrupt(process);
    assertThat(exit(process)).isEqualTo(130);
    assertThat(text(page)).contains("The sizes that were in force");
    assertThat(size()).isEqualTo("" + SIZE);
    assertThat(text(out())).contains("put back     SET GLOBAL thread_pool_size = 3;");
  }

  @Test
  void beingToldToEndPutsBackWhatItFound() throws Exception {
    Process process = moving();
    await(() -> size().equals("9"));
    process.destroy();
    assertThat(exit(process)).isEqualTo(143);
    assertThat(size()).as(() -> text(dir.resolve("stderr"))).isEqualTo("" + SIZE);
  }

  /** Of its start, too; {@code -Dinterrupt.moments=50} tries more of them than one. */
  @Test
  void whateverTheMomentItIsToldToEndTheServerIsAsItWas() throws Exception {
    long seed = Long.getLong("seed", System.nanoTime());
    Random random = new Random(seed);
    for (int i = 0; i < Integer.getInteger("interrupt.moments", 1); i++) {
      boolean ctrlC = random.nextBoolean();
      long millis = random.nextInt(MOMENT_MILLIS_MAX);
      String when = (ctrlC ? "Ctrl-C" : "SIGTERM") + " after " + millis + " ms, seed " + seed;
      Process process = tune(dir.resolve("journal-" + i), MOVING.toArray(String[]::new));
      assertThat(process.waitFor(millis, TimeUnit.MILLISECONDS)).as(when).isFalse();
      if (ctrlC) {
        interrupt(process);
      } else {
        process.destroy();
      }
      CommandProcess.Ended ended =
          new CommandProcess.Ended(exit(process), text(out()), text(dir.resolve("stderr")));
      if (!ended.wasStarting()) {
        assertThat(ended.exitCode()).as(when + ": " + ended).isEqualTo(ctrlC ? 130 : 143);
      }
      assertThat(ended.err()).as(when).doesNotContain("Shutdown in progress", "\tat ");
      assertThat(size()).as(when).isEqualTo("" + SIZE);
    }
  }

  /** Takes most of a minute, and {@code TuningTallyTest} has the rule. */
  @Test
  @EnabledIfSystemProperty(named = "flyball.all", matches = "true")
  void keepsTheBestSizeWhereThatIsWanted() throws Exception {
    Process process = moving("--keep");
    await(() -> held(9).compareTo(HELD_FOR_LONG) > 0);
    interrupt(process);
    assertThat(exit(process)).isEqualTo(130);
    assertThat(size()).isEqualTo("9");
    assertThat(text(out())).contains("left behind  nothing differed");
  }

  @Test
  void keepsNoSizeThatWasNotHeldForLong() throws Exception {
    Process process = moving("--keep");
    await(() -> size().equals("9"));
    interrupt(process);
    assertThat(exit(process)).isEqualTo(130);
    assertThat(size()).isEqualTo("" + SIZE);
    assertThat(text(out())).contains("kept         nothing", "put back     SET GLOBAL");
  }

  @Test
  void aDryRunWritesNothing() throws Exception {
    Process process = moving("--dry-run");
    await(() -> text(out()).contains("advice=9"));
    assertThat(size()).isEqualTo("" + SIZE);
    interrupt(process);
    assertThat(exit(process)).isEqualTo(130);
    assertThat(text(out()))
        .contains("only advising", "nothing is moved, so", "size=3", "advised      9: ")
        .doesNotContain("put back");
    assertThat(size()).isEqualTo("" + SIZE);
  }

  @Test
  void aServerKilledInMidTuneIsGovernedAgainAndPutInOrder() throws Exception {
    Process process = moving();
    await(() -> size().equals("9"));
    server.kill();
    await(() -> text(out()).contains("held, no answer"));
    server.restart();
    await(() -> size().equals("9"));
    interrupt(process);
    assertThat(exit(process)).isEqualTo(130);
    assertThat(size()).isEqualTo("" + SIZE);
    assertThat(text(journal())).contains("target-failed", "again after");
  }

  @Test
  void aServerThatStaysAwayIsSaidWithTheStatementToRun() throws Exception {
    Process process = moving("--timeout", "1s");
    await(() -> size().equals("9"));
    server.pause();
    interrupt(process);
    try {
      assertThat(exit(process)).isEqualTo(130);
    } finally {
      server.resume();
    }
    assertThat(text(dir.resolve("stderr")))
        .contains("run by hand: SET GLOBAL thread_pool_size = 3;");
  }

  @Test
  void aServerThatIsAwayWhenTheTimeIsOverIsAFailure() throws Exception {
    Process process = moving("--timeout", "1s", "--for", "6s");
    await(() -> size().equals("9"));
    server.pause();
    try {
      assertThat(exit(process)).isEqualTo(1);
    } finally {
      server.resume();
    }
    assertThat(text(dir.resolve("stderr")))
        .contains("run by hand: SET GLOBAL thread_pool_size = 3;")
        .doesNotContain("\tat ");
  }

  /** A pager whose reader rests: the settings do not wait for it. */
  @Test
  void anOutputThatTakesNoMoreKeepsNothingFromBeingPutBack() throws Exception {
    Path pipe = dir.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    try (RandomAccessFile reader = new RandomAccessFile(pipe.toFile(), "rw")) {
      Process process = started(builder(journal(), MOVING.toArray(String[]::new)), pipe);
      await(() -> size().equals("9"));
      fill(pipe);
      int before = lines().size();
      await(() -> lines().size() > before + 3);
      interrupt(process);
      await(() -> size().equals("" + SIZE));
      assertThat(exit(process)).isEqualTo(130);
      assertThat(reader.getFD().valid()).isTrue();
    }
  }

  /** Writes until the pipe is full, and longer. */
  private void fill(Path pipe) throws IOException {
    started.add(
        new ProcessBuilder("sh", "-c", "cat /dev/zero > \"$1\"", "fill", pipe.toString()).start());
  }

  @Test
  void aFullDiskEndsTheJournalAndNotTheRun() throws Exception {
    Path full = Path.of("/dev/full");
    Assumptions.assumeTrue(Files.isWritable(full));
    Process process = tune(full, "--for", "2s");
    assertThat(exit(process)).isZero();
    assertThat(text(dir.resolve("stderr"))).containsOnlyOnce("the journal ends here");
    assertThat(text(out())).contains("governed for ");
  }

  /** The page that a run ends in, where there is a browser. */
  @Nested
  class Page {

    @RegisterExtension static final BrowserSession browser = new BrowserSession();

    @Test
    void showsTheFiguresOfItsRun() throws Exception {
      ReportPages pages = new ReportPages(dir, browser);
      String page = pages.page("mariadb-tune").toString();
      String json = pages.json("mariadb-tune").toString();
      Process process = moving("--for", "8s", "--json", json, "--report", page);
      assertThat(exit(process)).isZero();
      pages.assertSound("mariadb-tune", "The sizes that were in force");
    }
  }
}
