package dev.flyball.policies.limit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.policies.law.PaperLoad;
import dev.flyball.policies.law.VirtualPool;
import dev.flyball.policy.Advice;
import dev.flyball.policy.CurvePlant;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Quantiles;
import dev.flyball.policy.Seen;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.catalogue.Policies;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueueSojournTest {

  private static Seen standing(double start, double window, int workers) {
    return Seen.idle()
        .at(start, window)
        .workers(workers)
        .busy(workers)
        .flow(100, 100, 100)
        .waits(100)
        .queue(10_000, 10_000);
  }

  /** The times at which a worker was added, with windows of a tenth of a millisecond. */
  @Test
  void addsByTheControlLaw() {
    SizingPolicy policy = Policies.parse("queue-sojourn(interval=100ms)");
    List<Integer> sizes = new ArrayList<>();
    int size = 1;
    for (int i = 0; i < 20; i++) {
      Advice advice = policy.advise(standing(i * 0.1, 0.1, size).build());
      policy = advice.next();
      size = advice.workers();
      sizes.add(size);
    }
    // Due at 0.1, 0.2, 0.271, 0.328, 0.378, 0.423, 0.464, 0.502, 0.537, 0.571, 0.602 ... seconds.
    assertThat(sizes.subList(0, 6)).containsExactly(2, 3, 4, 6, 8, 11);
    assertThat(sizes.get(9)).isEqualTo(28);
    assertThat(sizes.get(19)).isEqualTo(106);
  }

  @Test
  void aLongWindowIsOneIntervalInWhichAllThatIsDueComes() {
    Advice second = Policies.parse("queue-sojourn").advise(standing(0, 1, 1).build());
    assertThat(second.workers()).isEqualTo(28);
    Advice next = second.next().advise(standing(1, 1, 28).build());
    assertThat(next.workers()).isEqualTo(106);
    Advice hour = Policies.parse("queue-sojourn").advise(standing(0, 3600, 1).build());
    assertThat(hour.workers()).as("but at most 1000 at a time").isEqualTo(1001);
  }

  @ParameterizedTest
  @CsvSource({
    // queue at the end, started, waits s -> least wait ms
    "0,   100, 10,   0", // whoever came last would not have waited
    "10,  100, 10,   100", // 10 / 100 per s; the mean is 100 ms as well
    "10,  100, 1,    10", // the mean
    "1,   100, 10,   10", // the end of the queue
    "0,   0,   0,    0",
  })
  void takesTheLeastOfWhatTheWindowVouchesFor(long queue, long started, double waits, long millis) {
    Seen seen = Seen.idle().flow(started, started, started).waits(waits).queue(0, queue);
    assertThat(QueueSojourn.leastWaitNanos(seen.build())).isEqualTo(millis * 1_000_000);
  }

  @Test
  void theMedianWaitVouchesToo() {
    Observation seen =
        Seen.idle()
            .flow(100, 100, 100)
            .waits(10)
            .queue(0, 10)
            .waitQuantiles(Quantiles.of(100, 7_000_000, 1, 1, 1, 1))
            .build();
    assertThat(QueueSojourn.leastWaitNanos(seen)).isEqualTo(7_000_000);
  }

  @Test
  void aQueueOfWhichNothingWasStartedIsTooLong() {
    Seen stuck = Seen.idle().workers(4).busy(4).queue(3, 3).flow(3, 0, 0);
    Advice advice = Policies.parse("queue-sojourn").advise(stuck.build());
    assertThat(advice.workers()).as("a worker for each, no more").isEqualTo(7);
    assertThat(advice.why()).startsWith("no queued task was started, above 5.0 ms: 3 more");
  }

  @Test
  void aBurstThatIsGoneWithinTheIntervalAddsNothing() {
    SizingPolicy policy = Policies.parse("queue-sojourn(interval=100ms)");
    for (int i = 0; i < 100; i++) {
      Seen seen = i % 10 < 9 ? standing(i * 0.01, 0.01, 5) : Seen.idle().at(i * 0.01, 0.01);
      Advice advice = policy.advise(seen.workers(5).busy(5).build());
      assertThat(advice.workers()).isEqualTo(5);
      policy = advice.next();
    }
  }

  @Test
  void givesUpAnIdleWorkerInASecondAndGoesOnNearWhereTheCountWas() {
    SizingPolicy policy = Policies.parse("queue-sojourn").advise(standing(0, 1, 1).build()).next();
    Advice calm = policy.advise(Seen.idle().at(1, 1).workers(28).busy(20).build());
    assertThat(calm.workers()).isEqualTo(27);
    Advice again = calm.next().advise(standing(2, 1, 27).build());
    assertThat(again.workers() - 27)
        .as("the count goes on, so more than the 27 of a first second")
        .isGreaterThan(60);
    Advice full = calm.next().advise(Seen.idle().at(2, 1).workers(27).busy(26.5).build());
    assertThat(full.workers()).as("no worker is idle on average").isEqualTo(27);
  }

  @Test
  void onAPlateauItGrowsUntilTheWaitIsBehindTheWorkers() {
    // 100 clients, a plateau of 32: what waits in the queue or in service is the same.
    CurvePlant plant = new CurvePlant(CurvePlant.RISING_THEN_FLAT::linear, 0, 1, 100);
    assertThat(plant.run(Policies.parse("queue-sojourn"), 8, 60, 1)).last().isEqualTo(100);
  }

  @Test
  void comesDownToThePapersLoadFromAnOvershoot() {
    VirtualPool.Outcome outcome =
        VirtualPool.run(PaperLoad.poisson(100, 120, 1), Policies.parse("queue-sojourn"), 10, 1);
    // 100 tasks/s of 1.144 s keep 114.4 workers busy.
    assertThat(outcome.sizes().subList(80, 110)).allMatch(size -> size > 105 && size < 160);
  }
}
