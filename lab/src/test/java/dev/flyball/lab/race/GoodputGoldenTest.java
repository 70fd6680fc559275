package dev.flyball.lab.race;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.lab.report.text.NumberFormat;
import dev.flyball.sim.race.Lap;
import dev.flyball.sim.race.Oracle;
import dev.flyball.sim.race.Race;
import dev.flyball.sim.race.RaceResult;
import dev.flyball.sim.race.goodput.GoodputBoard;
import dev.flyball.sim.scenario.Scenarios;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The boards of three goodput scenarios with their own seed, as committed text: processors, a
 * collapse with a rush, and classes before a calm. {@code -Dgolden=update} writes them anew.
 */
class GoodputGoldenTest {

  private static final Path FOLDER = Path.of("src", "test", "golden-goodput");
  private static final boolean UPDATE = "update".equals(System.getProperty("golden"));

  @ParameterizedTest
  @ValueSource(strings = {"cpu-139", "collapse-90", "classes-then-calm"})
  void theBoardIsAsItWas(String name) throws IOException {
    Path file = FOLDER.resolve(name + ".txt");
    String board = board(name);
    if (UPDATE) {
      Files.createDirectories(FOLDER);
      Files.writeString(file, board, StandardCharsets.UTF_8);
    }
    assertThat(file).as("-Dgolden=update writes it").exists();
    assertThat(board)
        .as("%s; where the difference is meant, -Dgolden=update writes it anew", file)
        .isEqualTo(Files.readString(file, StandardCharsets.UTF_8));
  }

  private static String board(String name) {
    RaceResult result =
        Race.forGoodput(List.of(Scenarios.named(name)), GoodputContenders.all(), 1).run();
    Lap lap = result.laps().get(0);
    Oracle oracle = (Oracle) lap.contender();
    StringBuilder text =
        new StringBuilder(GoodputFigures.board(GoodputBoard.of(result).get(0)).text());
    text.append("\noracle: ").append(NumberFormat.text(lap.score().goodShare(), 6));
    text.append(" done in time, under ").append(oracle.rule().orElseThrow()).append('\n');
    oracle
        .sizes()
        .get(0)
        .forEach(size ->
            text.append("from ")
                .append(NumberFormat.text(size.atNanos() / 1e9, 3))
                .append(" s: ")
                .append(size.workers())
                .append(" workers\n"));
    return text.toString();
  }
}
