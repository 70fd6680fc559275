package dev.flyball.policies.signal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.policy.Advice;
import dev.flyball.policy.Life;
import dev.flyball.policy.Observation;
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

  private static final int TICKS_PER_SECOND = 10;

  private static List<Integer> run(String specification, int start, int tasks, int seconds) {
    return Life.of(
            Policies.parse(specification),
            start,
            seconds * TICKS_PER_SECOND,
            (tick, size) -> {
              int busy = Math.min(size, tasks);
              return seen(tick, size, busy, tasks - busy, frames(busy));
            })
        .sizes();
  }

  private static Observation seen(int tick, int size, int busy, int waiting, double frames) {
    return Seen.idle()
        .at((double) tick / TICKS_PER_SECOND, 1.0 / TICKS_PER_SECOND)
        .workers(size)
        .busy(busy)
        .queue(waiting, waiting)
        .signal(Signals.FRAMES_PER_SECOND, frames)
        .build();
  }

  /** The size after the tick in which so many seconds are over. */
  private static int at(List<Integer> sizes, double seconds) {
    return sizes.get((int) Math.round(seconds * TICKS_PER_SECOND) - 1);
  }

  @Test
  void addsOneEachHalfSecondUntilFramesWereLostForTwoAndAHalfSeconds() {
    List<Integer> sizes = run("frame-rate", 4, 1000, 40);
    assertThat(at(sizes, 0.4)).isEqualTo(4);
    assertThat(at(sizes, 0.5)).isEqualTo(5);
    assertThat(at(sizes, 1)).isEqualTo(6);
    assertThat(at(sizes, 26)).as("more than the window bears").isEqualTo(56);
    assertThat(at(sizes, 28)).as("it has lost frames for 2.4 s with the next tick").isEqualTo(60);
    assertThat(at(sizes, 28.5)).as("2.5 s: no more are added").isEqualTo(60);
    assertThat(List.of(at(sizes, 29), at(sizes, 30), at(sizes, 31), at(sizes, 32)))
        .containsExactly(59, 58, 57, 56);
    assertThat(at(sizes, 33)).isEqualTo(55);
  }

  @Test
  void thenAddsOneEachFiveSecondsAndTakesItBackWhenItLostFramesForLongEnough() {
    List<Integer> sizes = run("frame-rate", 4, 1000, 300);
    assertThat(sizes.subList(400, 3000)).allMatch(size -> size >= 53 && size <= 56);
    assertThat(sizes.subList(400, 3000)).contains(55, 56);
  }

  @Test
  void aShortLossIsNone() {
    List<Integer> sizes =
        Life.of(
                Policies.parse("frame-rate"),
                8,
                100,
                (tick, size) -> seen(tick, size, size, 100, tick % 60 < 24 ? 40 : 60))
            .sizes();
    assertThat(sizes).last().isEqualTo(8 + 20);
  }

  /** Tasks of five seconds: workers that are too many go on running, and are counted. */
  @Test
  void cutsFromWhatStillRunsAndNotFromWhatItAskedFor() {
    FrameRate losing =
        new FrameRate(
            new FrameRate.Setting(59, 2_500_000_000L, 500_000_000, 1_000_000_000, 5_000_000_000L),
            900_000_000,
            3_000_000_000L,
            true);
    Advice advice =
        losing.advise(
            Seen.idle()
                .at(0.9, 0.1)
                .workers(8)
                .alive(12)
                .busy(12)
                .queue(9, 9)
                .signal(Signals.FRAMES_PER_SECOND, 30)
                .build());
    assertThat(advice.workers()).as("12 run, 8 were asked for").isEqualTo(11);
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

  @Test
  void thePresetIsTheDefaultOfTheCatalogue() {
    assertThat(Policies.parse("frame-rate")).isEqualTo(FrameRate.asPublished());
  }
}
