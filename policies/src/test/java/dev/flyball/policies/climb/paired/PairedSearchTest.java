package dev.flyball.policies.climb.paired;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.policies.climb.paired.PairedDuel.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PairedSearchTest {

  /** A comparison without noise. */
  private static Outcome outcome(int home, int away, IntToDoubleFunction curve) {
    double ratio = curve.applyAsDouble(away) / curve.applyAsDouble(home);
    if (ratio > (away > home ? 1.03 : 1.001)) {
      return Outcome.BETTER;
    }
    if (ratio >= 0.97) {
      return Outcome.EQUAL;
    }
    return ratio < 0.86 ? Outcome.MUCH_WORSE : Outcome.WORSE;
  }

  private static List<Integer> tried(PairedSearch from, IntToDoubleFunction curve) {
    List<Integer> tried = new ArrayList<>();
    PairedSearch search = from;
    for (Optional<Integer> next = search.next(); next.isPresent(); next = search.next()) {
      tried.add(next.get());
      search = search.with(next.get(), outcome(search.best(), next.get(), curve));
      assertThat(tried).as("ends").hasSizeLessThan(40);
    }
    tried.add(search.floor());
    return tried;
  }

  /** What is tried, and at the end what is held. */
  @ParameterizedTest
  @CsvSource({
    "1, 8, '2 4 8 16 32 11 6 8'", // 16 is a tie: looked past once; 4 is known to be worse
    "8, 8, '16 32 4 11 6 8'",
    "128, 8, '256 512 64 32 16 8 4 6 8'",
    "1, 1, '2 4 1'",
    "64, 1, '128 256 32 16 8 4 2 1 1'",
  })
  void findsTheKnee(int start, int knee, String expected) {
    assertThat(tried(PairedSearch.from(start), size -> Math.min(size, knee)))
        .extracting(String::valueOf)
        .isEqualTo(List.of(expected.split(" ")));
  }

  @Test
  void whatIsBehindACollapseIsNotLookedAt() {
    assertThat(tried(PairedSearch.from(2), size -> size <= 2 ? size : 1.0 / size))
        .containsExactly(4, 1, 3, 2);
  }

  @Test
  void looksPastOneSizeThatDoesNotPay() {
    double[] curve = {0, 0, 100, 0, 96, 0, 0, 0, 120};
    IntToDoubleFunction dip = size -> size < 8 ? curve[Math.min(4, size)] : 120;
    assertThat(tried(PairedSearch.from(2), dip)).startsWith(4, 8).endsWith(8);
  }

  @Test
  void manySmallLossesDoNotAddUp() {
    // Each halving loses 2.5 %: a walk that only looked at the last size would end at 1.
    List<Integer> tried =
        tried(PairedSearch.from(64).upTo(64), size -> 1 + 0.025 * Math.log(size) / Math.log(2));
    assertThat(tried.get(tried.size() - 1)).isEqualTo(32);
  }

  @Test
  void aTestTriesTheNeighboursOnly() {
    assertThat(tried(PairedSearch.test(8), size -> Math.min(size, 8))).containsExactly(16, 4, 8);
  }

  @Test
  void aTestThatFindsSomethingBetterGoesOn() {
    assertThat(tried(PairedSearch.test(8), size -> Math.min(size, 32)))
        .startsWith(16, 32, 64)
        .endsWith(32);
  }

  @Test
  void aSizeThatIsNotToBeHadBoundsIt() {
    PairedSearch bounded = PairedSearch.from(8).upTo(8);
    assertThat(bounded.next()).contains(4);
    assertThat(bounded.downTo(8).next()).isEmpty();
  }
}
