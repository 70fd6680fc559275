package dev.flyball.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.policy.catalogue.Policies;
import dev.flyball.tools.browser.BrowserSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * The pages of experiments with servers and loads, as short as they can be, opened from disk. What
 * was measured does not matter here, so the experiments, which mostly wait, run beside each other,
 * in three processes: the start of one takes as much processor as an experiment.
 */
@Tag("slow")
class MeasuredPagesIT {

  @RegisterExtension static final BrowserSession browser = new BrowserSession();

  @TempDir static Path dir;

  private static final List<CommandProcess> STARTED = new ArrayList<>();

  private static ReportPages pages;
  private static CommandProcess papers;
  private static CommandProcess databases;
  private static CommandProcess demos;

  @BeforeAll
  static void beginThem() throws IOException {
    pages = new ReportPages(dir, browser);
    demos =
        started(
            "demos",
            pages.line("flow-demo", "flow", "demo", "--seconds", "5", "--rate", "50"),
            pages.line("demo", "demo", "--seconds", "1", "--rate", "20"));
    databases =
        started(
            "databases",
            pages.line("mysql", load("point-select", "paper", "mysql")),
            pages.line("mariadb-demo", load("update", "mariadb", "demo")));
    papers =
        started(
            "papers",
            pages.line("perfect-knob", "paper", "perfect-knob", "--seconds", "1", "--rate", "5"),
            pages.line("littles-law", "paper", "littles-law", "--seconds", "1"),
            pages.line("agree", "agree", shortScenario().toString(), "--here"));
  }

  private static CommandProcess started(String name, String... lines) throws IOException {
    CommandProcess process = pages.start(name, lines);
    STARTED.add(process);
    return process;
  }

  private static String[] load(String profile, String... command) {
    List<String> words = new ArrayList<>(List.of(command));
    words.addAll(List.of("--seconds", "5", "--profile", profile, "--connections", "2"));
    return words.toArray(String[]::new);
  }

  private static Path shortScenario() throws IOException {
    Path file = dir.resolve("short.yaml");
    return Files.writeString(
        file,
        """
        name: short
        models: a second of it
        catches: nothing
        length: 1s
        host: {cores: 2}
        pool: {initial: 4, max: 20, idle: 60s}
        arrivals: {closed: {clients: 4, think: {exponential: 20ms}}}
        kinds:
          form: {cpu: {exponential: 2ms}, wait: {exponential: 10ms}}
        """);
  }

  @AfterAll
  static void nobodyStays() {
    STARTED.forEach(started -> started.process().destroyForcibly());
  }

  @Test
  void aGovernedServer() throws Exception {
    String out = ReportPages.done(demos);
    pages.assertSound("demo", "Side by side");
    JsonNode rows = pages.figures("demo").get("rows");
    assertThat(out).contains("pool=" + Policies.STANDARD + " (1 of 4");
    assertThat(rows).hasSize(5);
    for (JsonNode row : rows) {
      assertThat(row.get("offered").asLong()).isPositive();
      assertThat(row.get("completed").asLong() + row.get("failed").asLong())
          .isEqualTo(row.get("offered").asLong());
    }
  }

  @Test
  void twoBenchesBesideEachOther() throws Exception {
    ReportPages.done(papers);
    pages.assertSound("agree", "Virtual beside real");
  }

  @Test
  void aPerfectKnob() throws Exception {
    ReportPages.done(papers);
    pages.assertSound("perfect-knob", "Side by side", "Printed beside measured");
  }

  @Test
  void littlesLaw() throws Exception {
    ReportPages.done(papers);
    pages.assertSound(
        "littles-law", "The pool's bean", "Would more workers help?", "Printed beside measured");
  }

  @Test
  void aDatabaseOfAPaper() throws Exception {
    ReportPages.done(databases);
    pages.assertSound(
        "mysql", "As many groups as cores", "The way there", "Printed beside measured");
  }

  @Test
  void aDatabaseThatIsGoverned() throws Exception {
    ReportPages.done(databases);
    pages.assertSound("mariadb-demo", "As many groups as cores", "The way there");
  }

  @Test
  void noTwoKindsHaveOneTitle() throws Exception {
    for (CommandProcess each : STARTED) {
      ReportPages.done(each);
    }
    assertThat(
            pages.titles(
                "demo",
                "agree",
                "perfect-knob",
                "littles-law",
                "mysql",
                "mariadb-demo",
                "flow-demo"))
        .doesNotHaveDuplicates();
  }

  /** A load of a second or a few is too little to say anything, and the page says so first. */
  @Test
  void tooShortARunIsNotToBeTrusted() throws Exception {
    ReportPages.done(demos);
    assertThat(pages.figures("demo").get("doubts").toString()).contains("are too few");
    assertThat(Files.readString(pages.page("demo")))
        .containsSubsequence("<h1>", "class=\"banner\"", "are too few", "class=\"verdict\"");
  }

  @Test
  void aDataFlowThatFollows() throws Exception {
    ReportPages.done(demos);
    pages.assertSound("flow-demo", "What came", "What the governor changed");
  }
}
