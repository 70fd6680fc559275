package dev.flyball.sim.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ScenariosTest {

  private static final Path FOLDER = Path.of("src/main/resources/dev/flyball/sim/scenarios");
  private static final Path GOODPUT = FOLDER.resolve("goodput");

  static List<String> names() {
    return Stream.concat(Scenarios.names().stream(), Scenarios.goodput().stream()).toList();
  }

  @Test
  void catalogueIsWhatLiesInTheFolders() throws IOException {
    assertThat(filesIn(FOLDER)).containsExactlyInAnyOrderElementsOf(Scenarios.names());
    assertThat(filesIn(GOODPUT)).containsExactlyInAnyOrderElementsOf(Scenarios.goodput());
    assertThat(names()).hasSizeGreaterThanOrEqualTo(80).doesNotHaveDuplicates();
  }

  private static List<String> filesIn(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(file -> file.endsWith(".yaml"))
          .map(file -> file.replace(".yaml", ""))
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void eachSaysWhatItModelsAndWhatItCatches(String name) {
    Scenario scenario = Scenarios.named(name);
    assertThat(scenario.name()).isEqualTo(name);
    assertThat(scenario.models()).isNotBlank();
    assertThat(scenario.catches()).isNotBlank();
  }

  @ParameterizedTest
  @MethodSource("names")
  void readsTheSameFromTheFolder(String name) {
    Path folder = Scenarios.goodput().contains(name) ? GOODPUT : FOLDER;
    assertThat(ScenarioFile.read(folder.resolve(name + ".yaml")).host())
        .isEqualTo(Scenarios.named(name).host());
    assertThat(Scenarios.text(name)).startsWith("name: " + name + "\n");
  }

  @Test
  void unknownNameSaysTheNearest() {
    assertThatThrownBy(() -> Scenarios.named("table1"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(
            "unknown scenario 'table1'; did you mean 'table-1'? known: cpu-bound, ");
  }
}
