package dev.flyball.lab.race;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.sim.Contender;
import dev.flyball.sim.race.Race;
import dev.flyball.sim.scenario.Scenarios;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every row says how often it is asked. */
class AskedTest {

  private static final List<String> ROWS =
      List.of(
          "flyball",
          "littles-law",
          "hill-climb (as shipped)",
          "sleep-jitter (as shipped)",
          "netflix-vegas (as shipped)",
          "netflix-vegas(window=100ms)",
          "jdk-cached");

  @ParameterizedTest
  @CsvSource({
    "oracle, never",
    "flyball, when it wishes",
    "littles-law, every 1 s",
    "hill-climb (as shipped), every 10 ms",
    "sleep-jitter (as shipped), every 1.5 s",
    "netflix-vegas (as shipped), at every task",
    "netflix-vegas(window=100ms), at every task",
    "jdk-cached, never",
    "unbounded, never"
  })
  void everyRowSaysHowOften(String row, String often) {
    assertThat(Asked.in(Race.virtual(List.of(Scenarios.named("cpu-bound")), rows(), 1), row))
        .isEqualTo(often);
  }

  @ParameterizedTest
  @CsvSource({"littles-law, once per period", "hill-climb (as shipped), every 10 ms"})
  void scenariosOfSeveralPeriodsHaveNoneInCommon(String row, String often) {
    Race race =
        Race.virtual(
            List.of(
                Scenarios.named("cpu-bound"),
                Scenarios.named("mixed").withPeriod(Duration.ofMillis(50).toNanos())),
            rows(),
            1);
    assertThat(Asked.in(race, row)).isEqualTo(often);
  }

  private static List<Contender> rows() {
    return Contenders.of(ROWS);
  }
}
