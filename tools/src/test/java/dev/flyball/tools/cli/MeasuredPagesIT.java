package dev.flyball.tools.cli;

import static dev.flyball.tools.browser.PageTable.number;
import static dev.flyball.tools.browser.PageTable.text;
import static dev.flyball.tools.cli.ReportPages.list;
import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.policy.catalogue.Policies;
import dev.flyball.tools.browser.BrowserSession;
import dev.flyball.tools.browser.PageTable;
import dev.flyball.tools.browser.PageTable.Shows;
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
 * The pages of experiments with servers and loads, as short as they can be, opened from disk and
 * compared with the JSON of the same run. What was measured does not matter here, so the
 * experiments, which mostly wait, run beside each other.
 */
@Tag("slow")
class MeasuredPagesIT {

  @RegisterExtension static final BrowserSession browser = new BrowserSession();

  @TempDir static Path dir;

  private static final List<CommandProcess> STARTED = new ArrayList<>();

  private static ReportPages pages;
  private static CommandProcess pools;
  private static CommandProcess papers;
  private static CommandProcess servers;
  private static CommandProcess demos;

  @BeforeAll
  static void beginThem() throws IOException {
    pages = new ReportPages(dir, browser);
    pools =
        started(
            "pools",
            pages.line("perfect-knob", "paper", "perfect-knob", "--seconds", "1", "--rate", "5"));
    papers =
        started(
            "papers",
            pages.line("agree", "agree", shortScenario().toString(), "--here"),
            pages.line("littles-law", "paper", "littles-law", "--seconds", "1"));
    servers =
        started(
            "servers",
            pages.line("mysql", load("paper", "mysql")),
            pages.line("demo", "demo", "--seconds", "1", "--rate", "20"));
    demos =
        started(
            "demos",
            pages.line("flow-demo", "flow", "demo", "--seconds", "5", "--rate", "50"),
            pages.line("mariadb-demo", load("mariadb", "demo")));
  }

  private static CommandProcess started(String name, String... lines) throws IOException {
    CommandProcess process = pages.start(name, lines);
    STARTED.add(process);
    return process;
  }

