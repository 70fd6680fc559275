package dev.flyball.lab.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.lab.load.Load.Arrival;
import dev.flyball.lab.load.Load.KindMix;
import dev.flyball.lab.load.Load.Schedule;
import dev.flyball.sim.workload.Arrivals;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** What holds for schedules of any seed. {@code -Dseed=} replays one. */
class SchedulePropertyTest {

  private static final Duration LENGTH = Duration.ofSeconds(1_000);
  private static final KindMix MIX =
      new KindMix(
          List.of(
              new KindMix.Part("a", 0.2), new KindMix.Part("b", 0.5), new KindMix.Part("c", 0.3)));

  private long seed;

  @BeforeEach
  void chooseSeed(TestInfo test) {
    seed = Long.getLong("seed", System.nanoTime() + test.getDisplayName().hashCode());
    System.out.println("seed " + seed);
  }

  private List<Arrival> arrivals(Arrivals pattern) {
    List<Arrival> all = new ArrayList<>();
    Schedule.of(pattern, MIX, LENGTH, seed).arrivals().forEach(all::add);
    return all;
  }

  @RepeatedTest(5)
  void poissonHasItsRateAndItsSpread() {
    double[] perSecond = perSecond(arrivals(Arrivals.poisson(100)));
    assertThat(mean(perSecond)).isCloseTo(100, within(6 * Math.sqrt(100.0 / 1_000)));
    assertThat(variance(perSecond) / mean(perSecond)).isBetween(0.7, 1.3);
  }

  @RepeatedTest(3)
  void constantIsExact() {
    List<Arrival> all = arrivals(Arrivals.constant(3));
    assertThat(all).hasSize(3_000);
    assertThat(all.get(2_997).atNanos()).isEqualTo(999_000_000_000L);
  }

  @RepeatedTest(5)
  void sineSwingsAroundItsMean() {
    double[] perSecond = perSecond(arrivals(Arrivals.sine(100, 0.8, Duration.ofSeconds(10))));
    double crest = 0;
    double trough = 0;
    for (int second = 0; second < perSecond.length; second++) {
      crest += second % 10 < 5 ? perSecond[second] : 0;
      trough += second % 10 < 5 ? 0 : perSecond[second];
    }
    assertThat(mean(perSecond)).isCloseTo(100, within(2.0));
    // The mean of a half wave is 2 / pi of its height: 1 + 0.51 against 1 - 0.51.
    assertThat(crest / trough).isBetween(2.8, 3.4);
  }

  @RepeatedTest(5)
  void burstsHaveTheRateOfTheirSpells() {
    Arrivals pattern = Arrivals.bursts(0, 400, Duration.ofSeconds(3), Duration.ofSeconds(1));
    double[] perSecond = perSecond(arrivals(pattern));
    assertThat(mean(perSecond)).isBetween(60.0, 140.0);
    assertThat(variance(perSecond) / mean(perSecond)).isGreaterThan(20);
    assertThat(perSecond).contains(0);
  }

  @RepeatedTest(3)
  void timesNeverGoDownAndKeepToTheLength() {
    List<Arrivals> patterns =
        List.of(
            Arrivals.poisson(50),
            Arrivals.constant(50),
            Arrivals.sine(50, 1, Duration.ofSeconds(7)),
            Arrivals.bursts(5, 200, Duration.ofSeconds(2), Duration.ofSeconds(2)));
    for (Arrivals pattern : patterns) {
      List<Arrival> all = arrivals(pattern);
      assertThat(all.get(0).atNanos()).isNotNegative();
      assertThat(all)
          .isSortedAccordingTo((left, right) -> Long.compare(left.atNanos(), right.atNanos()));
      assertThat(all.get(all.size() - 1).atNanos()).isLessThan(LENGTH.toNanos());
      assertThat(arrivals(pattern)).isEqualTo(all);
    }
  }

  @RepeatedTest(3)
  void kindsHaveTheirShares() {
    List<Arrival> all = arrivals(Arrivals.poisson(100));
    double[] counts = new double[3];
    all.forEach(arrival -> counts[arrival.kind()]++);
    for (int kind = 0; kind < counts.length; kind++) {
      double share = MIX.parts().get(kind).share();
      assertThat(counts[kind] / all.size())
          .isCloseTo(share, within(6 * Math.sqrt(share * (1 - share) / all.size())));
    }
  }

  @RepeatedTest(3)
  void theSameSeedGivesTheSameKindsUnderEveryPattern() {
    List<Integer> poisson = firstKinds(Arrivals.poisson(10));
    assertThat(firstKinds(Arrivals.constant(77))).isEqualTo(poisson);
  }

  @Test
  void pointsFallOnKindsByShare() {
    assertThat(List.of(0.0, 0.199, 0.2, 0.699, 0.71, 0.999999))
        .extracting(point -> MIX.at(point))
        .containsExactly(0, 0, 1, 1, 2, 2);
  }

  private List<Integer> firstKinds(Arrivals pattern) {
    return arrivals(pattern).stream().limit(1_000).map(Arrival::kind).toList();
  }

  private static double[] perSecond(List<Arrival> all) {
    double[] counts = new double[(int) LENGTH.toSeconds()];
    all.forEach(arrival -> counts[(int) (arrival.atNanos() / 1_000_000_000)]++);
    return counts;
  }

  private static double mean(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum / values.length;
  }

  private static double variance(double[] values) {
    double mean = mean(values);
    double sum = 0;
    for (double value : values) {
      sum += (value - mean) * (value - mean);
    }
    return sum / (values.length - 1);
  }
}
