package dev.flyball.policies.climb.wave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.policy.Advice;
import dev.flyball.policy.CurvePlant;
import dev.flyball.policy.Life;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Seen;
import dev.flyball.policy.Signals;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.catalogue.Policies;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The wave climber: its numbers, its states, and every cause that makes it begin again. */
class WaveClimbTest {

  private static final WaveParameters PRINTED = WaveParameters.PRINTED;

  /** One sample of 2 s: all workers busy, as many connections as said. */
  private static Observation sample(int window, int size, double perSecond, double connections) {
    long tasks = Math.round(2 * perSecond);
    return Seen.idle()
        .at(2.0 * window, 2)
        .workers(size)
        .busy(Math.min(size, connections))
        .flow(tasks, tasks, tasks)
        .service(2 * Math.min(size, connections))
        .signal(Signals.CONNECTIONS, connections)
        .build();
  }

  // ---- The wave, by hand

  @Test
  void theWorkedExample() {
    CurvePlant.Table table = CurvePlant.RISING_THEN_FALLING;
    Life life =
        Life.of(
            Policies.parse("wave-climb"),
            16,
            13,
            (window, size) -> sample(window, size, table.linear(size), 500));
    assertThat(life.sizes()).containsExactly(16, 26, 26, 16, 16, 26, 26, 16, 16, 26, 26, 26, 26);
    assertThat(life.advices().get(7).why())
        .endsWith("8 samples, Re 0.127, progress 0.127 of 0.200");
    assertThat(life.advices().get(11).why())
        .isEqualTo(
            "usual 26+10 in (16, ?]; size 26 -> 26, 5950.0/s, 500 connections; 12 samples, Re"
                + " 0.127, progress 0.255 of 0.200: up by 10");
  }

  @Test
  void finerWindowsAreGatheredAndLongerOnesAreSamples() {
    SizingPolicy policy = Policies.parse("wave-climb");
    Observation half =
        Seen.steady(500, 0.01).at(0, 1).workers(16).signal(Signals.CONNECTIONS, 99).build();
    Advice first = policy.advise(half);
    assertThat(first.workers()).isEqualTo(16);
    assertThat(first.why()).isEqualTo("collecting, 1.0 of 2.0 s");
    assertThat(first.next().advise(half).why()).contains("500.0/s, 99 connections; 1 samples");
    Observation ten =
        Seen.steady(5000, 0.01).at(0, 10).workers(16).signal(Signals.CONNECTIONS, 99).build();
    assertThat(policy.advise(ten).why()).contains("500.0/s, 99 connections; 1 samples");
  }

  // ---- Known answers

  @ParameterizedTest
  @EnumSource
  void findsTheOptimumFromEveryStart(WaveTables.Curve curve) {
    for (int start : WaveTables.STARTS) {
      for (boolean spline : new boolean[] {false, true}) {
        Life life =
            WaveTables.life(
                WaveTables.WITHOUT_FLOOR,
                spline ? curve.table()::spline : curve.table()::linear,
                0,
                start,
                900,
                1);
        assertThat(life.lastSize())
            .as("from %d, spline %s", start, spline)
            .isCloseTo(curve.optimum, within(PRINTED.eps() - 1));
        assertThat(life.saying("reinit")).as("from %d", start).isZero();
        assertThat(life.advices().get(899).why()).startsWith("optimized at ");
      }
    }
  }

  @Test
  void thePrintedFloorKeepsAPoolThatIsTooSmallTooSmall() {
    Life life = WaveTables.life("wave-climb", CurvePlant.RISING_THEN_FLAT::linear, 0, 1, 900, 1);
    assertThat(life.lastSize()).isEqualTo(1);
    assertThat(life.advices().get(0).why())
        .endsWith("suspended: 250.0/s are below the 300.0/s that are accepted");
  }

  @Test
  void noticesAnotherCurveAndFindsItsOptimum() {
    Life life = WaveTables.changing("wave-climb", 0, 1);
    List<Integer> sizes = life.sizes();
    assertThat(sizes.get(599)).isCloseTo(24, within(4));
    assertThat(sizes.get(1199)).isCloseTo(96, within(4));
    assertThat(sizes.get(1799)).isCloseTo(24, within(4));
    assertThat(life.saying("reinit")).isEqualTo(2);
    assertThat(life.advices().get(600).why()).contains("reinit: the optimum no longer holds");
    assertThat(life.advices().get(1200).why()).contains("reinit: the optimum no longer holds");
  }

