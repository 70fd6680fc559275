package dev.flyball.lab.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.flyball.lab.load.Exchange.Outcome;
import dev.flyball.lab.load.LoadResult.Counts;
import java.util.List;
import org.junit.jupiter.api.Test;

class LedgerTest {

  private static final long MILLI = 1_000_000;

  private final KindMix mix =
      new KindMix(List.of(new KindMix.Part("a", 0.5), new KindMix.Part("b", 0.5)));
  private final Ledger ledger = new Ledger(mix, 2_000 * MILLI);

  private Exchange offered(long dueMillis, int kind) {
    Exchange exchange = new Exchange(dueMillis * MILLI, kind, Exchange.NO_CLIENT);
    ledger.offered(exchange);
    return exchange;
  }

  @Test
  void booksEachRequestInItsSecond() {
    Exchange first = offered(100, 0);
    Exchange second = offered(900, 1);
    ledger.ended(first, Outcome.COMPLETED, 300 * MILLI);
    Exchange third = offered(1_500, 1);
    ledger.ended(second, Outcome.REJECTED, 1_600 * MILLI);
    ledger.ended(third, Outcome.COMPLETED, 2_500 * MILLI);
    Exchange fourth = offered(1_900, 0);
    ledger.ended(fourth, Outcome.TIMED_OUT, 2_600 * MILLI);

    LoadResult result = ledger.result(2_600 * MILLI, 7);

    assertThat(result.counts()).isEqualTo(new Counts(4, 2, 1, 0, 0, 0, 0, 1, 0));
    assertThat(result.seconds()).extracting(Second::offered).containsExactly(2L, 2L, 0L);
    assertThat(result.seconds()).extracting(Second::completed).containsExactly(1L, 0L, 1L);
    assertThat(result.seconds()).extracting(Second::failed).containsExactly(0L, 1L, 0L);
    assertThat(result.seconds()).extracting(Second::timedOut).containsExactly(0L, 0L, 1L);
    assertThat(result.kind("a").counts().timedOut()).isEqualTo(1);
    assertThat(result.kind("b").counts().rejected()).isEqualTo(1);
    assertThat(result.kind("b").responseTimes().percentileNanos(100) / MILLI).isEqualTo(1_000);
    assertThat(result.offeredSeconds()).isEqualTo(2);
    assertThat(result.lastResponseSeconds()).isEqualTo(2.5);
    assertThat(result.throughputPerSecond()).isEqualTo(0.5);
    assertThat(result.throughputToLastResponse()).isEqualTo(0.8);
    assertThat(result.connections()).isEqualTo(7);
  }

  @Test
  void aLateRequestBelongsToTheSecondItWasMeantFor() {
    Exchange late = offered(1_950, 0);
    assertThat(ledger.closeSeconds(2_100 * MILLI)).isTrue();
    ledger.sent(late, 2_200 * MILLI);
    ledger.ended(late, Outcome.COMPLETED, 2_300 * MILLI);
    LoadResult result = ledger.result(2_300 * MILLI, 1);
    assertThat(result.seconds()).extracting(Second::offered).containsExactly(0L, 1L, 0L);
    assertThat(result.sendLag().percentileNanos(100) / MILLI).isEqualTo(250);
    assertThat(result.responseTimes().percentileNanos(100) / MILLI).isEqualTo(350);
  }

  @Test
  void unansweredRequestsCountInThePercentilesOfTheOffered() {
    for (int i = 0; i < 9; i++) {
      ledger.ended(offered(0, 0), Outcome.COMPLETED, (i + 1) * 10L * MILLI);
    }
    ledger.ended(offered(0, 0), Outcome.BROKEN, 100 * MILLI);
    LoadResult result = ledger.result(2_000 * MILLI, 1);
    assertThat(result.responseTimes().percentileNanos(99) / MILLI).isEqualTo(90);
    assertThat(result.percentileOfOfferedNanos(90).orElseThrow() / MILLI).isEqualTo(90);
    assertThat(result.percentileOfOfferedNanos(91)).isEmpty();
  }

  @Test
  void anEmptyRunHasNoFiguresButNoErrorsEither() {
    LoadResult result = ledger.result(0, 0);
    assertThat(result.throughputPerSecond()).isZero();
    assertThat(result.throughputToLastResponse()).isZero();
    assertThat(result.responseTimes().summary().count()).isZero();
    assertThat(result.seconds()).isEmpty();
    assertThat(result.percentileOfOfferedNanos(50)).isEmpty();
  }

  @Test
  void countsThatDoNotAddUpAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Counts(3, 1, 0, 0, 0, 0, 0, 1, 0))
        .withMessage("sum of the outcomes must be the 3 offered but was 2");
  }
}
