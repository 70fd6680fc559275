package dev.flyball.sim.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.admission.Importance;
import dev.flyball.sim.Contender;
import dev.flyball.sim.VirtualBench;
import java.util.Locale;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Scenarios drawn for goodput can be read, are the same each time, and are of all sorts. */
class RandomGoodputScenariosTest {

  private static final int SEEDS = 300;

  @Test
  void eachIsAFileThatCanBeRead() {
    for (long seed = 0; seed < SEEDS; seed++) {
      Scenario drawn = RandomGoodputScenarios.of(seed);
      String text = RandomGoodputScenarios.text(seed);
      assertThat(drawn.name()).isEqualTo("goodput-" + seed);
      assertThat(drawn.seed()).isEqualTo(seed);
      assertThat(ScenarioFile.parse("kept/goodput-" + seed + ".yaml", text)).isEqualTo(drawn);
      assertThat(text).endsWith("\n").doesNotContain("\r");
    }
  }

  @Test
  void theSameSeedIsTheSameTextWhateverTheLanguage() {
    Locale usual = Locale.getDefault();
    for (long seed = 0; seed < SEEDS; seed++) {
      String text = RandomGoodputScenarios.text(seed);
      try {
        Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
        assertThat(RandomGoodputScenarios.text(seed)).isEqualTo(text);
      } finally {
        Locale.setDefault(usual);
      }
    }
  }

  @Test
  void eachRunIsShort() {
    for (long seed = 0; seed < SEEDS; seed++) {
      assertThat(
              VirtualBench.run(RandomGoodputScenarios.of(seed), seed, Contender.fixed("fixed", 50))
                  .offered())
          .as("seed %s", seed)
          .isBetween(10L, 60_000L);
    }
  }

  @Test
  void allSortsAreDrawn() {
    TreeSet<String> drawn = new TreeSet<>();
    for (long seed = 0; seed < SEEDS; seed++) {
      Scenario scenario = RandomGoodputScenarios.of(seed);
      scenario.behind().forEach(behind -> drawn.add(behind.getClass().getSimpleName()));
      scenario.changes().forEach(change -> drawn.add(change.getClass().getSimpleName()));
      Pool pool = scenario.pools().get(0);
      drawn.add(pool.phases().size() + " phases");
      drawn.add(pool.kinds().size() + " kinds");
      for (Kind kind : pool.kinds()) {
        drawn.add(kind.importance().word());
        drawn.add(kind.deadlineNanos().isPresent() ? "own deadline" : "usual deadline");
        drawn.add(kind.steps().size() + " steps");
        drawn.add(kind.steps().get(0).getClass().getSimpleName());
      }
    }
    assertThat(drawn)
        .contains("Servers", "Collapse", "Call", "Cpu")
        .contains("Cores", "Speed", "Capacity")
        .contains("1 phases", "2 phases", "3 phases", "1 kinds", "2 kinds", "3 kinds")
        .contains(Importance.CRITICAL.word(), Importance.NORMAL.word(), Importance.LOW.word())
        .contains("own deadline", "usual deadline", "1 steps", "2 steps");
  }
}
