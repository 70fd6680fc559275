package dev.flyball.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.tools.browser.BrowserSession;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The command {@code paper executorservice21} with a few short tasks, end to end. */
@Timeout(300)
@Tag("slow")
class ExecutorService21IT {

  @TempDir static Path dir;

  private static CommandProcess.Ended run(String folder, String... lines) throws Exception {
    Path own = Files.createDirectories(dir.resolve(folder));
    return CommandProcess.start(own, CommandLines.class, lines).ended();
  }

  private static String line(String... options) {
    List<String> all = new ArrayList<>(List.of("paper", "executorservice21"));
    all.addAll(List.of(options));
    return CommandLines.argument(all.toArray(String[]::new));
  }

  private static Path json() {
    return dir.resolve("executorservice21.json");
  }

  private static Path page() {
    return dir.resolve("executorservice21.html");
  }

  @BeforeAll
  static void runIt() throws Exception {
    CommandProcess.Ended ended =
        run(
            "run",
            line(
                "--only",
                "prediction,under-use",
                "--runs",
                "1",
                "--seed",
                "5",
                "--scale",
                "0.02",
                "--json",
                json().toString(),
                "--report",
                page().toString()));
    assertThat(ended.err()).endsWith(CommandLines.ENDED + 0 + System.lineSeparator());
  }

  @Test
  void bothExperimentsEndInFiguresAndAPage() throws Exception {
    JsonNode report = JsonMapper.shared().readTree(Files.readString(json()));
    JsonNode loads = report.get("prediction").get("loads");
    assertThat(loads).hasSize(4);
    for (JsonNode load : loads) {
      assertThat(load.get("rounds").asInt()).isEqualTo(1);
      assertThat(load.get("executors").size()).isGreaterThanOrEqualTo(5);
      for (JsonNode executor : load.get("executors")) {
        assertThat(executor.get("meanMillis").asDouble())
            .isPositive()
            .isLessThanOrEqualTo(executor.get("maxMillis").asDouble());
      }
    }
    assertThat(report.get("prediction").get("threadCosts")).hasSize(5);
    assertThat(report.get("under-use").get("load").get("tasks").asInt()).isEqualTo(32);
    assertThat(report.get("command").asString())
        .isEqualTo(
            "./flyball paper executorservice21 --only prediction,under-use --runs 1 --seed 5"
                + " --scale 0.02");
    assertThat(Files.readString(page()))
        .contains("<svg", "CPU use over time", "predicted and active threads", "Do it again");
  }

  @Test
  void whatIsNoPartIsNamed() throws Exception {
    CommandProcess.Ended ended =
        run("refused", line("--only", "predictions"), line("--runs", "0"), line("--scale", "0"));
    String refused = CommandLines.ENDED + 2 + System.lineSeparator();
    assertThat(ended.err()).endsWith(refused);
    assertThat(ended.err().split(refused, -1)).hasSize(4);
  }

  /** The page, where there is a browser. */
  @Nested
  class Page {

    @RegisterExtension static final BrowserSession browser = new BrowserSession();

    @Test
    void hasATableOfEachPart() throws Exception {
      ReportPages pages = new ReportPages(dir, browser);
      JsonNode figures = pages.figures("executorservice21");
      List<String> tables =
          new ArrayList<>(
              List.of(
                  "What a thread costs",
                  "Prediction: printed beside measured",
                  "Under-use: printed beside measured",
                  figures.at("/under-use/load/load").asString()));
      for (JsonNode load : figures.at("/prediction/loads")) {
        tables.add("Start latency: " + load.get("load").asString());
      }
      pages.assertSound("executorservice21", tables.toArray(String[]::new));
    }
  }
}
