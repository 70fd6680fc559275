package dev.flyball.lab.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.lab.tasks.TaskLoad.Granularity;
import dev.flyball.lab.tasks.TaskLoad.Planned;
import dev.flyball.lab.tasks.TaskLoad.Regularity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Plans of tasks: each regularity and each granularity against its definition. */
class TaskLoadTest {

  private static final long SEED = 3;

  private static TaskLoad load(int tasks, Granularity granularity, Regularity regularity) {
    return new TaskLoad(
        tasks, granularity, regularity, Duration.ofMillis(10), 0.25, 2, 100, Duration.ofSeconds(1));
  }

  private static List<Double> seconds(int tasks, Regularity regularity) {
    return load(tasks, Granularity.SMALL, regularity).plan(SEED).stream()
        .map(task -> task.atNanos() / 1e9)
        .toList();
  }

  private static long between(List<Double> times, double from, double to) {
    return times.stream().filter(at -> at >= from && at < to).count();
  }

  @Test
  void aFixedRateHasEqualGaps() {
    List<Double> times = seconds(50, Regularity.FIXED_RATE);
    for (int i = 1; i < times.size(); i++) {
      assertThat(times.get(i) - times.get(i - 1)).isCloseTo(0.01, within(1e-8));
    }
  }

  @Test
  void atOnceIsAllAtTheStart() {
    assertThat(seconds(50, Regularity.AT_ONCE)).hasSize(50).allMatch(at -> at == 0);
  }

  /** Exponential gaps: their deviation is as large as their mean. */
  @Test
  void randomGapsVaryAsMuchAsTheyAreLong() {
    List<Double> gaps = gaps(seconds(20_000, Regularity.RANDOM));
    double mean = gaps.stream().mapToDouble(gap -> gap).average().orElseThrow();
    double squares = gaps.stream().mapToDouble(gap -> gap * gap).average().orElseThrow();
    assertThat(mean).isCloseTo(0.01, within(0.0003));
    assertThat(StrictMath.sqrt(squares - mean * mean) / mean).isCloseTo(1, within(0.03));
  }

  private static List<Double> gaps(List<Double> times) {
    List<Double> gaps = new ArrayList<>();
    for (int i = 1; i < times.size(); i++) {
      gaps.add(times.get(i) - times.get(i - 1));
    }
    return gaps;
  }

  /** By the integral of the rate: 9.1 in the first and the last quarter of a wave, 40.9 between. */
  @Test
  void aSineHasTheTasksOfItsIntegral() {
    List<Double> times = seconds(300, Regularity.SINE);
    for (int wave = 0; wave < 3; wave++) {
      assertThat(between(times, wave, wave + 1)).isBetween(99L, 101L);
      assertThat(between(times, wave, wave + 0.25)).isBetween(8L, 10L);
      assertThat(between(times, wave + 0.25, wave + 0.5)).isBetween(40L, 42L);
      assertThat(between(times, wave + 0.5, wave + 0.75)).isBetween(40L, 42L);
      assertThat(between(times, wave + 0.75, wave + 1)).isBetween(8L, 10L);
    }
  }

  /** The published program, computed by hand: 750 ms after tasks 1 to 25, 100 ms after 26 to 50. */
  @Test
  void thePublishedSineIsASquareWave() {
    TaskLoad published =
        new TaskLoad(
            100,
            Granularity.SMALL,
            Regularity.SQUARE_WAVE,
            Duration.ofMillis(10),
            0,
            1,
            50 / 21.25,
            Duration.ofMillis(21_250));
    List<Long> millis =
        published.plan(SEED).stream().map(task -> task.atNanos() / 1_000_000).toList();
    for (int added = 1; added < 100; added++) {
      int cut = (int) (Math.sin(added / 25.0 * Math.PI) + 1);
      int gap = cut * (750 - 100) + 100;
      assertThat(millis.get(added) - millis.get(added - 1))
          .as("after task %d", added)
          .isEqualTo(gap);
    }
    assertThat(millis.get(99)).isEqualTo(25 * 750 + 25 * 100 + 25 * 750 + 24 * 100);
  }

  /** At a mean of 100 a second they are from 1.25 to 18.75 ms; theirs from 100 to 1500 ms. */
  @Test
  void publishedRandomGapsAreEven() {
    List<Double> gaps = gaps(seconds(20_000, Regularity.UNIFORM_GAPS));
    assertThat(gaps).allMatch(gap -> gap > 0.00124 && gap < 0.01876);
    double mean = gaps.stream().mapToDouble(gap -> gap).average().orElseThrow();
    assertThat(mean).isCloseTo(0.01, within(0.0001));
    assertThat(gaps.stream().filter(gap -> gap < 0.005625).count()).isBetween(4_700L, 5_300L);
  }

