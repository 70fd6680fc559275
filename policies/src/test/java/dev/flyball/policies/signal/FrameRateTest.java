package dev.flyball.policies.signal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.policy.Advice;
import dev.flyball.policy.Life;
import dev.flyball.policy.Seen;
import dev.flyball.policy.Signals;
import dev.flyball.policy.catalogue.Policies;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A user interface that draws 60 frames a second as long as no more than 55 workers run. */
class FrameRateTest {

  private static final int BEARS = 55;

  /** Beyond 55 workers the frames are shared out: at 110 half of them are left. */
  private static double frames(int busy) {
    return busy <= BEARS ? 60 : 60.0 * BEARS / busy;
  }

  private static List<Integer> run(String specification, int start, int tasks, int seconds) {
    return Life.of(
            Policies.parse(specification),
            start,
            seconds,
            (second, size) -> {
              int busy = Math.min(size, tasks);
              return Seen.idle()
                  .at(second, 1)
                  .workers(size)
                  .busy(busy)
                  .queue(tasks - busy, tasks - busy)
                  .signal(Signals.FRAMES_PER_SECOND, frames(busy))
                  .build();
            })
        .sizes();
  }

  @Test
  void rampsFastRetreatsSlowlyThenProbes() {
    List<Integer> sizes = run("frame-rate", 4, 1000, 40);
    assertThat(sizes.subList(0, 4)).containsExactly(8, 16, 32, 64);
    assertThat(sizes.subList(4, 13)).containsExactly(63, 62, 61, 60, 59, 58, 57, 56, 55);
    assertThat(sizes.subList(13, 23))
        .as("the retreat is over, and ten seconds pass")
        .containsOnly(55);
    assertThat(sizes.get(23)).isEqualTo(56);
    assertThat(sizes.get(24)).isEqualTo(55);
    assertThat(sizes.subList(25, 35)).containsOnly(55);
    assertThat(sizes.get(35)).isEqualTo(56);
  }

  @Test
  void comesToTheSameSizeFromEveryStart() {
    for (int start = 1; start <= 512; start *= 2) {
      List<Integer> sizes = run("frame-rate", start, 1000, 600);
      assertThat(sizes.subList(500, 600)).as("from %d", start).allMatch(s -> s == 55 || s == 56);
    }
  }

  @Test
  void neverHasMoreWorkersThanTasks() {
    assertThat(run("frame-rate", 4, 20, 60)).last().isEqualTo(20);
    assertThat(run("frame-rate", 4, 4, 60)).containsOnly(4);
    assertThat(run("frame-rate", 40, 0, 60)).containsOnly(40);
  }

  @Test
  void goesDownToOneWorkerWhenTheFramesStayAway() {
    assertThat(run("frame-rate(target=61)", 16, 1000, 60)).last().isEqualTo(1);
    assertThat(run("frame-rate(target=59.9)", 16, 1000, 60)).last().isNotEqualTo(1);
  }

  @Test
  void saysWhichSignalIsMissing() {
    Advice advice = Policies.parse("frame-rate").advise(Seen.idle().workers(7).build());
    assertThat(advice.workers()).isEqualTo(7);
    assertThat(advice.why())
        .isEqualTo("stays at 7: the signal framesPerSecond is not measured here");
    Advice broken =
        Policies.parse("frame-rate")
            .advise(Seen.idle().signal(Signals.FRAMES_PER_SECOND, Double.NaN).build());
    assertThat(broken.why()).contains("is not measured here");
  }
}
