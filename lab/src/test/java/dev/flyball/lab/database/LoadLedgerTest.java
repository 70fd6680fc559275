package dev.flyball.lab.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.lab.database.ClientLoad.LoadLedger;
import dev.flyball.lab.database.DatabaseLoad.LoadReading;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LoadLedgerTest {

  private static final long SECOND_NANOS = 1_000_000_000L;
  private static final long MILLI_NANOS = 1_000_000L;

  private final LoadLedger ledger = new LoadLedger(5 * SECOND_NANOS);

  @Test
  void aReadingIsWhatHappenedSinceTheOneBefore() {
    ledger.done(2 * MILLI_NANOS, 20);
    ledger.done(4 * MILLI_NANOS, 20);
    LoadReading first = ledger.reading(7 * SECOND_NANOS);
    assertThat(first.seconds()).isEqualTo(2);
    assertThat(first.transactions()).isEqualTo(2);
    assertThat(first.questions()).isEqualTo(40);
    assertThat(first.transactionsPerSecond()).isEqualTo(1);
    assertThat(first.questionsPerSecond()).isEqualTo(20);

    ledger.done(8 * MILLI_NANOS, 20);
    LoadReading second = ledger.reading(8 * SECOND_NANOS);
    assertThat(second.seconds()).isEqualTo(1);
    assertThat(second.transactions()).isEqualTo(1);
    assertThat(second.meanNanos()).hasValue(8 * MILLI_NANOS);
  }

  @Test
  void timesAreThoseOfTheReadingOnly() {
    ledger.done(SECOND_NANOS, 1);
    ledger.reading(6 * SECOND_NANOS);
    for (int i = 1; i <= 100; i++) {
      ledger.done(i * MILLI_NANOS, 1);
    }
    LoadReading reading = ledger.reading(7 * SECOND_NANOS);
    assertThat(reading.meanNanos()).hasValue(50.5 * MILLI_NANOS);
    assertThat(reading.p50Nanos().orElseThrow())
        .isCloseTo(50 * MILLI_NANOS, within(MILLI_NANOS / 5));
    assertThat(reading.p95Nanos().orElseThrow())
        .isCloseTo(95 * MILLI_NANOS, within(MILLI_NANOS / 5));
  }

  @Test
  void withoutTransactionsNoTimeIsKnown() {
    ledger.failed();
    ledger.lost();
    ledger.lost();
    LoadReading reading = ledger.reading(6 * SECOND_NANOS);
    assertThat(reading.errors()).isEqualTo(1);
    assertThat(reading.losses()).isEqualTo(2);
    assertThat(reading.meanNanos()).isEmpty();
    assertThat(reading.p50Nanos()).isEmpty();
    assertThat(reading.p95Nanos()).isEmpty();
  }

  /** Four clients, two statements each time, and readings as fast as they can be made. */
  @Test
  void eachTransactionIsInOneReadingWithItsStatementsAndItsTime() throws Exception {
    AtomicInteger atWork = new AtomicInteger(4);
    List<Thread> clients = new ArrayList<>();
    for (int client = 0; client < 4; client++) {
      clients.add(
          new Thread(() -> {
            for (int i = 0; i < 50_000; i++) {
              ledger.done(MILLI_NANOS, 2);
            }
            atWork.decrementAndGet();
          }));
    }
    clients.forEach(Thread::start);
    long transactions = 0;
    boolean last;
    do {
      last = atWork.get() == 0;
      LoadReading reading = ledger.reading(6 * SECOND_NANOS);
      transactions += reading.transactions();
      assertThat(reading.questions()).isEqualTo(2 * reading.transactions());
      assertThat(reading.p50Nanos().isPresent()).isEqualTo(reading.transactions() > 0);
      if (reading.transactions() > 0) {
        assertThat(reading.meanNanos()).hasValue(MILLI_NANOS);
      }
    } while (!last);
    assertThat(transactions).isEqualTo(200_000);
    for (Thread client : clients) {
      client.join();
    }
  }

  @Test
  void nothingPerSecondInNoTime() {
    LoadReading reading = ledger.reading(5 * SECOND_NANOS);
    assertThat(reading.transactionsPerSecond()).isZero();
    assertThat(reading.questionsPerSecond()).isZero();
  }
}