  @ParameterizedTest
  @CsvSource({"0.05,2", "0.1,5", "0.2,24", "0.3,64"})
  void meansOfSamplesKeepItFromBeginningAgain(double noise, int average) {
    assertThat(WaveTables.restartsPerHour(noise, average)).isLessThan(1);
    assertThat(WaveTables.restartsPerHour(noise, 1)).as("as printed").isGreaterThan(1);
  }

  // ---- States and causes

  /** A pool with a knee; fewer connections than workers are served as they come. */
  private static double knee(int size, double connections) {
    return 100 * Math.min(32, Math.min(size, connections));
  }

  private static Life settled(double connections, int start) {
    return Life.of(
        Policies.parse("wave-climb(min-throughput=0)"),
        start,
        400,
        (window, size) -> sample(window, size, knee(size, connections), connections));
  }

  private static WaveState state(SizingPolicy policy) {
    return ((WaveClimb) policy).search().orElseThrow().state();
  }

  @Test
  void everyStateFollowsOnEveryOther() {
    List<String> seen = new ArrayList<>();
    Life found = settled(500, 100);
    follow(found, seen);
    int size = found.lastSize();
    // More clients and a higher knee: usual. Then hardly any clients: plateau.
    Life more =
        Life.of(
            found.last(), size, 1, (window, n) -> sample(400 + window, n, 2 * knee(n, 500), 900));
    seen.add("OPTIMIZED " + stateAfter(more.advices().get(0)));
    Life fewer =
        Life.of(found.last(), size, 1, (window, n) -> sample(400 + window, n, knee(n, 5), 5));
    seen.add("OPTIMIZED " + stateAfter(fewer.advices().get(0)));
    for (int start : WaveTables.STARTS) {
      follow(settled(500, start), seen);
    }
    assertThat(more.advices().get(0).why()).contains("reinit").startsWith("usual");
    assertThat(fewer.advices().get(0).why())
        .startsWith("plateau")
        .contains("fewer connections than workers");
    assertThat(seen)
        .contains(
            "USUAL PLATEAU",
            "PLATEAU USUAL",
            "PLATEAU OPTIMIZED",
            "USUAL OPTIMIZED",
            "OPTIMIZED PLATEAU",
            "OPTIMIZED USUAL");
  }

  private static void follow(Life life, List<String> transitions) {
    for (int i = 0; i < life.advices().size(); i++) {
      WaveState to = stateAfter(life.advices().get(i));
      if (i > 0) {
        transitions.add(stateAfter(life.advices().get(i - 1)) + " " + to);
      }
    }
  }

  private static WaveState stateAfter(Advice advice) {
    String word = advice.why().substring(0, advice.why().indexOf(' '));
    return WaveState.valueOf(word.toUpperCase(java.util.Locale.ROOT));
  }

  @Test
  void leavesTheOptimumWhenConnectionsOrLatencyChange() {
    Life found = settled(500, 16);
    int size = found.lastSize();
    assertThat(state(found.last())).isEqualTo(WaveState.OPTIMIZED);
    Advice same = found.last().advise(sample(400, size, knee(size, 500), 590));
    assertThat(same.why()).endsWith("as found");
    Advice other = found.last().advise(sample(400, size, knee(size, 500), 610));
    assertThat(other.why())
        .endsWith("reinit: the optimum no longer holds (connections 500.0 -> 610.0)");
    Observation slower =
        Seen.idle()
            .at(800, 2)
            .workers(size)
            .flow(6400, 6400, 6400)
            .service(2 * 32)
            .waits(20)
            .signal(Signals.CONNECTIONS, 500)
            .build();
    assertThat(found.last().advise(slower).why())
        .contains("reinit: the optimum no longer holds (laten");
  }

  @Test
  void beginsAgainWhenSomebodyElseSetsTheSize() {
    SizingPolicy policy = settled(500, 16).last();
    Advice advice = policy.advise(sample(400, 77, knee(77, 500), 500));
    assertThat(advice.why()).contains("reinit: somebody else set the size (").contains("-> 77)");
    assertThat(advice.workers()).isEqualTo(77);
  }

  @Test
  void beginsAgainWithoutConnectionsAndThenHolds() {
    Life found = settled(500, 16);
    Life idle =
        Life.of(
            found.last(),
            found.lastSize(),
            100,
            (window, size) -> sample(400 + window, size, 0, 0));
    assertThat(idle.saying("reinit: no connections")).isEqualTo(1);
    assertThat(idle.sizes()).containsOnly(idle.lastSize());
  }

  @Test
  void beginsAgainAfterASteepDecline() {
    SizingPolicy policy = Policies.parse("wave-climb(min-throughput=0,valuable-diff=5)");
    Life life =
        Life.of(
            policy,
            16,
            8,
            (window, size) -> sample(window, size, window < 5 ? knee(size, 500) : 200, 500));
    assertThat(life.firstSaying("reinit: unnaturally steep decline of throughput")).isEqualTo(6);
  }

