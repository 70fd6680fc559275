package dev.flyball.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ArrivalSamplerTest {

  private static final int BLOCK = ArrivalSampler.STRIDE_MAX;
  private static final int TASKS = 64 + 25 * BLOCK;
  private static final KindProfile QUICK = kind(1_000);

  private static KindProfile kind(long serviceNanos) {
    KindProfile kind = new KindProfile("kind");
    kind.record(serviceNanos);
    return kind;
  }

  @Test
  void clocksEachTaskWhereTheyComeSeldom() {
    ArrivalSampler sampler = new ArrivalSampler(1);
    for (int i = 0; i < 10_000; i++) {
      assertThat(sampler.next(QUICK)).isEqualTo(1);
      long mark = sampler.clocked(i * 16_000L);
      assertThat(ArrivalSampler.weight(mark)).isEqualTo(1);
      assertThat(ArrivalSampler.isDense(mark)).isFalse();
      assertThat(mark).isCloseTo(i * 16_000L, within(3L));
    }
  }

  @ParameterizedTest
  @CsvSource({"2000, 16, false", "15999, 16, false", "1999, 64, true", "1, 64, true"})
  void clocksOneOfEachBlockWhereTheyComeQuickly(long gapNanos, int block, boolean dense) {
    ArrivalSampler sampler = coming(gapNanos, 1);
    long nowNanos = 0;
    for (int blocks = 0; blocks < 1_000; blocks++) {
      int weights = 0;
      for (int i = 0; i < block; i++) {
        nowNanos += gapNanos;
        int weight = sampler.next(QUICK);
        weights += weight;
        long mark = weight > 0 ? sampler.clocked(nowNanos) : sampler.unclocked();
        assertThat(ArrivalSampler.weight(mark)).isEqualTo(weight);
        assertThat(ArrivalSampler.isDense(mark)).isEqualTo(dense);
      }
      assertThat(weights).isEqualTo(block);
    }
    assertThat(sampler.isDense()).isEqualTo(dense);
  }

  /** Or a burst of tasks that take long would be known by one of 64 of them. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void clocksEachThatMayTakeLongInADenseStreamAndLeavesItsBlocksAsTheyAre(boolean known) {
    KindProfile slow = known ? kind(100_000) : new KindProfile("new");
    ArrivalSampler mixed = coming(10, 3);
    ArrivalSampler unmixed = coming(10, 3);
    for (int i = 0; i < 10 * BLOCK; i++) {
      assertThat(mixed.next(slow)).isEqualTo(1);
      long mark = mixed.clocked(5L * i);
      assertThat(mark).isCloseTo(5L * i, within(3L));
      assertThat(ArrivalSampler.weight(mark)).isEqualTo(1);
      assertThat(ArrivalSampler.isDense(mark)).isFalse();
      assertThat(mixed.isDense()).isFalse();
      int weight = mixed.next(QUICK);
      assertThat(unmixed.next(QUICK)).isEqualTo(weight);
      assertThat(mixed.isDense()).isTrue();
      if (weight > 0) {
        assertThat(mixed.clocked(10L * i)).isEqualTo(unmixed.clocked(10L * i));
      }
    }
  }

  @Test
  void clocksEachAgainWhenTheyComeSeldomAgain() {
    ArrivalSampler sampler = coming(10, 1);
    long nowNanos = 0;
    int clocked = 0;
    for (int i = 0; i < 1_000; i++) {
      nowNanos += 1_000_000;
      if (sampler.next(QUICK) > 0) {
        long unused = sampler.clocked(nowNanos);
        clocked++;
      }
    }
    assertThat(clocked).isGreaterThan(1_000 - 2 * BLOCK);
  }

  @Test
  void aLookEndsTheBlockOfAStreamThatHasEnded() {
    ArrivalSampler sampler = coming(10, 1);
    int first = sampler.next(QUICK);
    if (first > 0) {
      long unused = sampler.clocked(10);
    }
    sampler.look(20);
    assertThat(sampler.isDense()).as("it may go on").isTrue();
    sampler.look(1_000_000);
    assertThat(sampler.isDense()).isFalse();
    assertThat(sampler.next(QUICK)).isEqualTo(1);
    assertThat(ArrivalSampler.weight(sampler.clocked(2_000_000))).isEqualTo(1);
  }

  @Test
  void aLookLeavesTheBlocksOfAStreamThatGoesOnAsTheyAre() {
    ArrivalSampler looked = coming(10, 1);
    ArrivalSampler unlooked = coming(10, 1);
    for (int i = 1; i < 10_000; i++) {
      looked.look(i * 10L);
      int weight = looked.next(QUICK);
      assertThat(unlooked.next(QUICK)).isEqualTo(weight);
      if (weight > 0) {
        assertThat(looked.clocked(i * 10L)).isEqualTo(unlooked.clocked(i * 10L));
      }
    }
  }

  @Test
  void aTaskThatIsNotClockedWeighsNothing() {
    assertThat(ArrivalSampler.weight(ArrivalSampler.UNCLOCKED)).isZero();
    assertThat(ArrivalSampler.isDense(ArrivalSampler.UNCLOCKED)).isFalse();
  }

  /**
   * The mean over many lots of what the clocked tasks add up to is what all tasks add up to, for
   * figures that are in step with the blocks, and in the middle of a block too.
   */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, 15, 63})
  void noFigureIsBiased(int rest) {
    unbiased(rest, i -> 1);
    unbiased(rest, i -> i % BLOCK == 0 ? 1_000 : 0);
    unbiased(rest, i -> i % BLOCK == BLOCK - 1 ? 1_000 : 1);
    unbiased(rest, i -> i);
    unbiased(rest, i -> i > TASKS - 3 ? 1e6 : 1);
  }

  private static void unbiased(int rest, IntToDoubleFunction figure) {
    int tasks = TASKS + rest;
    double all = 0;
    for (int i = 64; i < tasks; i++) {
      all += figure.applyAsDouble(i);
    }
    int lots = 8_000;
    double sum = 0;
    double squares = 0;
    for (int lot = 1; lot <= lots; lot++) {
      double estimate = estimate(lot * 0x9E3779B97F4A7C15L, tasks, figure);
      sum += estimate;
      squares += estimate * estimate;
    }
    double mean = sum / lots;
    double error = Math.sqrt(Math.max(0, squares / lots - mean * mean) / lots);
    assertThat(mean).isCloseTo(all, within(4 * error + 1e-9 * Math.abs(all)));
    assertThat(error).as("small enough to tell").isLessThanOrEqualTo(0.07 * all);
  }

  private static double estimate(long seed, int tasks, IntToDoubleFunction figure) {
    ArrivalSampler sampler = coming(10, seed);
    double estimate = 0;
    for (int i = 64; i < tasks; i++) {
      int weight = sampler.next(QUICK);
      estimate += weight * figure.applyAsDouble(i);
      if (weight > 0) {
        long unused = sampler.clocked((i - 63) * 10L);
      }
    }
    return estimate;
  }

  /** A sampler that finds out now, at 0, that tasks come with such gaps. */
  private static ArrivalSampler coming(long gapNanos, long seed) {
    ArrivalSampler sampler = new ArrivalSampler(seed);
    for (int i = -64; i <= 0; i++) {
      assertThat(sampler.next(QUICK)).isEqualTo(1);
      long unused = sampler.clocked(i * gapNanos);
    }
    return sampler;
  }
}
