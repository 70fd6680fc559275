package dev.flyball.lab.race;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.sim.race.RaceResult;
import dev.flyball.sim.race.verdict.Verdict;
import dev.flyball.sim.scenario.Scenario;
import dev.flyball.sim.scenario.Scenarios;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Where the default policy stands in every third scenario with the scenario's own seed, as
 * committed text: whatever brings it nearer to its bars or takes it further from them is a
 * difference to be looked at. {@code -Dgolden=update} writes it anew, and prints the largest
 * changes.
 *
 * <p>The idle hour is left out: it takes as long as half of all others.
 */
class VerdictGoldenTest {

  private static final Path FILE = Path.of("src", "test", "golden-verdict", "standing.txt");
  private static final boolean UPDATE = "update".equals(System.getProperty("golden"));

  @Test
  void theStandingIsAsItWas() throws IOException {
    String standing = standing();
    if (UPDATE) {
      showChanges(standing);
      Files.createDirectories(FILE.resolveSibling(""));
      Files.writeString(FILE, standing, StandardCharsets.UTF_8);
    }
    assertThat(FILE).as("-Dgolden=update writes it").exists();
    assertThat(standing)
        .as("%s; where the difference is meant, -Dgolden=update writes it anew", FILE)
        .isEqualTo(Files.readString(FILE, StandardCharsets.UTF_8));
  }

  private static void showChanges(String standing) throws IOException {
    if (Files.exists(FILE)) {
      RegretChanges changes = new RegretChanges();
      Map<List<String>, Double> before = RegretChanges.regrets(Files.readString(FILE), 1);
      RegretChanges.regrets(standing, 1)
          .forEach(
              (row, now) -> changes.add(row.get(0), "flyball", before.getOrDefault(row, now), now));
      System.out.println(changes.largest());
    }
  }

  private static String standing() {
    List<String> all = Scenarios.names();
    List<Scenario> scenarios =
        IntStream.range(0, all.size())
            .filter(i -> i % 3 == 1 && !all.get(i).equals("idle-hour"))
            .mapToObj(i -> Scenarios.named(all.get(i)))
            .toList();
    VerdictExperiment experiment =
        VerdictExperiment.of("flyball", scenarios, true, 1, Duration.ofMillis(100), "");
    Verdict verdict = Verdict.of(experiment.lineup(), result(experiment)).orElseThrow();
    return String.join(
        "\n",
        VerdictExperiment.standing("flyball", verdict.standing()).text(),
        VerdictExperiment.overall(verdict.standing(), "100 ms").text(),
        VerdictExperiment.shortfalls(verdict).text());
  }

  private static RaceResult result(VerdictExperiment experiment) {
    ExecutorService threads =
        Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
    try {
      return Laps.run(experiment.race(), threads, Laps.Listener.NONE);
    } finally {
      threads.shutdownNow();
    }
  }
}
