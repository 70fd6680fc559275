package dev.flyball.lab.bench;

import static dev.flyball.lab.bench.Situations.MILLI_IN_NANOS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.lab.harness.HostCalibration;
import dev.flyball.sim.scenario.Behind;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Times are asserted from below only: a busy machine makes calls later, never earlier than the
 * timers' lateness that the bench makes up for.
 */
@Timeout(60)
class DownstreamTest {

  private final HostCalibration calibration = HostCalibration.here();

  private static FutureTask<Long> start(Downstream downstream, long nanos) {
    FutureTask<Long> call =
        new FutureTask<>(() -> {
          downstream.call(nanos);
          return System.nanoTime();
        });
    Thread thread = new Thread(call, "caller");
    thread.setDaemon(true);
    thread.start();
    return call;
  }

  /** How long so many calls at once take, from the first to the last. */
  private long together(Behind behind, int calls, long millis)
      throws InterruptedException, ExecutionException {
    Downstream downstream = Downstream.of(behind);
    long startNanos = System.nanoTime();
    List<FutureTask<Long>> started = new ArrayList<>();
    for (int call = 0; call < calls; call++) {
      started.add(start(downstream, millis * MILLI_IN_NANOS));
    }
    long endNanos = startNanos;
    for (FutureTask<Long> call : started) {
      endNanos = Math.max(endNanos, call.get());
    }
    return endNanos - startNanos + calibration.latenessNanos();
  }

  @Test
  void callsQueueForServers() throws Exception {
    assertThat(together(new Behind.Servers("db", 1), 8, 5))
        .isGreaterThanOrEqualTo(40 * MILLI_IN_NANOS);
    assertThat(together(new Behind.Servers("db", 4), 8, 20))
        .isGreaterThanOrEqualTo(40 * MILLI_IN_NANOS);
  }

  @Test
  void callsSlowEachOtherDownWhereItCollapses() throws Exception {
    Behind.Collapse law = new Behind.Collapse("db", 1, 1e-9); // n at once: each at 1/n
    assertThat(together(law, 5, 20)).isGreaterThanOrEqualTo(80 * MILLI_IN_NANOS);
  }

  @Test
  void callsAreLetThroughAtTheirRate() throws Exception {
    assertThat(together(new Behind.RateLimit("api", 100), 6, 0))
        .isGreaterThanOrEqualTo(50 * MILLI_IN_NANOS);
  }

  @Test
  void whoHoldsTheLockComputes() throws Exception {
    assertThat(together(new Behind.Lock("lock"), 5, 4)).isGreaterThanOrEqualTo(18 * MILLI_IN_NANOS);
  }

  @Test
  void aHungCallGoesOnWhenTheDownstreamRecovers() throws Exception {
    for (Behind behind :
        List.of(new Behind.Servers("db", 2), Behind.Collapse.peakingAt("db", 10, 0.1))) {
      Downstream downstream = Downstream.of(behind);
      downstream.speed(0);
      FutureTask<Long> call = start(downstream, MILLI_IN_NANOS);
      calibration.pause(30 * MILLI_IN_NANOS);
      assertThat(call.isDone()).isFalse();
      downstream.speed(1);
      assertThat(call.get()).isPositive();
    }
  }

  @Test
  void aChangeOfSpeedCountsForCallsUnderWay() throws Exception {
    Downstream downstream = Downstream.of(new Behind.Servers("db", 1));
    downstream.speed(0.001);
    FutureTask<Long> call = start(downstream, 3_600_000 * MILLI_IN_NANOS);
    calibration.pause(5 * MILLI_IN_NANOS);
    downstream.speed(1e9);
    assertThat(call.get()).isPositive();
  }

  @Test
  void shorterCallsLeaveBeforeLongerOnes() throws Exception {
    Downstream downstream = Downstream.of(new Behind.Servers("db", 3));
    FutureTask<Long> hour = start(downstream, 3_600_000 * MILLI_IN_NANOS);
    assertThat(start(downstream, 10 * MILLI_IN_NANOS).get()).isPositive();
    assertThat(hour.isDone()).isFalse();
    downstream.speed(1e9);
    assertThat(hour.get()).isPositive();
  }

  @Test
  void whoIsInterruptedLeavesAndOthersGoOn() throws Exception {
    Downstream downstream = Downstream.of(new Behind.Servers("db", 2));
    CountDownLatch left = new CountDownLatch(1);
    Thread hung =
        new Thread(() ->
            assertThatThrownBy(() -> downstream.call(600_000 * MILLI_IN_NANOS))
                .isInstanceOf(InterruptedException.class)
                .satisfies(e -> left.countDown()));
    hung.start();
    hung.interrupt();
    left.await();
    assertThat(start(downstream, MILLI_IN_NANOS).get()).isPositive();
  }
}
