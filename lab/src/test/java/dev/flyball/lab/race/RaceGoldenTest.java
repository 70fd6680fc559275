package dev.flyball.lab.race;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.lab.report.text.NumberFormat;
import dev.flyball.policy.Limits;
import dev.flyball.sim.Contender.SizeAt;
import dev.flyball.sim.race.Board;
import dev.flyball.sim.race.Lap;
import dev.flyball.sim.race.Oracle;
import dev.flyball.sim.race.Race;
import dev.flyball.sim.race.RaceResult;
import dev.flyball.sim.scenario.Scenario;
import dev.flyball.sim.scenario.Scenarios;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The boards of every third scenario with its own seed, as committed text: whatever changes how
 * somebody does somewhere is a difference to be looked at. {@code -Dgolden=update} writes them
 * anew, and prints the largest changes.
 */
class RaceGoldenTest {

  private static final Path FOLDER = Path.of("src", "test", "golden");
  private static final boolean UPDATE = "update".equals(System.getProperty("golden"));
  private static final RegretChanges CHANGES = new RegretChanges();

  @AfterAll
  static void showChanges() {
    if (UPDATE) {
      System.out.println(CHANGES.largest());
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void theBoardIsAsItWas(String name) throws IOException {
    Path file = FOLDER.resolve(name + ".txt");
    String board = board(Scenarios.named(name));
    if (UPDATE) {
      compare(name, file, board);
      Files.createDirectories(FOLDER);
      Files.writeString(file, board, StandardCharsets.UTF_8);
    }
    assertThat(file).as("-Dgolden=update writes it").exists();
    assertThat(board)
        .as("%s; where the difference is meant, -Dgolden=update writes it anew", file)
        .isEqualTo(Files.readString(file, StandardCharsets.UTF_8));
  }

  private static void compare(String name, Path file, String board) throws IOException {
    if (Files.exists(file)) {
      Map<List<String>, Double> before = RegretChanges.regrets(Files.readString(file), 2);
      RegretChanges.regrets(board, 2)
          .forEach((row, now) ->
              CHANGES.add(name, String.join(", ", row), before.getOrDefault(row, now), now));
    }
  }

  @Test
  void noBoardIsLeftOfAScenarioThatIsGone() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .allSatisfy(file -> assertThat(boards()).contains(file.replace(".txt", "")));
    }
  }

  /**
   * Every third one: all take five minutes, and each board alone shows most changes of a policy.
   */
  private static List<String> boards() {
    List<String> all = Scenarios.names();
    return every(3, all);
  }

  /**
   * Of the boards those that are drawn here: all, or as many as another JDK needs to be told by.
   */
  private static List<String> names() {
    return every(Integer.getInteger("flyball.board-step", 1), boards());
  }

  private static List<String> every(int step, List<String> names) {
    return IntStream.iterate(0, i -> i < names.size(), i -> i + step).mapToObj(names::get).toList();
  }

  private static String board(Scenario scenario) {
    RaceResult result = Race.virtual(List.of(scenario), Contenders.all(), 1).run();
    result.laps().forEach(RaceGoldenTest::everySizeIsWithinItsLimits);
    Board board = result.boards().get(0);
    StringBuilder text = new StringBuilder(RaceFigures.board(result.race(), board).text());
    Lap oracle = result.laps().get(0);
    text.append("\noracle: ");
    text.append(NumberFormat.text(oracle.score().costSeconds(), 6)).append(" s per task\n");
    for (List<SizeAt> plan : ((Oracle) oracle.contender()).sizes()) {
      plan.forEach(size -> text.append(line(size)));
    }
    return text.toString();
  }

  private static void everySizeIsWithinItsLimits(Lap lap) {
    for (int pool = 0; pool < lap.scenario().pools().size(); pool++) {
      Limits limits = lap.scenario().pools().get(pool).limits();
      assertThat(lap.outcome().pools().get(pool).sizes())
          .as("%s in %s", lap.contender().name(), lap.scenario().name())
          .allSatisfy(size -> assertThat(size.workers()).isBetween(limits.min(), limits.max()));
    }
  }

  private static String line(SizeAt size) {
    return "from "
        + NumberFormat.text(size.atNanos() / 1e9, 3)
        + " s: "
        + size.workers()
        + " workers\n";
  }
}
