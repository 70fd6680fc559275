package dev.flyball.lab.bench;

import static dev.flyball.lab.bench.Situations.MILLI_IN_NANOS;
import static dev.flyball.lab.bench.Situations.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.sim.scenario.Source;
import dev.flyball.sim.workload.TimeDistribution;
import org.junit.jupiter.api.Test;

class ClientsTest {

  /** A run that began so long ago that everything below is over already. */
  private final RunClock clock = new RunClock(System.nanoTime() - 100 * SECOND);

  private static Clients thinking(int clients, long millis, int first) {
    return new Clients(
        new Source.Closed(clients, new TimeDistribution.Constant(millis * MILLI_IN_NANOS)),
        1,
        first,
        0);
  }

  @Test
  void eachThinksBeforeItsFirstTaskAndAfterEachOther() {
    Clients clients = thinking(2, 7, 0);
    assertThat(clients.awaitNext(clock, SECOND)).isEqualTo(7 * MILLI_IN_NANOS);
    assertThat(clients.take()).isZero();
    assertThat(clients.awaitNext(clock, SECOND)).isEqualTo(7 * MILLI_IN_NANOS);
    assertThat(clients.take()).isEqualTo(1);
    clients.comeBack(1, 50 * MILLI_IN_NANOS, false);
    assertThat(clients.awaitNext(clock, SECOND)).isEqualTo(57 * MILLI_IN_NANOS);
  }

  @Test
  void whoWasTurnedAwayPausesForAMoment() {
    Clients clients = thinking(1, 0, 0);
    clients.awaitNext(clock, SECOND);
    clients.take();
    clients.comeBack(0, 50 * MILLI_IN_NANOS, true);
    assertThat(clients.awaitNext(clock, SECOND)).isEqualTo(60 * MILLI_IN_NANOS);
  }

  @Test
  void clientsOfAnEarlierPhaseAreGone() {
    Clients clients = thinking(1, 0, 5);
    clients.awaitNext(clock, SECOND);
    clients.take();
    clients.comeBack(4, 0, false);
    clients.comeBack(6, 0, false);
    assertThat(clients.awaitNext(clock, SECOND)).isEqualTo(SECOND);
  }

  @Test
  void theEndOfThePhaseEndsTheWaiting() {
    Clients clients = thinking(1, 10_000, 0);
    assertThat(clients.awaitNext(clock, SECOND)).isEqualTo(SECOND);
    Clients forEver = thinking(1, 1_000_000, 0);
    forEver.wake();
    assertThat(forEver.awaitNext(clock, 900 * SECOND)).isEqualTo(900 * SECOND);
  }
}
