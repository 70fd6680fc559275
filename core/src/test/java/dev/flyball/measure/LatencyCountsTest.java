package dev.flyball.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.policy.DurationCounts;
import dev.flyball.policy.Quantiles;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LatencyCountsTest {

  @Test
  void aClassHoldsItsMiddleAndIsAtMostThreePerCentWide() {
    for (long nanos = 1; nanos < 1L << 46; nanos = nanos * 9 / 8 + 1) {
      int index = LatencyCounts.classOf(nanos);
      long middle = LatencyCounts.middleOf(index);
      assertThat(LatencyCounts.classOf(middle)).as("of %d", nanos).isEqualTo(index);
      assertThat((double) middle / nanos).as("of %d", nanos).isCloseTo(1, within(0.016));
    }
  }

  @Test
  void classesAreInTheOrderOfTheirLengths() {
    int last = -1;
    for (long nanos = 0; nanos < 100_000; nanos++) {
      int index = LatencyCounts.classOf(nanos);
      assertThat(index).isBetween(last, last + 1);
      last = index;
    }
    assertThat(LatencyCounts.classOf(-5)).isZero();
    assertThat(LatencyCounts.classOf(Long.MAX_VALUE)).isEqualTo(LatencyCounts.classOf(1L << 46));
  }

  @Test
  void quantilesLieWithinTwoPerCentOfTheSortedValues() {
    long seed = Long.getLong("seed", 42);
    Random random = new Random(seed);
    LatencyCounts counts = new LatencyCounts();
    long[] values = new long[20_000];
    for (int i = 0; i < values.length; i++) {
      values[i] = (long) (1e6 * StrictMath.exp(2 * random.nextGaussian()));
      counts.record(values[i]);
    }
    Arrays.sort(values);
    Quantiles seen = copyOf(counts).since(new LatencyCounts());
    assertThat(seen.count()).isEqualTo(values.length);
    assertNear(seen.p50Nanos(), values[9_999]);
    assertNear(seen.p90Nanos(), values[17_999]);
    assertNear(seen.p95Nanos(), values[18_999]);
    assertNear(seen.p99Nanos(), values[19_799]);
    assertNear(seen.maxNanos(), values[19_999]);
  }

  @Test
  void countsByLengthAreThoseOfTheSortedValues() {
    LatencyCounts counts = new LatencyCounts();
    for (int millis = 1; millis <= 1000; millis++) {
      counts.record(millis * 1_000_000L, 3);
    }
    DurationCounts seen = counts.counts();
    assertThat(seen.count()).isEqualTo(3000);
    assertThat(seen.within(0)).isZero();
    assertThat((double) seen.within(250_000_000)).isCloseTo(750, within(750 * 0.033));
    assertThat(seen.within(2_000_000_000)).isEqualTo(3000);
    assertThat(new LatencyCounts().counts().count()).isZero();
  }

  private static void assertNear(long seen, long truth) {
    assertThat((double) seen / truth).isCloseTo(1, within(0.02));
  }

  @Test
  void aWindowIsTheDifferenceOfTwoCopies() {
    LatencyCounts counts = new LatencyCounts();
    counts.record(10);
    LatencyCounts before = copyOf(counts);
    assertThat(copyOf(counts).since(before)).isEqualTo(Quantiles.EMPTY);
    counts.record(50);
    counts.record(50);
    assertThat(copyOf(counts).since(before)).isEqualTo(Quantiles.of(2, 50, 50, 50, 50, 50));
  }

  private static LatencyCounts copyOf(LatencyCounts source) {
    LatencyCounts copy = new LatencyCounts();
    copy.add(source);
    return copy;
  }
}
