package dev.flyball.lab.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.netflix.concurrency.limits.limit.VegasLimit;
import dev.flyball.base.Dice;
import dev.flyball.lab.peers.NetflixLimits.SeededVegas;
import dev.flyball.policy.Limits;
import dev.flyball.policy.spec.Parameter;
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
import dev.flyball.sim.workload.TimeDistribution;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The limits move where their papers say, within the pool's limits, and the same way every time.
 */
final class NetflixLimitsTest {

  private static final long MILLI_NANOS = 1_000_000;
  private static final int INITIAL = 20;
  private static final int MAX = 50;

  private long clock;

  private static final String AIMD = "netflix-aimd(floor=1,ceiling=50)";
  private static final String VEGAS = "netflix-vegas(ceiling=50)";
  private static final String GRADIENT2 = "netflix-gradient2(floor=1,ceiling=50)";

  @ParameterizedTest
  @ValueSource(strings = {AIMD, VEGAS, GRADIENT2})
  void growToThePoolsMaximumWhileServiceTimesStayAndTheLimitIsInUse(String name) {
    TaskLimit limit = limit(name, 1);
    assertThat(steady(limit, 50_000, 100 * MILLI_NANOS, MAX)).isEqualTo(MAX);
  }

  @ParameterizedTest
  @ValueSource(strings = {AIMD, VEGAS, GRADIENT2})
  void stayWhileLessThanHalfOfTheLimitIsInUse(String name) {
    TaskLimit limit = limit(name, 1);
    assertThat(steady(limit, 1000, 100 * MILLI_NANOS, INITIAL / 2 - 1)).isEqualTo(INITIAL);
  }

  @ParameterizedTest
  @ValueSource(strings = {VEGAS, GRADIENT2})
  void shrinkWhenServiceTimesGrow(String name) {
    TaskLimit limit = limit(name, 1);
    int before = steady(limit, 50_000, 100 * MILLI_NANOS, MAX);
    assertThat(steady(limit, 2000, 1000 * MILLI_NANOS, MAX)).isLessThan(before);
  }

  @Test
  void aimdShrinksWhenATaskFails() {
    TaskLimit limit = limit(AIMD, 1);
    int before = steady(limit, 10, 100 * MILLI_NANOS, INITIAL);
    assertThat(limit.ended(0, 100 * MILLI_NANOS, INITIAL, true)).isLessThan(before);
  }

  @Test
  void vegasShrinksAtTheEndOfAWindowInWhichATaskFailed() {
    TaskLimit limit = limit(VEGAS, 1);
    int before = steady(limit, 2000, 100 * MILLI_NANOS, INITIAL);
    limit.ended(clock, 100 * MILLI_NANOS, INITIAL, true);
    assertThat(steady(limit, 300, 100 * MILLI_NANOS, INITIAL)).isLessThan(before);
  }

  @Test
  void gradient2DoesNotCareForFailures() {
    TaskLimit sound = limit(GRADIENT2, 1);
    TaskLimit failing = limit(GRADIENT2, 1);
    for (int task = 0; task < 100; task++) {
      assertThat(failing.ended(task, MILLI_NANOS, INITIAL, true))
          .isEqualTo(sound.ended(task, MILLI_NANOS, INITIAL, false));
    }
  }

  @Test
  void aimdTakesATaskOfMoreThanFiveSecondsForADroppedOne() {
    TaskLimit limit = limit(AIMD, 1);
    assertThat(limit.ended(0, 5_000 * MILLI_NANOS, INITIAL, false)).isEqualTo(INITIAL + 1);
    assertThat(limit.ended(0, 5_001 * MILLI_NANOS, INITIAL, false))
        .isEqualTo((int) ((INITIAL + 1) * 0.9));
    assertThat(steady(limit, 100, 6_000 * MILLI_NANOS, INITIAL)).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {AIMD, VEGAS, GRADIENT2})
  void takeATaskOfNoLength(String name) {
    assertThat(limit(name, 1).ended(0, 0, 1, false)).isEqualTo(INITIAL);
  }

  /** One sample each; between two probes, which only the seed decides on, it is the library's. */
  @Test
  void vegasIsTheLibrarysOwnUntilItsFirstProbe() {
    Dice dice = new Dice(7);
    SeededVegas seeded = new SeededVegas(INITIAL, MAX, 30, new Dice(3));
    VegasLimit own = VegasLimit.newBuilder().initialLimit(INITIAL).maxConcurrency(MAX).build();
    for (int task = 0; task < 15; task++) { // a limit below 2 would probe after 15
      long serviceNanos = (long) dice.nextExponential(100 * MILLI_NANOS) + 1;
      own.onSample(task, serviceNanos, MAX, false);
      seeded.onSample(task, serviceNanos, MAX, false);
      assertThat(seeded.getLimit()).isEqualTo(own.getLimit());
    }
  }