  private static String[] load(String... command) {
    List<String> words = new ArrayList<>(List.of(command));
    words.addAll(List.of("--seconds", "5", "--profile", "point-select", "--connections", "2"));
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

  /** The tables of a page, once the process that writes it is done. */
  private static List<PageTable> opened(String name, CommandProcess process) throws Exception {
    ReportPages.done(process);
    return pages.opened(name);
  }

  @Test
  void aGovernedServer() throws Exception {
    List<PageTable> tables = opened("demo", servers);
    JsonNode rows = pages.figures("demo").get("rows");
    assertThat(servers.out()).contains("pool=" + Policies.STANDARD + " (1 of 4");
    assertThat(rows).hasSize(5);
    for (JsonNode row : rows) {
      assertThat(row.get("offered").asLong()).isPositive();
      assertThat(row.get("completed").asLong() + row.get("failed").asLong())
          .isEqualTo(row.get("offered").asLong());
    }
    ReportPages.assertShowsRuns(PageTable.in(tables, "Side by side"), rows);
  }

  @Test
  void twoBenchesBesideEachOther() throws Exception {
    List<PageTable> tables = opened("agree", papers);
    PageTable.in(tables, "Virtual beside real")
        .assertShows(
            list(pages.figures("agree").get("agreement")),
            text("/scenario"),
            text(row -> withUnit(row.get("compared"))),
            number("/compared/virtual"),
            number("/compared/real"),
            percent("/compared/differencePercent"),
            percent("/compared/allowedPercent"),
            text(row -> row.at("/compared/agrees").asBoolean() ? "yes" : "no"));
  }

  private static String withUnit(JsonNode compared) {
    String unit = compared.get("unit").asString();
    return compared.get("figure").asString() + (unit.isEmpty() ? "" : ", " + unit);
  }

  private static Shows percent(String pointer) {
    return (cell, row) ->
        number(pointer).assertShown(cell.replace(" %", "").replace("+", "").replace('-', '−'), row);
  }

  @Test
  void aPerfectKnob() throws Exception {
    List<PageTable> tables = opened("perfect-knob", pools);
    JsonNode figures = pages.figures("perfect-knob");
    ReportPages.assertShowsRuns(PageTable.in(tables, "Side by side"), figures.get("rows"));
    ReportPages.assertShowsPrinted(
        PageTable.in(tables, "Printed beside measured"), figures.get("printed"));
  }

  @Test
  void littlesLaw() throws Exception {
    List<PageTable> tables = opened("littles-law", papers);
    JsonNode figures = pages.figures("littles-law");
    PageTable.in(tables, "The pool's bean")
        .assertShows(
            list(figures.get("rows")),
            text("/policy"),
            number("/requestPerSecondRetirementRate"),
            number("/averageServiceTime", 1000),
            number("/averageTimeWaitingInPool", 1000),
            number("/averageResponseTime", 1000),
            number("/estimatedAverageNumberOfActiveRequests"),
            number("/measuredAverageNumberOfActiveRequests"),
            number("/ratioOfDeadTimeToResponseTime", 100),
            number("/ratioOfActiveRequestsToCoreCount"),
            number("/requestsRetiredIn30Seconds"),
            number("/hostBusyPercent"));
    PageTable.in(tables, "Would more workers help?")
        .assertShows(
            list(figures.get("rows")),
            text("/policy"),
            text("/moreWorkers"),
            text("/moreWorkersWhy"));
    ReportPages.assertShowsPrinted(
        PageTable.in(tables, "Printed beside measured"), figures.get("printed"));
  }

  @Test
  void aDatabaseOfAPaper() throws Exception {
    List<PageTable> tables = opened("mysql", servers);
    assertShowsGains(tables, "mysql");
    ReportPages.assertShowsPrinted(
        PageTable.in(tables, "Printed beside measured"), pages.figures("mysql").get("printed"));
  }

  @Test
  void aDatabaseThatIsGoverned() throws Exception {
    assertShowsGains(opened("mariadb-demo", demos), "mariadb-demo");
  }

  private static void assertShowsGains(List<PageTable> tables, String name) throws IOException {
    JsonNode figures = pages.figures(name);
    PageTable.in(tables, "As many groups as cores")
        .assertShows(
            list(figures.get("gains")),
            text("/profile"),
            number("/connections"),
            number("/opt"),
            number("/usual"),
            number("/contr"),
            number("/diffPercent"),
            ReportPages.ANYTHING);
    List<JsonNode> governed =
        list(figures.get("rows")).stream().filter(row -> row.has("startGroups")).toList();
    Shows early = (cell, row) -> assertThat(cell).startsWith(row.get("profile").asString());
    PageTable.in(tables, "The way there")
        .assertShows(
            governed,
            early,
            number("/startGroups"),
            number("/endGroups"),
            number("/convergedSeconds"),
            number("/convergedWindows"),
            number("/resizes"),
            number("/lostTransactions"),
            number("/lostSecondsOfBest"),
            number("/lostSecondsByCurve"),
            number("/shareOfBest", 100),
            number("/shareOfBestGoverned", 100));
  }

  @Test
  void aDataFlowThatFollows() throws Exception {
    List<PageTable> tables = opened("flow-demo", demos);
    JsonNode figures = pages.figures("flow-demo");
    PageTable.in(tables, "What came")
        .assertShows(
            list(figures.get("phases")),
            text("/name"),
            number("/offeredPerSecond"),
            number("/storedAtEndPerSecond"),
            number("/mostWaiting"),
            number("/waitingAtEnd"),
            ReportPages.ANYTHING,
            text(row -> "(" + ReportPages.joined(row.get("threads"), "-") + ")"),
            number("/keptUpAfterSeconds"));
    PageTable.in(tables, "What the governor changed")
        .assertShows(
            list(figures.get("changes")),
            number("/atSeconds"),
            text("/stage"),
            number("/from"),
            number("/to"),
            text("/why"));
  }
}
