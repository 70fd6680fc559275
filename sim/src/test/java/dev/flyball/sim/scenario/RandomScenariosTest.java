package dev.flyball.sim.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.sim.Contender;
import dev.flyball.sim.Outcome;
import dev.flyball.sim.VirtualBench;
import java.util.Locale;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Drawn scenarios can be read, are the same each time, and are of all sorts. */
class RandomScenariosTest {

  private static final int SEEDS = 300;

  @Test
  void eachIsAFileThatCanBeRead() {
    for (long seed = 0; seed < SEEDS; seed++) {
      Scenario drawn = RandomScenarios.of(seed);
      String text = RandomScenarios.text(seed);
      assertThat(drawn.name()).isEqualTo("random-" + seed);
      assertThat(drawn.seed()).isEqualTo(seed);
      assertThat(ScenarioFile.parse("kept/random-" + seed + ".yaml", text)).isEqualTo(drawn);
      assertThat(text).endsWith("\n").doesNotContain("\r");
    }
  }

  @Test
  void theSameSeedIsTheSameTextWhateverTheLanguage() {
    Locale usual = Locale.getDefault();
    for (long seed = 0; seed < SEEDS; seed++) {
      String text = RandomScenarios.text(seed);
      try {
        Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
        assertThat(RandomScenarios.text(seed)).isEqualTo(text);
      } finally {
        Locale.setDefault(usual);
      }
    }
  }

  @Test
  void eachRunIsShort() {
    for (long seed = 0; seed < SEEDS; seed++) {
      Outcome outcome = VirtualBench.run(RandomScenarios.of(seed), seed, Contender.fixed("f", 50));
      assertThat(outcome.offered()).as("seed %s", seed).isBetween(1L, 60_000L);
    }
  }

  @Test
  void allSortsAreDrawn() {
    TreeSet<String> drawn = new TreeSet<>();
    for (long seed = 0; seed < SEEDS; seed++) {
      Scenario scenario = RandomScenarios.of(seed);
      scenario.behind().forEach(behind -> drawn.add(nameOf(behind)));
      scenario.changes().forEach(change -> drawn.add(nameOf(change)));
      for (Pool pool : scenario.pools()) {
        pool.phases().forEach(phase -> drawn.add(nameOf(phase.source())));
        pool.kinds().stream()
            .map(Kind::retryRule)
            .forEach(retryRule -> {
              drawn.add(retryRule.ends() ? "timeout" : "endless");
              drawn.add(retryRule.retries() > 0 ? "retried" : "once");
            });
        drawn.add(pool.queueCapacity() < Integer.MAX_VALUE ? "bounded" : "unbounded");
        drawn.add(pool.kinds().size() + " kinds");
      }
      drawn.add(scenario.host().neighbours() > 0 ? "crowded" : "alone");
    }
    assertThat(drawn)
        .contains("Servers", "Collapse", "RateLimit", "Lock")
        .contains("Cores", "Neighbours", "Speed", "Capacity", "Mix")
        .contains("Open", "Closed")
        .contains("timeout", "endless", "retried", "once", "bounded", "unbounded")
        .contains("1 kinds", "2 kinds", "crowded", "alone");
  }

  private static String nameOf(Object drawn) {
    return drawn.getClass().getSimpleName();
  }
}