  @Test
  void vegasForgetsItsShortestTimeAfterAtMostThirtySamplesForEachWorker() {
    SeededVegas vegas = new SeededVegas(INITIAL, MAX, 30, new Dice(1));
    vegas.onSample(0, 100 * MILLI_NANOS, 1, false); // what follows looks ten times too long
    for (int task = 0; task < 10; task++) {
      vegas.onSample(task, 1000 * MILLI_NANOS, MAX, false);
    }
    assertThat(vegas.getLimit()).isEqualTo(INITIAL - 10);
    for (int task = 0; task < 2000; task++) {
      vegas.onSample(task, 1000 * MILLI_NANOS, MAX, false);
    }
    assertThat(vegas.getLimit()).isEqualTo(MAX);
  }

  @Test
  void vegasAndGradient2DecideOnceInAWindow() {
    TaskLimit often = limit("netflix-vegas(window=100ms)", 1);
    TaskLimit seldom = limit("netflix-vegas(window=10s)", 1);
    assertThat(steady(often, 2000, 100 * MILLI_NANOS, MAX)).isGreaterThan(INITIAL);
    clock = 0;
    assertThat(steady(seldom, 2000, 100 * MILLI_NANOS, MAX)).isEqualTo(INITIAL);
  }

  @Test
  void beginWithThePoolsSizeWithinTheBoundsThatTheLibraryShips() {
    assertThat(limit("netflix-gradient2(floor=30)", 1).ended(0, 1, 1, false)).isEqualTo(30);
    assertThat(limit("netflix-vegas(ceiling=7)", 1).ended(0, 1, 1, false)).isEqualTo(7);
    assertThat(limit("netflix-aimd", 1).ended(0, 1, 1, false)).isEqualTo(INITIAL);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "netflix-vegas(floor=1)|unknown parameter of netflix-vegas 'floor'; it has probe,",
        "netflix-vegasx|unknown limit 'netflix-vegasx'; did you mean 'netflix-vegas'?",
        "netflix-vegas(window=50ms)|window must be at least 100ms",
        "netflix-gradient2(samples=9)|samples must be at least 10 but was 9",
        "netflix-gradient2(tolerance=0.5)|tolerance must be at least 1 but was 0.5",
        "netflix-gradient2(floor=9,ceiling=8)|ceiling must be at least floor but was 9",
        "netflix-aimd(backoff=0.4)|backoff must be at least 0.5 and below 1 but was 0.4",
        "netflix-aimd(timeout=soon)|timeout must be a duration",
        "netflix-aimd(timeout)|settings must be written name or name(parameter=value,...)"
      })
  void refuseAtOnceWhatTheLibraryWouldRefuseLater(String specification, String why) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> NetflixLimits.named(specification))
        .withMessageStartingWith(why);
  }

  @Test
  void areThreeAndNoOthers() {
    assertThat(NetflixLimits.named("vegas")).isEmpty();
    assertThat(NetflixLimits.parameters("vegas")).isEmpty();
    assertThat(NetflixLimits.parameters("netflix-aimd").orElseThrow())
        .extracting(Parameter::name)
        .containsExactly("backoff", "timeout", "floor", "ceiling");
  }

  @ParameterizedTest
  @ValueSource(strings = {AIMD, VEGAS, GRADIENT2})
  void takeTheSameWayForTheSameSeed(String name) {
    assertThat(walk(limit(name, 5))).isEqualTo(walk(limit(name, 5)));
  }

  @Test
  void vegasProbesAtOtherMomentsForAnotherSeed() {
    String probing = "netflix-vegas(ceiling=50,window=100ms,probe=1)";
    assertThat(walk(limit(probing, 5))).isNotEqualTo(walk(limit(probing, 6)));
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
    for (String name : List.of(AIMD, VEGAS, GRADIENT2)) {
      Contender peer = NetflixLimits.named(name).orElseThrow();
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
      sizes.add(
          limit.ended(
              5 * MILLI_NANOS * task, serviceNanos, 1 + dice.below(MAX), dice.nextDouble() < 0.01));
    }
    return sizes;
  }

  /** Tasks of one length, so many at once, from where the clock stands. */
  private int steady(TaskLimit limit, int tasks, long serviceNanos, int inFlight) {
    int size = 0;
    for (int task = 0; task < tasks; task++) {
      size = limit.ended(clock, serviceNanos, inFlight, false);
      clock += serviceNanos / inFlight;
    }
    return size;
  }

  private static TaskLimit limit(String name, long seed) {
    Contender contender = NetflixLimits.named(name).orElseThrow();
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
    return List.of(Kind.only("kind", new Step.Wait(new TimeDistribution.Constant(MILLI_NANOS))));
  }
}
