package dev.flyball.lab.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.base.Dice;
import dev.flyball.lab.database.RowTransactions.RowDraws;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RowDrawsPropertyTest {

  private static final long SEED = Long.getLong("seed", 20_240_611L);
  private static final int DRAWS = 20_000;

  private final RowDraws draws = new RowDraws(new Dice(SEED));

  @Test
  void everyRowIsInTheTable() {
    for (int rows : List.of(1, 2, 25, 99, 100, 101, 100_000)) {
      for (int i = 0; i < DRAWS; i++) {
        assertThat(draws.row(rows)).as("seed %s, rows %s", SEED, rows).isBetween(1, rows);
      }
    }
  }

  @Test
  void threeOfFourRowsAreInTheMiddleHundredth() {
    int rows = 100_000;
    int inTheMiddle = 0;
    for (int i = 0; i < DRAWS; i++) {
      inTheMiddle += Math.abs(draws.row(rows) - rows / 2) <= rows / 200 ? 1 : 0;
    }
    // The bell's own share of its middle is 0.25 * 4.8 %.
    assertThat((double) inTheMiddle / DRAWS).as("seed %s", SEED).isCloseTo(0.762, within(0.015));
  }

  @Test
  void evenDrawsReachBothEnds() {
    List<Integer> seen = new ArrayList<>();
    for (int i = 0; i < DRAWS; i++) {
      seen.add(draws.even(25));
    }
    assertThat(seen).as("seed %s", SEED).contains(1, 25).allMatch(row -> row >= 1 && row <= 25);
  }

  @Test
  void valuesAreGroupsOfDigits() {
    for (int i = 0; i < 1_000; i++) {
      assertThat(draws.value()).as("seed %s", SEED).matches("([0-9]{11}-){9}[0-9]{11}");
      assertThat(draws.pad()).as("seed %s", SEED).matches("([0-9]{11}-){4}[0-9]{11}");
    }
  }

  @Test
  void noDigitIsMoreLikelyThanAnother() {
    int[] counts = new int[10];
    for (int i = 0; i < 1_000; i++) {
      draws.value().chars().filter(Character::isDigit).forEach(c -> counts[c - '0']++);
    }
    for (int count : counts) {
      assertThat(count).as("seed %s", SEED).isBetween(10_300, 11_700);
    }
  }

  @Test
  void aSeedReplays() {
    RowDraws again = new RowDraws(new Dice(SEED));
    for (int i = 0; i < 100; i++) {
      assertThat(again.row(1_000)).isEqualTo(draws.row(1_000));
      assertThat(again.value()).isEqualTo(draws.value());
    }
  }
}
