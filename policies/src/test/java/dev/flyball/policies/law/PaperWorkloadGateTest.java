package dev.flyball.policies.law;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.policy.catalogue.Policies;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The experiment of Bahadur et al. 2022, section 4, in virtual time: a minute of 100 tasks/s, of
 * which half take 2 s, on a pool that begins with 10 workers. {@code docs/findings.md} has the
 * figures that {@link #printsTheTable} prints.
 */
class PaperWorkloadGateTest {

  private static final List<Long> SEEDS = LongStream.rangeClosed(1, 20).boxed().toList();

  private static VirtualPool.Outcome run(String policy, long seed) {
    return VirtualPool.run(PaperLoad.poisson(100, 60, seed), Policies.parse(policy), 10, 1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"workload-profile", "littles-law"})
  void nearlyAllTasksAreServedWithoutDelayByNotTooManyWorkers(String policy) {
    for (long seed : SEEDS) {
      VirtualPool.Outcome outcome = run(policy, seed);
      assertThat(outcome.completedShareInTime()).as("seed %d", seed).isGreaterThanOrEqualTo(0.98);
      assertThat(outcome.p95Seconds()).as("seed %d", seed).isLessThanOrEqualTo(2.1);
      assertThat(outcome.aliveMean())
          .as("seed %d", seed)
          .isLessThanOrEqualTo(1.4 * 100 * PaperLoad.MEAN_SERVICE_SECONDS);
    }
  }

  @Test
  void thePrintedAlgorithmIsWorseThanTheRivalItWasPublishedAgainst() {
    int worse = 0;
    for (long seed : SEEDS) {
      double printed = run("workload-profile-printed", seed).p95Seconds();
      double rival = run("request-rate", seed).p95Seconds();
      worse += printed > rival ? 1 : 0;
    }
    assertThat(worse).isGreaterThanOrEqualTo(18);
  }

  @Test
  void printsTheTable() {
    System.out.println("| policy | p95 of response, median (range) | delayed > 0.1 s | workers |");
    for (String policy :
        List.of(
            "fixed(workers=115)",
            "request-rate",
            "workload-profile-printed",
            "workload-profile",
            "littles-law")) {
      List<VirtualPool.Outcome> outcomes = SEEDS.stream().map(seed -> run(policy, seed)).toList();
      double[] p95 = outcomes.stream().mapToDouble(o -> o.p95Seconds()).sorted().toArray();
      System.out.println(
          String.format(
              Locale.ROOT,
              "| %s | %.2f s (%.2f to %.2f) | %.1f %% | %.0f |",
              policy,
              (p95[9] + p95[10]) / 2,
              p95[0],
              p95[19],
              outcomes.stream().mapToDouble(o -> 100 * o.delayedShare()).average().orElse(0),
              outcomes.stream().mapToDouble(o -> o.aliveMean()).average().orElse(0)));
    }
  }
}
