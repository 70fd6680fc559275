package dev.flyball.lab.race;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.lab.bench.Agreement;
import dev.flyball.lab.race.RaceExperiment.RealLaps;
import dev.flyball.sim.Contender;
import dev.flyball.sim.scenario.Scenario;
import dev.flyball.sim.scenario.Scenarios;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Laps in real time: what is asked of them while one is on its way. */
class RealLapsTest {

  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void theDoubtsDoNotWaitForALapOnItsWay() throws InterruptedException {
    Scenario scenario = Agreement.onThisMachine(Scenarios.named("sine"));
    CountDownLatch onItsWay = new CountDownLatch(1);
    CountDownLatch asked = new CountDownLatch(1);
    Contender slow =
        Contender.of(
            "slow",
            (pool, plan, host, seed) -> {
              onItsWay.countDown();
              await(asked);
              throw new IllegalStateException("enough");
            });
    RealLaps laps = new RealLaps();
    FutureTask<?> lap = new FutureTask<>(() -> laps.run(scenario, 1, slow));
    Thread runs = new Thread(lap, "lap");
    runs.setDaemon(true);
    runs.start();
    onItsWay.await();
    assertThat(laps.warnings).isEmpty();
    asked.countDown();
    try {
      lap.get();
    } catch (ExecutionException e) {
      assertThat(e).hasRootCauseMessage("enough");
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
