package dev.flyball.sim.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the page on scenarios says is so. */
class ScenarioDocTest {

  private static final Path PAGE = Path.of("../docs/scenarios.md");
  private static final Pattern EXAMPLE =
      Pattern.compile("```yaml\n(name: (\\S+).*?)```", Pattern.DOTALL);

  @Test
  void examplesAreRight() throws IOException {
    List<MatchResult> examples = EXAMPLE.matcher(Files.readString(PAGE)).results().toList();
    assertThat(examples).hasSize(2);
    for (MatchResult example : examples) {
      Scenario scenario =
          ScenarioFile.parse(example.group(2) + ".yaml", example.group(1), Path.of("nowhere"));
      assertThat(scenario.name()).isEqualTo(example.group(2));
    }
  }

  @Test
  void catalogueIsThatOfTheFiles() throws IOException {
    assertThat(Files.readString(PAGE))
        .contains(table(Scenarios.names()))
        .contains(table(Scenarios.goodput()));
  }

  private static String table(List<String> names) {
    List<String> rows = names.stream().map(Scenarios::named).map(ScenarioDocTest::row).toList();
    return "|---|---|---|\n" + String.join("\n", rows) + "\n\n";
  }

  private static String row(Scenario scenario) {
    return "| `%s` | %s | %s |".formatted(scenario.name(), scenario.models(), scenario.catches());
  }
}
