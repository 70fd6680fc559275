package dev.flyball.policies.law;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.policy.Advice;
import dev.flyball.policy.Life;
import dev.flyball.policy.Observation;
import dev.flyball.policy.PollInterval;
import dev.flyball.policy.Seen;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.catalogue.Policies;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The average that leans forward, by hand; and what its improvements change. */
class MovingAverageTest {

  /** Windows of an interval, in which so many workers run a task and none waits. */
  private static List<Integer> sizes(String specification, double window, double... tasks) {
    return Life.of(
            Policies.parse(specification),
            1,
            tasks.length,
            (i, size) -> Seen.idle().at(i * window, window).workers(size).busy(tasks[i]).build())
        .sizes();
  }

  @Test
  void foretellsThatARiseGoesOnAndThatAFallDoesNot() {
    // S: 5, 12.5, 21.25, 15.625, 12.8125; S': 10 + 10, 20 + 15, 30 + 17.5, then S
    assertThat(sizes("moving-average", 0.5, 10, 20, 30, 10, 10))
        .containsExactly(20, 35, 48, 16, 13);
  }

  @Test
  void isTwoIntervalsAheadOfARampWhereThePlainAverageLags() {
    double[] ramp = new double[40];
    for (int i = 0; i < ramp.length; i++) {
      ramp[i] = 10 + 4 * i;
    }
    // S lags by 4 * (1 - alpha) / alpha = 4, and the one before it by 8: so t + 8.
    assertThat(sizes("moving-average", 0.5, ramp).get(39)).isEqualTo(10 + 4 * 39 + 8);
    // With alpha 1 there is no lag, and the foretold tasks are those of the next interval.
    List<Integer> quick = sizes("moving-average(alpha=1)", 0.5, ramp);
    assertThat(quick.get(38)).isEqualTo((int) ramp[39]);
  }

  @Test
  void growsFromOneWorkerWhileAllAreBusyAndStaysWhereTheAverageHasCaughtUp() {
    List<Integer> sizes =
        Life.of(
                Policies.parse("moving-average"),
                1,
                40,
                (i, size) ->
                    Seen.idle()
                        .at(i * 0.5, 0.5)
                        .workers(size)
                        .busy(Math.min(size, 20))
                        .queue(5, i < 20 ? 5 : 500)
                        .build())
            .sizes();
    assertThat(sizes.subList(0, 5)).containsExactly(2, 4, 7, 11, 17);
    // Only 20 find work for a while; then all wait, but it sees no more than 20 threads.
    assertThat(sizes.get(39)).isEqualTo(20);
  }

  @Test
  void keepsAWorkerForEachTaskWhateverWasForetoldWhereItIsSaid() {
    Observation waiting = Seen.idle().workers(10).busy(4).queue(1, 25).build();
    Advice advice = Policies.parse("moving-average(each-task=true)").advise(waiting);
    assertThat(advice.workers()).as("10 alive, all busy, and 25 queued").isEqualTo(35);
    Advice collecting =
        Policies.parse("moving-average(each-task=true,interval=10s)").advise(waiting);
    assertThat(collecting.workers()).as("within the interval, too").isEqualTo(35);
    assertThat(collecting.why()).startsWith("collecting 1.000 of 10.000 s");
    assertThat(Policies.parse("moving-average").advise(waiting).workers())
        .as("as published: 4 + 4, and twice as far, for the window was of two intervals")
        .isEqualTo(8);
  }

  @Test
  void isAskedOnceInItsIntervalAndAtOnceWhereWaitingTasksCount() {
    assertThat(Policies.parse("moving-average").nextPoll())
        .hasValue(new PollInterval(500_000_000, 500_000_000));
    assertThat(Policies.parse("moving-average(interval=2s,immediate=true)").nextPoll())
        .hasValue(new PollInterval(2_000_000_000L, 100_000_000));
    assertThat(Policies.parse("moving-average(interval=5ms,each-task=true)").nextPoll())
        .hasValue(new PollInterval(5_000_000, 5_000_000));
  }

  @Test
  void aStepOfAnotherLengthCountsAsManySteps() {
    // Two windows and alpha 0.5 are one of twice the length: 1 - 0.5^2 of the way to 20.
    String everySecond = "moving-average(interval=1s)";
    MovingAverage one = (MovingAverage) after(everySecond, Seen.idle().busy(20).at(1, 2));
    assertThat(one.average()).isEqualTo(15);
    MovingAverage two =
        (MovingAverage)
            after(everySecond, Seen.idle().busy(20).at(1, 1), Seen.idle().busy(20).at(2, 1));
    assertThat(two.average()).isEqualTo(15);
  }

  private static SizingPolicy after(String specification, Seen... windows) {
    SizingPolicy policy = Policies.parse(specification);
    for (Seen seen : windows) {
      policy = policy.advise(seen.build()).next();
    }
    return policy;
  }

  @Test
  void theIntervalHalvesWhileTasksGrowRapidlyAndDoublesBack() {
    SizingPolicy policy = Policies.parse("moving-average(interval=800ms,fastest=200ms)");
    List<Long> millis = new ArrayList<>();
    for (double tasks : new double[] {10, 10, 13, 17, 22, 22, 22, 22}) {
      long before = ((MovingAverage) policy).intervalNanos();
      // One window of just the interval's length.
      policy = policy.advise(Seen.idle().at(0, before / 1e9).busy(tasks).build()).next();
      millis.add(((MovingAverage) policy).intervalNanos() / 1_000_000);
    }
    assertThat(millis).containsExactly(800L, 800L, 400L, 200L, 200L, 400L, 800L, 800L);
  }

  @Test
  void tasksThatFindNoWorkerEndTheIntervalWhereItIsImmediate() {
    Seen waiting = Seen.idle().at(0, 0.1).workers(10).busy(10).queue(5, 5);
    Advice later = Policies.parse("moving-average(each-task=true)").advise(waiting.build());
    Advice now =
        Policies.parse("moving-average(each-task=true,immediate=true)").advise(waiting.build());
    assertThat(later.why()).startsWith("collecting");
    assertThat(now.why()).startsWith("15.0 tasks in the system, the average goes from 0.0 to 1.9");
  }

  @Test
  void theRiseAfterAnIntervalCutShortIsForetoldOnce() {
    // S is 5, then a tenth of a second with 10 busy: 10 + (10 - 5), not five times the difference.
    SizingPolicy half = after("moving-average(immediate=true)", Seen.idle().busy(10).at(0, 0.5));
    Seen waiting = Seen.idle().at(0.5, 0.1).workers(10).busy(10).queue(5, 5);
    assertThat(half.advise(waiting.build()).workers()).isEqualTo(15);
  }

  @Test
  void smallChangesAreSuppressed() {
    assertThat(sizes("moving-average(alpha=1)", 0.5, 100, 104, 97, 95, 70))
        .containsExactly(200, 108, 97, 95, 70);
    assertThat(sizes("moving-average(alpha=1,suppress=0.12)", 0.5, 100, 104, 97, 95, 70))
        .containsExactly(200, 108, 108, 95, 70);
  }

  @Test
  void followsThePapersLoadWithAWorkerForEachTask() {
    VirtualPool.Outcome outcome =
        VirtualPool.run(
            PaperLoad.poisson(100, 60, 1), Policies.parse("moving-average(each-task=true)"), 10, 1);
    // 100 tasks/s of 1.144 s keep 114.4 workers busy.
    assertThat(outcome.sizes().subList(10, 50)).allMatch(size -> size > 90 && size < 170);
    assertThat(outcome.p95Seconds()).isLessThan(2.3);
  }
}
