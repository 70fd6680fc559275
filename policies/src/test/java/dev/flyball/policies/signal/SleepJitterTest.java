package dev.flyball.policies.signal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.policy.Advice;
import dev.flyball.policy.Life;
import dev.flyball.policy.Seen;
import dev.flyball.policy.Signals;
import dev.flyball.policy.catalogue.Policies;
import java.util.List;
import org.junit.jupiter.api.Test;

class SleepJitterTest {

  /** The sizes on 4 cores where a sleeper's deviation is 0.1 ms for each worker. */
  private static List<Integer> run(int start, double millisPerWorker, int tasks, int windows) {
    return Life.of(
            Policies.parse("sleep-jitter"),
            start,
            windows,
            (window, size) -> {
              int busy = Math.min(size, tasks);
              return Seen.idle()
                  .at(1.5 * window, 1.5)
                  .workers(size)
                  .busy(busy)
                  .queue(tasks - busy, tasks - busy)
                  .signal(Signals.OVERSLEEP_DEVIATION_MILLIS, millisPerWorker * busy)
                  .build();
            })
        .sizes();
  }

  @Test
  void stepsGrowWithTheirRun() {
    assertThat(run(10, 0, 1000, 6)).containsExactly(11, 13, 16, 21, 27, 35);
    assertThat(run(100, 1, 1000, 6)).containsExactly(99, 97, 94, 89, 83, 75);
  }

  @Test
  void endsAtAHundredTimesTheCoresAndAtHalfOfThem() {
    assertThat(run(10, 0, 1000, 60)).last().isEqualTo(400);
    assertThat(run(100, 10, 1000, 60)).last().isEqualTo(2);
  }

  @Test
  void comesToRestBetweenTheThresholdsFromEveryStart() {
    for (int start = 1; start <= 256; start *= 2) {
      // 0.5 to 0.8 ms is 50 to 80 workers.
      List<Integer> sizes = run(start, 0.01, 1000, 200);
      assertThat(sizes.subList(150, 200)).as("from %d", start).allMatch(s -> s >= 50 && s <= 80);
    }
  }

  @Test
  void growsOnlyUnderLoad() {
    assertThat(run(10, 0, 7, 20)).as("7 tasks for 10 workers").containsOnly(10);
    assertThat(run(10, 0, 8, 20)).as("8 tasks are a load of 0.8, and of 0.73").containsOnly(11);
  }

  @Test
  void keepsHalfTheCoresBeyondTheBlockedWorkers() {
    Seen seen =
        Seen.idle()
            .at(0, 1.5)
            .workers(30)
            .busy(30)
            .sensors(15, 0)
            .signal(Signals.OVERSLEEP_DEVIATION_MILLIS, 5);
    Advice advice = Policies.parse("sleep-jitter").advise(seen.build());
    assertThat(advice.workers()).isEqualTo(29);
    Advice small = Policies.parse("sleep-jitter").advise(seen.workers(10).build());
    assertThat(small.workers()).as("20 are blocked").isEqualTo(22);
  }

  @Test
  void saysWhichSignalIsMissing() {
    Advice advice =
        Policies.parse("sleep-jitter").advise(Seen.idle().at(0, 1.5).workers(7).build());
    assertThat(advice.workers()).isEqualTo(7);
    assertThat(advice.why())
        .isEqualTo("stays at 7: the signal oversleepDeviationMillis is not measured here");
  }
}