  @Test
  void publishedPeriodicRandomGapsAreTheSameForTenTasks() {
    List<Double> gaps = gaps(seconds(500, Regularity.STEPPED_GAPS));
    for (int gap = 0; gap < gaps.size(); gap++) {
      assertThat(gaps.get(gap)).isCloseTo(gaps.get(gap - gap % 10), within(1e-8));
    }
    assertThat(gaps.stream().map(gap -> Math.round(gap * 1e8)).distinct().count())
        .isGreaterThan(40);
  }

  /** Figure 6: on four threads eight tasks follow each other, 36 s. */
  @Test
  void theLoadOfUnderUseIsThePublishedOne() {
    Planned task = new UnderUse(1, 1, 1).load().plan(SEED).get(31);
    assertThat(task).isEqualTo(new Planned(0, 2_000_000_000, 2_500_000_000L, 50));
    assertThat(new UnderUse(1, 1, 0.1).load().plan(SEED).get(0))
        .isEqualTo(new Planned(0, 200_000_000, 250_000_000, 5));
  }

  @Test
  void aSineLeavesNothingToChance() {
    TaskLoad load = load(200, Granularity.SMALL, Regularity.SINE);
    assertThat(load.plan(1)).isEqualTo(load.plan(2));
  }

  /** Within a period all gaps are equal; from period to period they differ. */
  @Test
  void aPeriodicRandomRateChangesWithThePeriodsOnly() {
    List<Double> times = seconds(2_000, Regularity.PERIODIC_RANDOM);
    List<Long> counts = new ArrayList<>();
    for (int period = 0; period < 15; period++) {
      List<Double> inside = new ArrayList<>();
      for (double at : times) {
        if (at >= period && at < period + 1) {
          inside.add(at);
        }
      }
      counts.add((long) inside.size());
      List<Double> gaps = gaps(inside);
      for (double gap : gaps) {
        assertThat(gap).isCloseTo(gaps.get(0), within(1e-6));
      }
    }
    assertThat(counts).allMatch(count -> count <= 201);
    assertThat(counts.stream().distinct().count()).isGreaterThan(10);
  }

  @Test
  void aPeriodicRandomRateHasItsMean() {
    List<Double> times = seconds(50_000, Regularity.PERIODIC_RANDOM);
    assertThat(times.size() / times.get(times.size() - 1)).isCloseTo(100, within(8.0));
  }

  @Test
  void aSeedReplaysAndAnotherDiffers() {
    for (Regularity regularity : List.of(Regularity.RANDOM, Regularity.PERIODIC_RANDOM)) {
      TaskLoad load = load(100, Granularity.MOSTLY_SMALL, regularity);
      assertThat(load.plan(5)).isEqualTo(load.plan(5)).isNotEqualTo(load.plan(6));
    }
  }

  @Test
  void sizesAreUnitsOfTheScale() {
    assertThat(load(9, Granularity.SMALL, Regularity.AT_ONCE).plan(SEED))
        .allMatch(task -> nanos(task) == 10_000_000);
    assertThat(load(9, Granularity.LARGE, Regularity.AT_ONCE).plan(SEED))
        .allMatch(task -> nanos(task) == 100_000_000);
    List<Planned> mixed = load(10_000, Granularity.MOSTLY_SMALL, Regularity.AT_ONCE).plan(SEED);
    assertThat(mixed.stream().filter(task -> nanos(task) == 100_000_000).count())
        .isBetween(900L, 1_100L);
    assertThat(mixed).allMatch(task -> nanos(task) == 10_000_000 || nanos(task) == 100_000_000);
  }

  private static long nanos(Planned task) {
    return task.computeNanos() + task.sleepNanos();
  }

  @Test
  void theSleepingPartSleeps() {
    Planned task = load(1, Granularity.SMALL, Regularity.AT_ONCE).plan(SEED).get(0);
    assertThat(task).isEqualTo(new Planned(0, 7_500_000, 2_500_000, 2));
  }

  @Test
  void whatIsNoLoadIsRefused() {
    assertThatThrownBy(() -> load(0, Granularity.SMALL, Regularity.SINE))
        .hasMessage("tasks must be at least 1 but was 0");
    assertThatThrownBy(() ->
            new TaskLoad(
                1,
                Granularity.SMALL,
                Regularity.SINE,
                Duration.ofMillis(1),
                1.5,
                1,
                1,
                Duration.ofSeconds(1)))
        .hasMessage("sleeping must be from 0.0 to 1.0 but was 1.5");
  }
}
