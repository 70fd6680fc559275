package dev.flyball.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.policy.catalogue.Policies;
import dev.flyball.sim.scenario.Scenario;
import java.util.Locale;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What the default policy leaves alone: a downstream that hangs, half a core, an hour without
 * tasks.
 */
class FlyballCalmGateTest {

  private static final int SEEDS = 20;
  private static final Contender FLYBALL = Contender.policy("flyball");

  /**
   * No wind-up. What waits when the database is back (150 tasks/s for 30 s, of which it does 800/s)
   * takes 7 s at best; what waits at 60 tasks/s takes 2.4 s.
   */
  @ParameterizedTest
  @CsvSource({
    // workload, the size 10 s and 15 s after recovery as a multiple of that before, at most
    "hangs-half-a-minute, 3.5, 1.5",
    "hangs-at-low-load, 1.5, 1.5",
  })
  void aHangOfHalfAMinuteIsOverSoonAfterIt(String workload, double after10, double after15) {
    Scenario scenario = HostileScenarios.named(workload);
    double before = 0;
    double during = 0;
    double at10 = 0;
    double at15 = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      Outcome outcome = VirtualBench.run(scenario, seed, FLYBALL);
      before += Sizes.mean(outcome, 15, 20) / SEEDS;
      during = Math.max(during, Sizes.most(outcome, 20, 50));
      at10 += Sizes.mean(outcome, 59.5, 60.5) / SEEDS;
      at15 += Sizes.mean(outcome, 64.5, 65.5) / SEEDS;
    }
    System.out.println(
        String.format(
            Locale.ROOT,
            "%s: %.1f workers before, at most %.0f while it hangs, %.1f 10 s and %.1f 15 s after",
            workload,
            before,
            during,
            at10,
            at15));
    assertThat(during).isLessThanOrEqualTo(before + 30 + 10);
    assertThat(at10 / before).as("after 10 s").isLessThanOrEqualTo(after10);
    assertThat(at15 / before).as("after 15 s").isLessThanOrEqualTo(after15);
  }

  @Test
  void halfACoreMakesNoStormOfThreads() {
    Scenario scenario = HostileScenarios.named("half-core");
    int most =
        LongStream.rangeClosed(1, SEEDS)
            .mapToObj(seed -> VirtualBench.run(scenario, seed, FLYBALL))
            .mapToInt(outcome -> outcome.pools().get(0).workersMax())
            .max()
            .orElseThrow();
    System.out.println("half-core: at most " + most + " workers");
    assertThat(most).isLessThanOrEqualTo(20);
  }

  @Test
  void anHourWithoutTasksIsSleptThrough() {
    Scenario scenario = HostileScenarios.named("idle-hour");
    CountedPolls counted = CountedPolls.of(Policies.parse("flyball"));
    Contender contender =
        Contender.of("counted", (pool, plan, host, seed) -> new Contender.Sizer.Governed(counted));
    Outcome outcome = VirtualBench.run(scenario, 1, contender);
    long sinking = counted.between(61, 120);
    long asleep = counted.between(120, 3660);
    System.out.println(
        "idle-hour: " + sinking + " looks in the first minute, " + asleep + " in the other 59");
    assertThat(Sizes.at(outcome, 120)).isEqualTo(1);
    assertThat(Sizes.most(outcome, 120, 3660)).isEqualTo(1);
    assertThat(sinking).isLessThanOrEqualTo(60);
    assertThat(asleep).isLessThanOrEqualTo(60);
    assertThat(Sizes.most(outcome, 3660, 3663)).as("awake again").isGreaterThanOrEqualTo(10);
  }
}
