package dev.flyball.tools.cli.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.flink.FlinkDecision;
import dev.flyball.flink.FlinkDecision.Action;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class FlinkLinesTest {

  private static FlinkDecision decision(Action action, double restartSeconds, String name) {
    return new FlinkDecision(
        action,
        50,
        100,
        Map.of("source", 1, name, 1),
        Map.of("source", 1, name, 6),
        restartSeconds,
        "it is busy");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "RESCALED   | 1.23 | rescaled sink 1 -> 6, in 1.2 s: it is busy",
        "ADVISED    | 0    | advised sink 1 -> 6: it is busy",
        "TAKEN_BACK | 60   | taken back sink 1 -> 6, in 60.0 s: it is busy",
        "HELD       | 0    | held: it is busy", // the plan is not what happens
      })
  void aLineNamesWhatChanges(Action action, double restartSeconds, String line) {
    assertThat(FlinkLines.text(decision(action, restartSeconds, "sink"))).isEqualTo(line);
  }

  @Test
  void aJobsNamesAreShortAndHaveNoControlCharacters() {
    String name = "\u001b[2J" + "operator -> ".repeat(20);
    String line = FlinkLines.text(decision(Action.ADVISED, 0, name));
    assertThat(line).doesNotContain("\u001b").hasSizeLessThan(80);
  }

  @Test
  void eachDecisionIsALineOfJson(@TempDir Path dir) throws Exception {
    Path file = dir.resolve("decisions.json");
    try (FlinkLines lines = FlinkLines.open(file.toString())) {
      lines.decided(decision(Action.RESCALED, 1.5, "sink"));
      lines.decided(decision(Action.TAKEN_BACK, 60, "sink"));
    }
    assertThat(Files.readAllLines(file)).hasSize(2);
    JsonNode first = JsonMapper.shared().readTree(Files.readAllLines(file).get(0));
    assertThat(first.get("action").asString()).isEqualTo("rescaled");
    assertThat(first.get("to").get("sink").asInt()).isEqualTo(6);
    assertThat(first.get("restartSeconds").asDouble()).isEqualTo(1.5);
  }
}
