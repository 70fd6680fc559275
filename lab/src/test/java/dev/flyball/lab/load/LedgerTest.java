package dev.flyball.lab.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.lab.load.LoadResult.Counts;
import dev.flyball.lab.load.LoadResult.Outcome;
import dev.flyball.lab.load.LoadResult.Second;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LedgerTest {

  private static final long MILLI = 1_000_000;

  private final Ledger ledger = new Ledger(2_000 * MILLI);

  private void ended(long dueMillis, Outcome outcome, long atMillis) {
    ledger.ended(dueMillis * MILLI, outcome, atMillis * MILLI);
  }

  @Test
  void booksEachRequestInItsSecond() {
    ledger.offered(100 * MILLI);
    ledger.offered(900 * MILLI);
    ended(100, Outcome.COMPLETED, 300);
    ledger.offered(1_500 * MILLI);
    ended(900, Outcome.REJECTED, 1_600);
    ended(1_500, Outcome.COMPLETED, 2_500);
    ledger.offered(1_900 * MILLI);
    ended(1_900, Outcome.TIMED_OUT, 2_600);

    LoadResult result = ledger.result(2_600 * MILLI);

    assertThat(result.counts())
        .isEqualTo(
            new Counts(
                4, Map.of(Outcome.COMPLETED, 2L, Outcome.REJECTED, 1L, Outcome.TIMED_OUT, 1L)));
    assertThat(result.counts().outstanding()).isZero();
    assertThat(result.seconds()).extracting(Second::offered).containsExactly(2L, 2L, 0L);
    assertThat(result.seconds()).extracting(Second::completed).containsExactly(1L, 0L, 1L);
    assertThat(result.seconds()).extracting(Second::failed).containsExactly(0L, 1L, 0L);
    assertThat(result.seconds()).extracting(Second::timedOut).containsExactly(0L, 0L, 1L);
    assertThat(result.responseTimes().percentileNanos(100) / MILLI).isEqualTo(1_000);
    assertThat(result.offeredSeconds()).isEqualTo(2);
    assertThat(result.lastResponseSeconds()).isEqualTo(2.5);
    assertThat(result.throughputPerSecond()).isEqualTo(0.5);
    assertThat(result.throughputToLastResponse()).isEqualTo(0.8);
  }

  @Test
  void aLateRequestBelongsToTheSecondItWasMeantFor() {
    ledger.offered(1_950 * MILLI);
    assertThat(ledger.closeSeconds(2_100 * MILLI).orElseThrow().index()).isEqualTo(1);
    ledger.sent(1_950 * MILLI, 2_200 * MILLI);
    ended(1_950, Outcome.COMPLETED, 2_300);
    LoadResult result = ledger.result(2_300 * MILLI);
    assertThat(result.seconds()).extracting(Second::offered).containsExactly(0L, 1L, 0L);
    assertThat(result.sendLag().percentileNanos(100) / MILLI).isEqualTo(250);
    assertThat(result.responseTimes().percentileNanos(100) / MILLI).isEqualTo(350);
  }

  @Test
  void unansweredRequestsCountInThePercentilesOfTheOffered() {
    for (int i = 0; i < 10; i++) {
      ledger.offered(0);
      ended(0, i < 9 ? Outcome.COMPLETED : Outcome.BROKEN, (i + 1) * 10L);
    }
    LoadResult result = ledger.result(2_000 * MILLI);
    assertThat(result.responseTimes().percentileNanos(99) / MILLI).isEqualTo(90);
    assertThat(result.percentileOfOfferedNanos(90).orElseThrow() / MILLI).isEqualTo(90);
    assertThat(result.percentileOfOfferedNanos(91)).isEmpty();
  }

  @Test
  void anEmptyRunHasNoFiguresButNoErrorsEither() {
    LoadResult result = ledger.result(0);
    assertThat(result.throughputPerSecond()).isZero();
    assertThat(result.throughputToLastResponse()).isZero();
    assertThat(result.responseTimes().count()).isZero();
    assertThat(result.seconds()).isEmpty();
    assertThat(result.percentileOfOfferedNanos(50)).isEmpty();
  }
}