  @Test
  void beginsAgainWhenTheCurveIsAnotherTwiceInARow() {
    Life life =
        Life.of(
            Policies.parse("wave-climb"),
            16,
            8,
            (window, size) -> sample(window, size, (window < 5 ? 1 : 1.5) * knee(size, 500), 500));
    assertThat(life.firstSaying("reinit: workload changed")).isEqualTo(6);
    assertThat(life.advices().get(6).why()).contains("3900.0/s where 2600.0/s were foretold");
  }

  @Test
  void rejectsAJumpToFiveTimesTheConnections() {
    // Throughput rises with the workers though there are 10 connections: the clients are elsewhere.
    Life life =
        Life.of(
            Policies.parse("wave-climb(min-throughput=0)"),
            45,
            20,
            (window, size) -> sample(window, size, 100.0 * size, 10));
    assertThat(life.saying("a false jump (10 connections for 55 workers)")).isEqualTo(1);
    assertThat(life.lastSize()).isLessThan(45);
  }

  @Test
  void doesNotBelieveAnOptimumFarAboveTheConnections() {
    // A rise without end, until there is a limit: the bounds close far above the 30 connections.
    SizingPolicy byProgress = Policies.parse("wave-climb(min-throughput=0,max=60)");
    Life rising =
        Life.of(byProgress, 20, 300, (window, size) -> sample(window, size, 100.0 * size, 30));
    assertThat(rising.saying("reinit: false transition, found when progress was estimated"))
        .isPositive();
    SizingPolicy onThePlateau = Policies.parse("wave-climb(min-throughput=0,min=60)");
    Life flat = Life.of(onThePlateau, 100, 600, (window, size) -> sample(window, size, 3000, 30));
    assertThat(flat.saying("reinit: false transition, found on the plateau")).isPositive();
  }

  // ---- Others move the size

  @ParameterizedTest
  @ValueSource(strings = {"max=20", "step=3", "min=40"})
  void keepsToWhatOthersAllow(String limit) {
    CurvePlant.Table table = CurvePlant.RISING_THEN_FALLING;
    Life life = WaveTables.life("wave-climb(" + limit + ")", table::linear, 0, 16, 900, 1);
    int expected = limit.equals("max=20") ? 20 : limit.equals("min=40") ? 40 : 24;
    assertThat(life.lastSize()).isCloseTo(expected, within(4));
  }

  @ParameterizedTest
  @CsvSource({"1,RISES_THEN_FALLS", "2,RISES_THEN_FALLS", "1,RISES_THEN_IS_FLAT"})
  void findsTheOptimumHoweverNearTheBoundsAreToBe(int eps, WaveTables.Curve curve) {
    for (int start : WaveTables.STARTS) {
      Life life =
          WaveTables.life(
              "wave-climb(min-throughput=0,eps=" + eps + ")",
              curve.table()::linear,
              0,
              start,
              900,
              1);
      assertThat(life.advices().get(899).why()).as("from %d", start).startsWith("optimized at ");
    }
  }

  @Test
  void waitsWhileItIsFrozenAndGoesOnAfterwards() {
    CurvePlant.Table table = CurvePlant.RISING_THEN_FALLING;
    SizingPolicy policy = Policies.parse("wave-climb");
    for (int window = 0; window < 300; window++) {
      policy = policy.advise(sample(window, 64, table.linear(64), 500)).next();
    }
    Life after =
        Life.of(
            policy, 64, 900, (window, size) -> sample(300 + window, size, table.linear(size), 500));
    assertThat(after.lastSize()).isCloseTo(24, within(4));
  }

  @Test
  void saysWhatIsWrongWithItsParameters() {
    assertThatThrownBy(() -> Policies.parse("wave-climb(waves=9)"))
        .hasMessage("waves must be at most samples-to-wave-period-ratio (8) but was 9");
    assertThatThrownBy(() -> Policies.parse("wave-climb(wave-period=1)"))
        .hasMessage("wavePeriod must be at least 2 but was 1");
    assertThatThrownBy(() -> Policies.parse("wave-climb(wave-period=999,waves=1)"))
        .hasMessage("wavePeriod * samplesToWavePeriodRatio must be at most 4096 but was 7992");
  }

  @Test
  void switchedOffItHoldsTheSize() {
    Advice advice =
        Policies.parse("wave-climb(enabled=false)").advise(Seen.steady(9, 1).workers(7).build());
    assertThat(advice.workers()).isEqualTo(7);
    assertThat(advice.why()).isEqualTo("switched off, size held");
  }
}
