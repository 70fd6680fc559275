package dev.flyball.policies.law;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.policy.Advice;
import dev.flyball.policy.Life;
import dev.flyball.policy.Seen;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.catalogue.Policies;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The average that leans forward, by hand; and what its improvements change. */
class MovingAverageTest {

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
    // S: 10, 15, 22.5, 16.25, 13.125; S': 10, 20, 30, 16.25, 13.125
    assertThat(sizes("moving-average", 1, 10, 20, 30, 10, 10)).containsExactly(10, 20, 30, 17, 14);
  }

  @Test
  void leadsAlongARampWhereThePlainAverageLags() {
    double[] ramp = new double[40];
    for (int i = 0; i < ramp.length; i++) {
      ramp[i] = 10 + 4 * i;
    }
    // S lags by 4 * (1 - alpha) / alpha = 4, S' is ahead of S by 4: it is at the tasks themselves.
    // The cached pool beneath would need them now; the foretold ones are for the next interval.
    List<Integer> sizes = sizes("moving-average", 1, ramp);
    assertThat(sizes.get(39)).isEqualTo(10 + 4 * 39);
    // With alpha 1 there is no lag, and the foretold tasks are those of the next interval.
    List<Integer> quick = sizes("moving-average(alpha=1)", 1, ramp);
    assertThat(quick.get(38)).isEqualTo((int) ramp[39]);
  }

  @Test
  void keepsAWorkerForEachTaskWhateverWasForetold() {
    Advice advice =
        Policies.parse("moving-average")
            .advise(Seen.idle().workers(10).busy(4).queue(1, 25).build());
    assertThat(advice.workers()).as("10 alive, all busy, and 25 queued").isEqualTo(35);
    Advice collecting =
        Policies.parse("moving-average(interval=10s)")
            .advise(Seen.idle().workers(10).busy(4).queue(1, 25).build());
    assertThat(collecting.workers()).as("within the interval, too").isEqualTo(35);
    assertThat(collecting.why()).startsWith("collecting 1.000 of 10.000 s");
  }

  @Test
  void aStepOfAnotherLengthCountsAsManySteps() {
    // Two windows of 1 s and alpha 0.5 are one of 2 s: 10, then 1 - 0.5^2 of the way to 20.
    MovingAverage one =
        (MovingAverage)
            after("moving-average", Seen.idle().busy(10), Seen.idle().busy(20).at(1, 2));
    assertThat(one.average()).hasValue(17.5);
    MovingAverage two =
        (MovingAverage)
            after(
                "moving-average",
                Seen.idle().busy(10),
                Seen.idle().busy(20).at(1, 1),
                Seen.idle().busy(20).at(2, 1));
    assertThat(two.average()).hasValue(17.5);
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
    Advice later = Policies.parse("moving-average").advise(waiting.build());
    Advice now = Policies.parse("moving-average(immediate=true)").advise(waiting.build());
    assertThat(later.why()).startsWith("collecting");
    assertThat(now.why()).startsWith("15.0 tasks in the system, average 15.0");
  }

  @Test
  void smallChangesAreSuppressed() {
    assertThat(sizes("moving-average", 1, 100, 104, 97, 95, 70))
        .containsExactly(100, 104, 100, 98, 84);
    assertThat(sizes("moving-average(suppress=0.1)", 1, 100, 104, 97, 95, 70))
        .as("but a worker for each task there is")
        .containsExactly(100, 104, 104, 104, 84);
  }

  @Test
  void followsThePapersLoadWithAWorkerForEachTask() {
    VirtualPool.Outcome outcome =
        VirtualPool.run(PaperLoad.poisson(100, 60, 1), Policies.parse("moving-average"), 10, 1);
    // 100 tasks/s of 1.144 s keep 114.4 workers busy.
    assertThat(outcome.sizes().subList(10, 50)).allMatch(size -> size > 90 && size < 150);
    assertThat(outcome.p95Seconds()).isLessThan(2.3);
  }
}
