package dev.flyball.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.flyball.tools.browser.BrowserSession;
import dev.flyball.tools.browser.View;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * The pages that experiments end in, opened from disk: without errors, readable by everybody, with
 * the tables that belong there. All are made by one process. Those that take a server or a load are
 * in {@link MeasuredPagesIT}.
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

  @Test
  void aRace() throws Exception {
    pages.assertSound("race", "All 2 scenarios", "tiny-tasks", "half-core");
  }

  @Test
  void aVerdict() throws Exception {
    pages.assertSound("verdict", "flyball in each scenario");
  }

  @Test
  void aPaperPrintedBesideMeasured() throws Exception {
    pages.assertSound("dataflow", "Printed beside calculated", "Tables 11 and 12");
  }

  @Test
  void aPlan() throws Exception {
    pages.assertSound("plan", "Threads for", "What would help");
  }

  @Test
  void tasksOnExecutors() throws Exception {
    pages.assertSound("tasks", "Start latency");
  }

  @Test
  void measuredRates() throws Exception {
    pages.assertSound("measure", "Measured rates");
  }

  @Test
  void noTwoKindsHaveOneTitle() throws Exception {
    assertThat(pages.titles("race", "verdict", "dataflow", "plan", "tasks", "measure"))
        .doesNotHaveDuplicates();
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
    assertThat(pages.figures("names").get("command").asString()).contains(network.toString());
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
