package dev.flyball.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.base.Dice;
import dev.flyball.control.Partition.Claim;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PartitionTest {

  private static Claim claim(double load, int wanted) {
    return claim(load, wanted, 0, 1, 0);
  }

  private static Claim claim(double load, int wanted, long waiting, double weight, int callers) {
    return new Claim("pool", 1, load, wanted, waiting, weight, callers);
  }

  private static List<Integer> parts(int total, Claim... claims) {
    return Partition.of(total, List.of(claims)).parts();
  }

  @Test
  void whereThereIsEnoughEachGetsWhatItWants() {
    assertThat(parts(73, claim(20, 43), claim(10, 17), claim(5, 13))).containsExactly(43, 17, 13);
    assertThat(parts(1000, claim(20, 43), claim(0, 1))).containsExactly(43, 1);
  }

  @Test
  void whatIsKeptForBurstsGivesWayFirst() {
    // Loads with their roots take 25, 14 and 8 of 60; the other 13 go by what is wanted.
    assertThat(parts(60, claim(20, 43), claim(10, 17), claim(5, 13))).containsExactly(35, 14, 11);
  }

  @Test
  void tasksThatWaitGoBeforeWhatIsKeptForBursts() {
    Claim burst = claim(10, 34, 400, 1, 0);
    assertThat(parts(60, claim(20, 43), burst, claim(5, 13))).containsExactly(25, 27, 8);
    Claim blip = claim(10, 34, 1, 1, 0);
    assertThat(parts(47, claim(20, 43), blip, claim(5, 13)))
        .as("one task that waits wants one worker")
        .containsExactly(25, 14, 8);
    assertThat(parts(48, claim(20, 43), blip, claim(5, 13))).containsExactly(25, 15, 8);
  }

  @Test
  void aLoadThatIsTooMuchIsSharedInProportion() {
    assertThat(parts(20, claim(20, 43), claim(10, 17))).containsExactly(13, 7);
    assertThat(parts(20, claim(20, 43), claim(0.1, 5))).containsExactly(19, 1);
  }

  @Test
  void aWeightCountsAsSoMuchMoreLoadUpToWhatIsNeeded() {
    assertThat(parts(20, claim(20, 43, 0, 1, 0), claim(10, 17, 0, 4, 0))).containsExactly(7, 13);
    assertThat(parts(20, claim(20, 43, 0, 100, 0), claim(10, 17, 0, 1, 0))).containsExactly(19, 1);
    assertThat(parts(30, claim(20, 43, 0, 1, 0), claim(10, 17, 0, 1000, 0)))
        .as("no more than its load needs, before the others have theirs")
        .containsExactly(16, 14);
  }

  @Test
  void thoseThatOthersWaitForComeFirst() {
    assertThat(parts(25, claim(20, 43), claim(10, 17), claim(3, 13, 0, 1, 1)))
        .containsExactly(13, 7, 5);
    assertThat(parts(25, claim(20, 43), claim(10, 17), claim(3, 13, 4, 1, 1)))
        .as("and those of its tasks that wait")
        .containsExactly(11, 5, 9);
    assertThat(parts(12, claim(9, 20), claim(9, 20, 0, 1, 1), claim(4, 20, 0, 1, 2)))
        .as("in a chain from its end")
        .containsExactly(1, 5, 6);
  }

  @Test
  void theLeastIsGivenEvenBeyondTheTotal() {
    Claim pinned = new Claim("pinned", 50, 3, 50, 0, 1, 0);
    assertThat(parts(40, pinned, claim(20, 43))).containsExactly(50, 1);
  }

  @Test
  void itSaysWhy() {
    assertThat(
            Partition.of(25, List.of(claim(20, 43), new Claim("db", 1, 3.25, 13, 0, 1, 2))).why())
        .isEqualTo(
            "25 for a load of 23.3: pool 19 of 43 (load 20.0), db 6 of 13 (load 3.3, first: others"
                + " wait for it)");
  }

  @Test
  void whateverIsClaimedNothingIsLostAndNoneIsStarved() {
    Dice dice = new Dice(1);
    for (int round = 0; round < 3000; round++) {
      List<Claim> claims = new ArrayList<>();
      int pools = 1 + dice.below(8);
      for (int i = 0; i < pools; i++) {
        int wanted = 1 + dice.below(1 + dice.below(1_000_000));
        double load = wanted * dice.nextDouble();
        double weight = StrictMath.exp(10 * dice.nextNormal());
        claims.add(claim(load, wanted, dice.below(100), weight, dice.below(3)));
      }
      int total = pools + dice.below(1 + dice.below(2_000_000));
      List<Integer> parts = Partition.of(total, claims).parts();
      long wanted = claims.stream().mapToLong(Claim::wanted).sum();
      assertThat(parts.stream().mapToLong(part -> part).sum()).isEqualTo(Math.min(total, wanted));
      for (int i = 0; i < pools; i++) {
        assertThat(parts.get(i)).isBetween(1, claims.get(i).wanted());
      }
    }
  }

  @Test
  void hugeNumbersDoNotOverflow() {
    int most = Integer.MAX_VALUE;
    assertThat(parts(most, claim(1e300, most), claim(1e300, most)))
        .containsExactly(most / 2 + 1, most / 2);
  }

  @Test
  void theImpossibleIsRefused() {
    assertThatThrownBy(() -> claim(-1, 1)).hasMessageContaining("load must be");
    assertThatThrownBy(() -> claim(1, 0)).hasMessageContaining("wanted must be at least 1");
    assertThatThrownBy(() -> claim(1, 1, 0, 0, 0))
        .hasMessage("weight of 'pool' must be a finite number above 0.0 but was 0.0");
    assertThatThrownBy(() -> claim(1, 1, -1, 1, 0)).hasMessageContaining("waiting must be");
    assertThatThrownBy(() -> claim(1, 1, 0, 1, -1)).hasMessageContaining("callers must be");
    assertThatThrownBy(() -> Partition.of(-1, List.of())).hasMessageContaining("total must be");
  }
}
