package dev.flyball.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The command {@code paper executorservice21} with a few short tasks, end to end. */
@Timeout(300)
@Tag("slow")
class ExecutorService21IT {

  @TempDir Path dir;

  private int run(String... args) {
    List<String> all = new ArrayList<>(List.of("paper", "executorservice21"));
    all.addAll(List.of(args));
    return FlyballCommand.execute(all.toArray(new String[0]));
  }

  @Test
  void bothExperimentsEndInFiguresAndAPage() throws Exception {
    Path json = dir.resolve("tasks.json");
    Path page = dir.resolve("tasks.html");
    int code =
        run(
            "--only",
            "prediction,under-use",
            "--runs",
            "2",
            "--seed",
            "5",
            "--scale",
            "0.02",
            "--json",
            "" + json,
            "--report",
            "" + page);
    assertThat(code).isZero();
    JsonNode report = JsonMapper.shared().readTree(Files.readString(json));
    JsonNode loads = report.get("prediction").get("loads");
    assertThat(loads).hasSize(4);
    for (JsonNode load : loads) {
      assertThat(load.get("rounds").asInt()).isEqualTo(2);
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
            "./flyball paper executorservice21 --only prediction,under-use --runs 2 --seed 5"
                + " --scale 0.02");
    assertThat(Files.readString(page))
        .contains("<svg", "CPU use over time", "predicted and active threads", "Do it again");
  }

  @Test
  void whatIsNoPartIsNamed() {
    assertThat(run("--only", "predictions")).isEqualTo(2);
    assertThat(run("--runs", "0")).isEqualTo(2);
    assertThat(run("--scale", "0")).isEqualTo(2);
  }
}
