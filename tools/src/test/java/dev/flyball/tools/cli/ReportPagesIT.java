package dev.flyball.tools.cli;

import static dev.flyball.tools.browser.PageTable.number;
import static dev.flyball.tools.browser.PageTable.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.flyball.tools.browser.BrowserSession;
import dev.flyball.tools.browser.PageTable;
import dev.flyball.tools.browser.View;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * The pages that experiments end in, opened from disk: without errors, readable by everybody, and
 * each table with the figures of the JSON of the same run. All are made by one process. Those that
 * take a server or a load are in {@link MeasuredPagesIT}.
 */
@Tag("slow")
class ReportPagesIT {

  @RegisterExtension static final BrowserSession browser = new BrowserSession();

  @TempDir static Path dir;

  private static ReportPages pages;

  @BeforeAll
  static void makeThem() throws Exception {
    pages = new ReportPages(dir, browser);
    Path network = dir.resolve("orders.yaml");
    Files.copy(Path.of("../docs/networks/orders.yaml"), network);
    ReportPages.done(
        pages.start(
            "process",
            pages.line(
                "race", "race", "tiny-tasks", "half-core", "--seeds", "1", "--policy", "flyball"),
            pages.line("verdict", "verdict", "tiny-tasks", "--seeds", "1", "--standing"),
            pages.line("dataflow", "paper", "dataflow"),
            pages.line("plan", "flow", "plan", network.toString(), "--what-if", "host.cores=20"),
            pages.line(
                "tasks", "bench-tasks", "--tasks", "10", "--rounds", "1", "--executors", "cached"),
            measuring()));
  }

  private static String measuring() {
    return pages.line(
        "measure",
        "flow",
        "measure",
        "--node",
        "decoder=transform",
        "--threads",
        "1,2",
        "--seconds",
        "1",
        "--out",
        dir.resolve("network.yaml").toString());
  }

  private static JsonNode figures(String name) throws IOException {
    return pages.figures(name);
  }

  private static List<PageTable> opened(String name) throws IOException {
    return pages.opened(name);
  }

  @Test
  void aRace() throws Exception {
    JsonNode figures = figures("race");
    List<PageTable> tables = opened("race");
    PageTable.in(tables, "All 2 scenarios")
        .assertShows(
            ReportPages.list(figures.get("overall")),
            text(ReportPagesIT::contender),
            text("/asked"),
            number("/regret"),
            number("/worstRegret"),
            text(row -> isOracle(row) ? "" : row.get("worstScenario").asString()));
    for (JsonNode board : figures.get("boards")) {
      PageTable.in(tables, board.get("scenario").asString())
          .assertShows(
              ReportPages.list(board.get("rows")),
              text(ReportPagesIT::contender),
              text("/asked"),
              number("/regret"),
              number("/avoidableRatio"),
              number("/goodShare", 100),
              number("/responseP95Ratio"),
              number("/responseP99Ratio"),
              number("/workerSecondsRatio"),
              number("/completedShare", 100),
              number("/throughputRatio"),
              number("/responseMeanRatio"),
              number("/settleSeconds"),
              number("/overshoot", 100),
              number("/resizes"));
    }
  }

  private static String contender(JsonNode row) {
    String name = row.get("policy").asString();
    return row.get("role").asString().equals("reference") ? "(" + name + ")" : name;
  }

  private static boolean isOracle(JsonNode row) {
    return row.get("role").asString().equals("oracle");
  }

  @Test
  void aVerdict() throws Exception {
    PageTable.in(opened("verdict"), "flyball in each scenario")
        .assertShows(
            ReportPages.list(figures("verdict").get("scenarios")),
            text("/scenario"),
            number("/regret"),
            text("/peer/policy"),
            number("/peer/regret"),
            number("/regretRatio"),
            text(row -> ReportPages.joined(row.get("fallsShortIn"), ", ")),
            number("/throughputRatio"),
            number("/responseP95Ratio"),
            number("/workerSecondsRatio"),
            text(row -> row.get("oracleSaturated").asBoolean() ? "saturated" : ""),
            text("/oftenPeer/policy"),
            number("/oftenPeer/regret"),
            number("/oftenRegretRatio"));
  }

