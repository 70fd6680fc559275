package dev.flyball.policies.climb.paired;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.policies.climb.paired.PairedDuel.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PairedDuelTest {

  private static PairedSample sample(int workers, double throughput, double responseSeconds) {
    return new PairedSample(workers, 1_000_000_000, throughput, responseSeconds, 10_000, 1000);
  }

  /** Turns until the duel is over, at two constant throughputs. */
  private static PairedDuel fought(
      int home, int away, double atHome, double atAway, double slower) {
    PairedDuel duel = PairedDuel.between(home, away);
    while (outcome(duel) == Outcome.OPEN) {
      duel =
          duel.with(duel.size() == away ? sample(away, atAway, slower) : sample(home, atHome, 1));
    }
    return duel;
  }

  private static Outcome outcome(PairedDuel duel) {
    return duel.outcome(0.03, 0.25, 8);
  }

  @Test
  void goesHomeAwayHomeByTurns() {
    PairedDuel duel = PairedDuel.between(4, 8);
    assertThat(duel.size()).isEqualTo(4);
    duel = duel.with(sample(4, 100, 1));
    assertThat(duel.size()).isEqualTo(8);
    duel = duel.with(sample(8, 101, 1));
    assertThat(duel.size()).isEqualTo(4);
    duel = duel.with(sample(4, 100, 1));
    assertThat(duel.size()).isEqualTo(8);
    assertThat(duel.throughput().pairs()).isEqualTo(1);
  }

  @Test
  void aDriftThatBothShareIsInNeithersFavour() {
    PairedDuel duel = PairedDuel.between(4, 8);
    double drift = 100;
    for (int i = 0; i < 9; i++) {
      duel = duel.with(sample(duel.size(), drift, 1));
      drift *= 1.05;
    }
    assertThat(duel.throughput().mean()).isCloseTo(0, within(1e-12));
    assertThat(duel.throughput().pairs()).isEqualTo(4);
  }

  @ParameterizedTest
  @CsvSource({
    "4, 8, 1.4, 1, BETTER, 1", // beyond chance at once
    "4, 8, 1.15, 1, BETTER, 2",
    "4, 8, 1.02, 1, EQUAL, 8", // a gain too small for twice the workers
    "8, 4, 0.98, 1, EQUAL, 8", // a loss too small to keep twice the workers
    "8, 4, 1.02, 1, EQUAL, 8", // as good with half of them
    "8, 4, 1.15, 1, BETTER, 2",
    "8, 4, 0.9, 1, WORSE, 2",
    "8, 4, 0.5, 1, MUCH_WORSE, 1",
    "4, 8, 0.9, 1, WORSE, 2",
    "4, 8, 0.6, 1, MUCH_WORSE, 1",
    "8, 4, 1.0, 1.5, WORSE, 2", // throughput ties, but all wait longer
    "4, 8, 1.0, 0.6, BETTER, 2", // throughput ties, but all wait less
    "8, 4, 1.0, 1.1, EQUAL, 2",
  })
  void isOverAsSoonAsItIsClear(
      int home, int away, double ratio, double slower, Outcome outcome, int pairsAtMost) {
    PairedDuel duel = fought(home, away, 1000, 1000 * ratio, slower);
    assertThat(outcome(duel)).isEqualTo(outcome);
    assertThat(duel.throughput().pairs()).isLessThanOrEqualTo(8);
    if (pairsAtMost < 8 && slower == 1) {
      assertThat(duel.throughput().pairs()).isEqualTo(pairsAtMost);
    }
  }

  @Test
  void fewTasksAreDoubtAndNotADifference() {
    PairedDuel duel = PairedDuel.between(4, 8);
    for (double throughput : new double[] {10, 13, 10}) {
      duel =
          duel.with(new PairedSample(duel.size(), 1_000_000_000, throughput, 1, throughput, 1000));
    }
    assertThat(outcome(duel)).isEqualTo(Outcome.OPEN);
  }

  @Test
  void aPairThatWasDisturbedDoesNotCount() {
    PairedDuel duel = PairedDuel.between(4, 8).with(sample(4, 100, 1)).with(sample(8, 1, 1));
    assertThat(duel.disturbed()).isEqualTo(PairedDuel.between(4, 8));
  }
}
