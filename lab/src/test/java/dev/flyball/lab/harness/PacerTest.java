package dev.flyball.lab.harness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.lab.harness.Clients.Turn;
import dev.flyball.lab.harness.Pacer.Plan;
import dev.flyball.sim.workload.TimeDistribution;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PacerTest {

  private static final long MILLI_IN_NANOS = 1_000_000;
  private static final long SECOND = 1_000 * MILLI_IN_NANOS;

  private static Clients thinking(int clients, long millis) {
    return new Clients(clients, new TimeDistribution.Constant(millis * MILLI_IN_NANOS), 1, 0);
  }

  @Test
  void eachClientThinksBeforeItsFirstTaskAndAfterEachOther() {
    Clients clients = thinking(2, 7);
    assertThat(clients.take()).isEqualTo(new Turn(7 * MILLI_IN_NANOS, 0));
    assertThat(clients.take()).isEqualTo(new Turn(7 * MILLI_IN_NANOS, 1));
    assertThat(clients.nextNanos()).isEqualTo(Long.MAX_VALUE);
    Pacer idle = new Pacer("idle", System::nanoTime, own -> {});
    clients.think(clients.turn(1, 50 * MILLI_IN_NANOS, false), idle);
    assertThat(clients.nextNanos()).isEqualTo(57 * MILLI_IN_NANOS);
  }

  @Test
  void aClientThatWasTurnedAwayPausesForAMoment() {
    Clients clients = thinking(1, 0);
    assertThat(clients.turn(0, 50 * MILLI_IN_NANOS, true).atNanos()).isEqualTo(60 * MILLI_IN_NANOS);
  }

  @Test
  void whatIsLateComesAtOnceAndWhatIsNotBeforeTheEndNever() {
    List<Long> came = new ArrayList<>();
    Pacer late = new Pacer("late", () -> 3 * SECOND, pacer -> {});
    Plan<Long> plan = Plan.of(List.of(0L, SECOND, 2 * SECOND).iterator(), at -> at);
    assertThat(late.pace(plan, 2 * SECOND, came::add)).isTrue();
    assertThat(came).containsExactly(0L, SECOND);
    late.close();
    assertThat(late.pace(plan, 3 * SECOND, came::add)).isFalse();
  }

  @Test
  void whatIsAddedMeanwhileWakesIt() throws InterruptedException {
    long beganNanos = System.nanoTime();
    Clients clients = thinking(1, 3_600_000);
    BlockingQueue<Turn> came = new LinkedBlockingQueue<>();
    Pacer pacer =
        new Pacer(
            "woken",
            () -> System.nanoTime() - beganNanos,
            own -> own.pace(clients, Long.MAX_VALUE, came::add));
    pacer.start();
    clients.think(new Turn(MILLI_IN_NANOS, 0), pacer);
    assertThat(came.take().atNanos()).isEqualTo(MILLI_IN_NANOS);
    pacer.close();
  }
}