  @Test
  void aPaperPrintedBesideMeasured() throws Exception {
    JsonNode figures = figures("dataflow");
    List<PageTable> tables = opened("dataflow");
    ReportPages.assertShowsPrinted(
        PageTable.in(tables, "Printed beside calculated"), figures.get("printed"));
    PageTable.in(tables, "Tables 11 and 12")
        .assertShows(
            ReportPages.list(figures.get("configurations")),
            text("/name"),
            text(row -> ReportPages.joined(row.get("printed"), "-")),
            text(row -> ReportPages.joined(row.get("threads"), "-")),
            text(row -> ReportPages.joined(row.get("stepwiseThreads"), "-")),
            number("/printedRate"),
            number("/rate"),
            number("/stepwiseRate"),
            number("/lostPerSecond"),
            number("/blockingRate"));
  }

  @Test
  void aPlan() throws Exception {
    JsonNode figures = figures("plan");
    List<PageTable> tables = opened("plan");
    PageTable.in(tables, "Threads for")
        .assertShows(
            ReportPages.list(figures.get("nodes")),
            text(node -> node.get("name").asString() + fixed(node)),
            number("/threads"),
            number("/arrivalsPerSecond"),
            number("/capacityPerSecond"),
            number("/utilisation", 100),
            number("/waitSeconds", 1000),
            number("/lossPerSecond"),
            number("/asidePerSecond"));
    List<List<String>> gains = PageTable.in(tables, "What would help").rows();
    new PageTable("gains", gains.subList(0, gains.size() - 1))
        .assertShows(
            ReportPages.list(figures.get("gains")),
            text("/change"),
            number("/rate"),
            number("/gain", 100));
    assertThat(gains.get(gains.size() - 1).get(0))
        .endsWith(figures.get("nextBottleneck").asString());
  }

  private static String fixed(JsonNode node) {
    return node.get("fixed").asBoolean() ? " (fixed)" : "";
  }

  @Test
  void tasksOnExecutors() throws Exception {
    PageTable.in(opened("tasks"), "Start latency")
        .assertShows(
            ReportPages.list(figures("tasks").at("/tasks/executors")), ReportPages.latencies());
  }

  @Test
  void measuredRates() throws Exception {
    JsonNode node = figures("measure").get("nodes").get(0);
    PageTable.in(opened("measure"), "Measured rates")
        .assertShows(
            ReportPages.list(node.get("readings")),
            text(reading -> node.get("name").asString()),
            number("/threads"),
            number("/perSecond"),
            ReportPages.ANYTHING,
            ReportPages.ANYTHING,
            number("/cpuSeconds", 1e6),
            number("/variation"),
            number("/trials"));
  }

  /** The page with every verdict's colour, and the one with the most lines. */
  @Test
  void inTheDarkPagesCanBeReadToo() throws Exception {
    for (String name : List.of("dataflow", "race")) {
      Page page = browser.open(pages.page(name), View.DARK);
      assertThat(browser.graveFindings(page)).isEmpty();
      browser.screenshot(page, "report-" + name + "-dark");
    }
  }

  @Test
  void aNameThatWouldBeAScriptIsText() throws Exception {
    Path folder = Files.createDirectories(dir.resolve("<script>alert(1)<"));
    Path network = folder.resolve("script>\n\u001b[31m.yaml");
    Files.copy(Path.of("../docs/networks/orders.yaml"), network);
    String said =
        ReportPages.done(
            pages.start("odd", pages.line("names", "flow", "plan", network.toString())));
    assertThat(said).doesNotContain("\u001b");
    assertThat(figures("names").get("command").asString()).contains(network.toString());
    Page page = browser.blank(View.DESKTOP);
    List<String> dialogs = new ArrayList<>();
    page.onDialog(dialog -> {
      dialogs.add(dialog.message());
      dialog.dismiss();
    });
    page.navigate(pages.page("names").toUri().toString());
    assertThat(page.textContent("pre"))
        .contains("<script>alert(1)</script>")
        .contains("\\u001B[31m");
    assertThat(page.locator("script").count()).isZero();
    assertThat(dialogs).isEmpty();
  }
}
