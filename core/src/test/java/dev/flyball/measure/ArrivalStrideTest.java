package dev.flyball.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ArrivalStrideTest {

  private static final int BLOCK = ArrivalStride.STRIDE_MAX;
  private static final int TASKS = 64 + 25 * BLOCK;

  @Test
  void clocksEachTaskWhereTheyComeSeldom() {
    ArrivalStride stride = new ArrivalStride(1);
    for (int i = 0; i < 10_000; i++) {
      assertThat(stride.next()).isEqualTo(1);
      long mark = stride.clocked(i * 16_000L);
      assertThat(ArrivalStride.weight(mark)).isEqualTo(1);
      assertThat(ArrivalStride.isDense(mark)).isFalse();
      assertThat(mark).isCloseTo(i * 16_000L, within(3L));
    }
  }

  @ParameterizedTest
  @CsvSource({"2000, 16, false", "15999, 16, false", "1999, 64, true", "1, 64, true"})
  void clocksOneOfEachBlockWhereTheyComeQuickly(long gapNanos, int block, boolean dense) {
    ArrivalStride stride = coming(gapNanos, 1);
    long nowNanos = 0;
    for (int blocks = 0; blocks < 1_000; blocks++) {
      int weights = 0;
      for (int i = 0; i < block; i++) {
        nowNanos += gapNanos;
        int weight = stride.next();
        weights += weight;
        long mark = weight > 0 ? stride.clocked(nowNanos) : stride.unclocked();
        assertThat(ArrivalStride.weight(mark)).isEqualTo(weight);
        assertThat(ArrivalStride.isDense(mark)).isEqualTo(dense);
      }
      assertThat(weights).isEqualTo(block);
    }
    assertThat(stride.isDense()).isEqualTo(dense);
  }

  @Test
  void clocksEachAgainWhenTheyComeSeldomAgain() {
    ArrivalStride stride = coming(10, 1);
    long nowNanos = 0;
    int clocked = 0;
    for (int i = 0; i < 1_000; i++) {
      nowNanos += 1_000_000;
      if (stride.next() > 0) {
        long unused = stride.clocked(nowNanos);
        clocked++;
      }
    }
    assertThat(clocked).isGreaterThan(1_000 - 2 * BLOCK);
  }

  @Test
  void aLookEndsTheBlockOfAStreamThatHasEnded() {
    ArrivalStride stride = coming(10, 1);
    int first = stride.next();
    if (first > 0) {
      long unused = stride.clocked(10);
    }
    stride.look(20);
    assertThat(stride.isDense()).as("it may go on").isTrue();
    stride.look(1_000_000);
    assertThat(stride.isDense()).isFalse();
    assertThat(stride.next()).isEqualTo(1);
    assertThat(ArrivalStride.weight(stride.clocked(2_000_000))).isEqualTo(1);
  }

  @Test
  void aLookLeavesTheBlocksOfAStreamThatGoesOnAsTheyAre() {
    ArrivalStride looked = coming(10, 1);
    ArrivalStride unlooked = coming(10, 1);
    for (int i = 1; i < 10_000; i++) {
      looked.look(i * 10L);
      int weight = looked.next();
      assertThat(unlooked.next()).isEqualTo(weight);
      if (weight > 0) {
        assertThat(looked.clocked(i * 10L)).isEqualTo(unlooked.clocked(i * 10L));
      }
    }
  }

  @Test
  void aTaskThatIsNotClockedWeighsNothing() {
    assertThat(ArrivalStride.weight(ArrivalStride.UNCLOCKED)).isZero();
    assertThat(ArrivalStride.isDense(ArrivalStride.UNCLOCKED)).isFalse();
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
    ArrivalStride stride = coming(10, seed);
    double estimate = 0;
    for (int i = 64; i < tasks; i++) {
      int weight = stride.next();
      estimate += weight * figure.applyAsDouble(i);
      if (weight > 0) {
        long unused = stride.clocked((i - 63) * 10L);
      }
    }
    return estimate;
  }

  /** A stride that finds out now, at 0, that tasks come with such gaps. */
  private static ArrivalStride coming(long gapNanos, long seed) {
    ArrivalStride stride = new ArrivalStride(seed);
    for (int i = -64; i <= 0; i++) {
      assertThat(stride.next()).isEqualTo(1);
      long unused = stride.clocked(i * gapNanos);
    }
    return stride;
  }
}
