package dev.flyball.lab.peers;

import static org.assertj.core.api.Assertions.assertThat;

import com.netflix.concurrency.limits.limit.VegasLimit;
import dev.flyball.policy.Dice;
import dev.flyball.policy.Limits;
import dev.flyball.sim.Contender;
import dev.flyball.sim.Contender.Sizer;
import dev.flyball.sim.Contender.TaskLimit;
import dev.flyball.sim.Outcome;
import dev.flyball.sim.VirtualBench;
import dev.flyball.sim.scenario.Host;
import dev.flyball.sim.scenario.Kind;
import dev.flyball.sim.scenario.Kind.Step;
import dev.flyball.sim.scenario.Pool;
import dev.flyball.sim.scenario.Scenario;
import dev.flyball.sim.scenario.Source;
import dev.flyball.sim.workload.Arrivals;
import dev.flyball.sim.workload.TimeLaw;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The peers move where their papers say, within the pool's limits, and the same way every time. */
final class PeersTest {

  private static final long MILLI_NANOS = 1_000_000;
  private static final int INITIAL = 20;
  private static final int MAX = 50;

  @Test
  void haveTheNamesOfTheirRows() {
    assertThat(Peers.all())
        .extracting(Contender::name)
        .containsExactly("netflix-aimd", "netflix-vegas", "netflix-gradient2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"netflix-aimd", "netflix-vegas", "netflix-gradient2"})
  void growToThePoolsMaximumWhileServiceTimesStayAndTheLimitIsInUse(String name) {
    TaskLimit limit = limit(name, 1);
    assertThat(steady(limit, 1000, 100 * MILLI_NANOS, MAX)).isEqualTo(MAX);
  }

  @ParameterizedTest
  @ValueSource(strings = {"netflix-aimd", "netflix-vegas", "netflix-gradient2"})
  void stayWhileLessThanHalfOfTheLimitIsInUse(String name) {
    TaskLimit limit = limit(name, 1);
    assertThat(steady(limit, 100, 100 * MILLI_NANOS, INITIAL / 2 - 1)).isEqualTo(INITIAL);
  }

  @ParameterizedTest
  @ValueSource(strings = {"netflix-vegas", "netflix-gradient2"})
  void shrinkWhenServiceTimesGrow(String name) {
    TaskLimit limit = limit(name, 1);
    int before = steady(limit, 100, 100 * MILLI_NANOS, MAX);
    assertThat(steady(limit, 40, 1000 * MILLI_NANOS, MAX)).isLessThan(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"netflix-aimd", "netflix-vegas"})
  void shrinkWhenTasksFail(String name) {
    TaskLimit limit = limit(name, 1);
    int before = steady(limit, 10, 100 * MILLI_NANOS, INITIAL);
    assertThat(limit.ended(0, 100 * MILLI_NANOS, INITIAL, true)).isLessThan(before);
  }

  @Test
  void gradient2DoesNotCareForFailures() {
    TaskLimit sound = limit("netflix-gradient2", 1);
    TaskLimit failing = limit("netflix-gradient2", 1);
    for (int task = 0; task < 100; task++) {
      assertThat(failing.ended(task, MILLI_NANOS, INITIAL, true))
          .isEqualTo(sound.ended(task, MILLI_NANOS, INITIAL, false));
    }
  }

  @Test
  void aimdTakesATaskOfMoreThanFiveSecondsForADroppedOne() {
    TaskLimit limit = limit("netflix-aimd", 1);
    assertThat(limit.ended(0, 5_000 * MILLI_NANOS, INITIAL, false)).isEqualTo(INITIAL + 1);
    assertThat(limit.ended(0, 5_001 * MILLI_NANOS, INITIAL, false))
        .isEqualTo((int) ((INITIAL + 1) * 0.9));
    assertThat(steady(limit, 100, 6_000 * MILLI_NANOS, INITIAL)).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"netflix-aimd", "netflix-vegas", "netflix-gradient2"})
  void takeATaskOfNoLength(String name) {
    assertThat(limit(name, 1).ended(0, 0, 1, false)).isEqualTo(INITIAL);
  }

  @Test
  void vegasForgetsItsShortestTimeAfterAtMostThirtyTasksForEachWorker() {
    TaskLimit limit = limit("netflix-vegas", 1);
    limit.ended(0, 100 * MILLI_NANOS, 1, false); // so that what follows looks ten times too long
    assertThat(steady(limit, 10, 1000 * MILLI_NANOS, MAX)).isEqualTo(INITIAL - 10);
    assertThat(steady(limit, 2000, 1000 * MILLI_NANOS, MAX)).isEqualTo(MAX);
  }

  /** Between two probes, which only the seed decides on, it is the library's own object. */
  @Test
  void vegasIsTheLibrarysOwnUntilItsFirstProbe() {
    Dice dice = new Dice(7);
    TaskLimit peer = limit("netflix-vegas", 3);
    VegasLimit own = VegasLimit.newBuilder().initialLimit(INITIAL).maxConcurrency(MAX).build();
    for (int task = 0; task < 15; task++) { // a limit below 2 would probe after 15
      long serviceNanos = (long) dice.nextExponential(100 * MILLI_NANOS) + 1;
      own.onSample(task, serviceNanos, MAX, false);
      assertThat(peer.ended(task, serviceNanos, MAX, false)).isEqualTo(own.getLimit());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"netflix-aimd", "netflix-vegas", "netflix-gradient2"})
  void takeTheSameWayForTheSameSeed(String name) {
    assertThat(walk(limit(name, 5))).isEqualTo(walk(limit(name, 5)));
  }

  @Test
  void vegasProbesAtOtherMomentsForAnotherSeed() {
    assertThat(walk(limit("netflix-vegas", 5))).isNotEqualTo(walk(limit("netflix-vegas", 6)));
  }

  @Test
  void raceInVirtualTimeAndEndTheSameWayForTheSameSeed() {
    Scenario scenario =
        new Scenario(
            "scenario",
            "any load",
            "a peer that cannot race",
            10_000 * MILLI_NANOS,
            1,
            Host.ofCores(4),
            List.of(),
            List.of(pool()),
            List.of());
    for (Contender peer : Peers.all()) {
      Outcome once = VirtualBench.run(scenario, 3, peer);
      assertThat(once.succeeded()).isPositive();
      assertThat(VirtualBench.run(scenario, 3, peer)).isEqualTo(once);
    }
  }

  private static List<Integer> walk(TaskLimit limit) {
    Dice dice = new Dice(11);
    List<Integer> sizes = new ArrayList<>();
    for (int task = 0; task < 5000; task++) {
      long serviceNanos = (long) dice.nextExponential(100 * MILLI_NANOS);
      sizes.add(limit.ended(task, serviceNanos, 1 + dice.below(MAX), dice.nextDouble() < 0.01));
    }
    return sizes;
  }

  private static int steady(TaskLimit limit, int tasks, long serviceNanos, int inFlight) {
    int size = 0;
    for (int task = 0; task < tasks; task++) {
      size = limit.ended(task * serviceNanos, serviceNanos, inFlight, false);
    }
    return size;
  }

  private static TaskLimit limit(String name, long seed) {
    Contender contender =
        Peers.all().stream().filter(peer -> peer.name().equals(name)).findFirst().orElseThrow();
    return ((Sizer.PerTask) contender.sizer(0, pool(), Host.ofCores(4), seed)).limit();
  }

  private static Pool pool() {
    return new Pool(
        "pool",
        Pool.of("pool", new Source.Open(Arrivals.poisson(1)), kinds()).phases(),
        kinds(),
        INITIAL,
        Limits.of(1, MAX),
        Integer.MAX_VALUE,
        MILLI_NANOS,
        0,
        1000 * MILLI_NANOS);
  }

  private static List<Kind> kinds() {
    return List.of(Kind.only("kind", new Step.Wait(new TimeLaw.Constant(MILLI_NANOS))));
  }
}
