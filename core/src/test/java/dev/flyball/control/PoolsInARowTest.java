package dev.flyball.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.base.Dice;
import dev.flyball.control.VirtualShop.Call;
import dev.flyball.control.VirtualShop.Pool;
import dev.flyball.policy.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Three pools in a row, each of which waits for the next: random ones in virtual time, against the
 * best fixed sizes of all three. The group was designed on seeds below 101, these are others.
 */
class PoolsInARowTest {

  private static final long FIRST_SEED = 1001;
  private static final int ROWS = 24;
  private static final double SECONDS = 40;

  /** What a row is made of: mean times in seconds, how many calls the last one bears. */
  private record Row(
      double perSecond,
      double own,
      double middle,
      double last,
      int bears,
      double loadMeanwhile,
      double speedMeanwhile) {

    static Row drawn(long seed) {
      Dice dice = Dice.stream(seed, 2);
      double perSecond = log(dice, 20, 300);
      double last = log(dice, 0.003, 0.1);
      boolean bounded = dice.nextDouble() < 0.5;
      int bears = bounded ? (int) Math.ceil(perSecond * last * log(dice, 1, 2) + 1) : 1_000_000;
      double event = dice.nextDouble();
      return new Row(
          perSecond,
          log(dice, 0.002, 0.1),
          log(dice, 0.002, 0.1),
          last,
          bears,
          event < 0.33 ? log(dice, 1.3, 3) : 1,
          event > 0.66 ? log(dice, 0.4, 0.8) : 1);
    }

    private static double log(Dice dice, double low, double high) {
      return low * StrictMath.pow(high / low, dice.nextDouble());
    }

    List<Integer> sizes(DoubleUnaryOperator staffed) {
      return List.of(
          size(staffed, own + middle + last), size(staffed, middle + last), size(staffed, last));
    }

    private int size(DoubleUnaryOperator staffed, double seconds) {
      return (int) Math.ceil(staffed.applyAsDouble(perSecond * seconds));
    }
  }

  /** A run of a row. */
  private static final class Run {
    final VirtualShop shop;
    final Pool last;
    final Pool middle;
    final Pool first;
    final Row row;

    Run(Row row, long seed) {
      this.row = row;
      this.shop = new VirtualShop(seed);
      this.last = shop.pool("connections", 8);
      this.middle = shop.pool("jobs", 8);
      this.first = shop.pool("requests", 8);
      last.bears = row.bears;
      first.tasks(
          row.perSecond, row.own, new Call(middle, row.middle, List.of(new Call(last, row.last))));
    }

    PoolGroup inARow() {
      PoolGroup group = PoolGroup.of("row");
      shop.pools.forEach(pool -> group.add(pool.governor));
      group.waitsFor("requests", "jobs");
      group.waitsFor("jobs", "connections");
      return group;
    }

    Run pinned(List<Integer> sizes) {
      first.governor.pin(sizes.get(0));
      middle.governor.pin(sizes.get(1));
      last.governor.pin(sizes.get(2));
      return this;
    }

    /**
     * The cost for each task, of the race: time in the system, and a tenth of the workers' time.
     */
    double cost() {
      shop.runTo(SECONDS / 3);
      first.load = row.loadMeanwhile;
      last.speed = row.speedMeanwhile;
      shop.runTo(2 * SECONDS / 3);
      first.load = 1;
      last.speed = 1;
      shop.runTo(SECONDS);
      return shop.pools.stream().mapToDouble(Pool::costSeconds).sum() / first.came;
    }
  }

  /**
   * The least cost of fixed sizes, found by going through multiples of the loads, then one by one.
   */
  private static double best(Row row, long seed) {
    List<Integer> sizes = List.of();
    double least = Double.MAX_VALUE;
    for (double roots : new double[] {0, 0.5, 1, 2, 3, 5, 8}) {
      List<Integer> tried = row.sizes(load -> load + roots * StrictMath.sqrt(load));
      double cost = new Run(row, seed).pinned(tried).cost();
      sizes = cost < least ? tried : sizes;
      least = Math.min(least, cost);
    }
    for (int pool = 2; pool >= 0; pool--) {
      for (double times : new double[] {0.6, 0.75, 0.9, 1.15, 1.4, 1.8}) {
        List<Integer> tried = new ArrayList<>(sizes);
        tried.set(pool, (int) Math.ceil(times * sizes.get(pool)));
        double cost = new Run(row, seed).pinned(tried).cost();
        sizes = cost < least ? tried : sizes;
        least = Math.min(least, cost);
      }
    }
    return least;
  }

  private static double mean(List<Double> ratios) {
    return StrictMath.exp(ratios.stream().mapToDouble(StrictMath::log).average().orElseThrow());
  }

  @Test
  void costsLittleMoreThanTheBestFixedSizesOfAll() {
    List<Double> inARow = new ArrayList<>();
    List<Double> alone = new ArrayList<>();
    for (long seed : LongStream.range(FIRST_SEED, FIRST_SEED + ROWS).toArray()) {
      Row row = Row.drawn(seed);
      double best = best(row, seed);
      alone.add(new Run(row, seed).cost() / best);
      Run run = new Run(row, seed);
      run.inARow();
      inARow.add(run.cost() / best);
    }

    assertThat(mean(inARow)).isLessThan(1.3).isLessThan(mean(alone));
    assertThat(inARow.stream().filter(ratio -> ratio > 1.3).count()).isLessThanOrEqualTo(ROWS / 5);
  }

  @Test
  void aBurstAtTheFirstIsNoLoadOfTheLast() {
    Row row = new Row(100, 0.01, 0.01, 0.03, 1_000_000, 1, 1);
    int most = 0;
    int mostAlone = 0;
    for (boolean grouped : new boolean[] {false, true}) {
      Run run = new Run(row, 3);
      if (grouped) {
        run.inARow();
      }
      run.shop.runTo(20);
      run.first.burst(
          1_000, 0.01, new Call(run.middle, row.middle, List.of(new Call(run.last, row.last))));
      for (double now = 20; now < 30; now += 0.05) {
        run.shop.runTo(now);
        most = grouped ? Math.max(most, run.last.workers) : most;
        mostAlone = grouped ? mostAlone : Math.max(mostAlone, run.last.workers);
      }
    }

    assertThat(most).isLessThanOrEqualTo(2 * mostAlone);
  }

  @Test
  void theOneThatLimitsIsNamedAndTheOthersAreNotGrownForIt() {
    Run run = new Run(new Row(100, 0.01, 0.01, 0.05, 1_000_000, 1, 1), 4);
    PoolGroup group = run.inARow();
    run.last.governor.limits(Limits.of(1, 4)); // and 5 are needed
    run.shop.runTo(20);

    assertThat(group.limiting()).contains("connections");
    assertThat(run.first.governor.lastAdvice().orElseThrow().why())
        .contains("'connections' limits: all of its 4 workers are busy");
    assertThat(run.first.workers).isLessThan(64);
  }
}
