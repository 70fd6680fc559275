package dev.flyball.lab.bench;

import static dev.flyball.lab.bench.Situations.MILLIS;
import static dev.flyball.lab.bench.Situations.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.sim.scenario.Source;
import dev.flyball.sim.workload.TimeLaw;
import org.junit.jupiter.api.Test;

class ClientsTest {

  /** A run that began so long ago that everything below is over already. */
  private final RunClock clock = new RunClock(System.nanoTime() - 100 * SECOND);

  private static Clients thinking(int clients, long millis, int first) {
    return new Clients(
        new Source.Closed(clients, new TimeLaw.Constant(millis * MILLIS)), 1, first, 0);
  }

  @Test
  void eachThinksBeforeItsFirstTaskAndAfterEachOther() {
    Clients clients = thinking(2, 7, 0);
    assertThat(clients.awaitNext(clock, SECOND)).isEqualTo(7 * MILLIS);
    assertThat(clients.take()).isZero();
    assertThat(clients.awaitNext(clock, SECOND)).isEqualTo(7 * MILLIS);
    assertThat(clients.take()).isEqualTo(1);
    clients.comeBack(1, 50 * MILLIS, false);
    assertThat(clients.awaitNext(clock, SECOND)).isEqualTo(57 * MILLIS);
  }

  @Test
  void whoWasTurnedAwayPausesForAMoment() {
    Clients clients = thinking(1, 0, 0);
    clients.awaitNext(clock, SECOND);
    clients.take();
    clients.comeBack(0, 50 * MILLIS, true);
    assertThat(clients.awaitNext(clock, SECOND)).isEqualTo(60 * MILLIS);
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
