package dev.flyball.policies.law;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.policy.Advice;
import dev.flyball.policy.Life;
import dev.flyball.policy.PollInterval;
import dev.flyball.policy.Seen;
import dev.flyball.policy.catalogue.Policies;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tasks that compute for a share of their time, always enough of them, on a number of cores. */
class CpuShareTest {

  private static final String OURS = "cpu-share(fill=true,tolerance=0.05,base=4)";

  private static List<Integer> run(
      String specification, int start, double share, double cores, int tasks) {
    return Life.of(
            Policies.parse(specification),
            start,
            300,
            (window, size) -> {
              int busy = Math.min(size, tasks);
              double used = Math.min(cores, busy * share);
              return Seen.idle()
                  .at(window * 0.3, 0.3)
                  .workers(size)
                  .cores(cores)
                  .busy(busy)
                  .queue(tasks - busy, tasks - busy)
                  .sensors(used * 0.3, 0)
                  .build();
            })
        .sizes();
  }

  /** The load of Figure 6, on more cores than the four that are to be used. */
  @Test
  void asPublishedItAddsTheUnusedShareOfItsSize() {
    assertThat(run("cpu-share(base=4)", 4, 4.0 / 9, 16, 1000).subList(0, 5))
        .containsExactly(6, 8, 8, 8, 8);
    assertThat(run("cpu-share(base=4)", 4, 0.1, 16, 1000).subList(0, 4))
        .containsExactly(7, 12, 20, 30);
  }

  @Test
  void asPublishedItRemovesByTheSameRuleAndNothingIsAddedWithoutAQueue() {
    // 10 of 4 cores used: 1.5 times the size too many; the program throws there.
    assertThat(run("cpu-share(base=4)", 20, 0.5, 16, 1000).get(0)).isEqualTo(4);
    // 5 of 4 cores used: a quarter too many, of 5 and of 7.
    assertThat(run("cpu-share(base=4)", 7, 5 / 7.0, 16, 1000).get(0)).isEqualTo(6);
    assertThat(run("cpu-share(base=4)", 5, 1, 16, 1000).get(0)).isEqualTo(4);
    assertThat(run("cpu-share(base=4)", 4, 0.5, 16, 4)).containsOnly(4);
    assertThat(run("cpu-share(base=4)", 4, 0.5, 16, 0)).containsOnly(4);
  }

  @Test
  void aSmallerPoolIsBroughtToTheBase() {
    assertThat(run("cpu-share(base=4)", 1, 1, 16, 1000)).containsOnly(4);
    assertThat(run("cpu-share", 8, 1, 16, 1000)).containsOnly(16);
  }

  @Test
  void isAskedOnceInItsInterval() {
    assertThat(Policies.parse("cpu-share(interval=250ms)").nextPoll())
        .hasValue(new PollInterval(250_000_000, 250_000_000));
    assertThat(Policies.parse("cpu-share(interval=2s)").nextPoll()).isEmpty();
  }

  @Test
  void addsAsManyAsWouldUseTheCoresThatTheBaseLeavesIdle() {
    assertThat(run(OURS, 4, 0.5, 8, 1000).subList(0, 3)).containsExactly(8, 8, 8);
  }

  @Test
  void doublesAtMost() {
    assertThat(run(OURS, 4, 0.1, 8, 1000).subList(0, 5)).containsExactly(8, 16, 32, 40, 40);
  }

  @ParameterizedTest
  @CsvSource({
    // base, share of its time a task computes, cores -> workers
    "4,    0.5,  8, 8", // the source's tasks: 32 of them in half the time, 36.0 and 19.0 s
    "4,    0.25, 8, 16",
    "4,    1,    8, 4",
    "4,    0.5,  2, 4", // two cores are all there is: the goal ends there
    "none, 0.5,  8, 16",
    "none, 0.1,  2, 20",
    "none, 0.5,  0.5, 1", // half a core of quota
  })
  void comesToRestWhereTheBasesCoresAreUsed(String base, double share, double cores, int workers) {
    List<Integer> sizes =
        run("cpu-share(fill=true,tolerance=0.05,base=" + base + ")", 1, share, cores, 1000);
    assertThat(sizes.subList(100, 300)).containsOnly(workers);
  }

  @Test
  void releasesWhenOverTheGoalButNeverBelowTheBase() {
    assertThat(run(OURS, 20, 0.5, 8, 1000)).last().isEqualTo(8);
    assertThat(run(OURS, 20, 1, 8, 1000)).last().isEqualTo(4);
  }

  @Test
  void tasksThatOnlyWaitGetAWorkerEach() {
    assertThat(run(OURS, 4, 0, 8, 100)).last().isEqualTo(100);
  }

  @Test
  void saysWhichSensorIsMissing() {
    Advice advice = Policies.parse("cpu-share").advise(Seen.steady(10, 0.5).workers(7).build());
    assertThat(advice.workers()).isEqualTo(7);
    assertThat(advice.why())
        .isEqualTo("stays at 7: the CPU time of the workers is not measured here");
  }
}
