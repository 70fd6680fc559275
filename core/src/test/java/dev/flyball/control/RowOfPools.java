package dev.flyball.control;

import dev.flyball.base.Dice;
import dev.flyball.control.VirtualShop.Call;
import dev.flyball.control.VirtualShop.Pool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/**
 * Three pools in a row, each of which waits for the next, as they are drawn.
 *
 * @param seed of the draw, and of its runs
 * @param perSecond tasks that come to the first
 * @param own the mean time of a task in the first, in seconds, without the second
 * @param middle the same in the second, without the last
 * @param last the same in the last
 * @param bears calls that the last one bears before they become slower
 * @param loadMeanwhile how many times as many tasks come in the second third of a run
 * @param speedMeanwhile how many times as fast the last one is then
 */
record RowOfPools(
    long seed,
    double perSecond,
    double own,
    double middle,
    double last,
    int bears,
    double loadMeanwhile,
    double speedMeanwhile) {

  private static final int FIRST_SIZE = 8;

  /** What a resize of each pool costs, in worker-seconds: {@code -Drows.cost=N}. */
  private static final Duration RESIZE_COST = Duration.ofSeconds(Long.getLong("rows.cost", 0));

  static RowOfPools drawn(long seed) {
    Dice dice = Dice.stream(seed, 2);
    double perSecond = log(dice, 20, 300);
    double last = log(dice, 0.003, 0.1);
    boolean bounded = dice.nextDouble() < 0.5;
    int bears = bounded ? (int) Math.ceil(perSecond * last * log(dice, 1, 2) + 1) : 1_000_000;
    double event = dice.nextDouble();
    return new RowOfPools(
        seed,
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

  boolean isConstant() {
    return loadMeanwhile == 1 && speedMeanwhile == 1;
  }

  /** Workers busy on average while none waits: of the first, the second and the last. */
  List<Double> loads() {
    return List.of(
        perSecond * (own + middle + last), perSecond * (middle + last), perSecond * last);
  }

  List<Integer> sizes(DoubleUnaryOperator staffed) {
    return loads().stream().map(load -> (int) Math.ceil(staffed.applyAsDouble(load))).toList();
  }

  /** What the governors of a run see of their pools. */
  enum Sensors {
    ALL,
    POLLED
  }

  /** A run of a row. */
  static final class Run {
    final VirtualShop shop;
    final Pool last;
    final Pool middle;
    final Pool first;
    private final RowOfPools row;

    Run(RowOfPools row, Sensors sensors) {
      boolean polled = sensors == Sensors.POLLED;
      this.row = row;
      this.shop = new VirtualShop(row.seed);
      this.last = shop.pool("connections", FIRST_SIZE, polled);
      this.middle = shop.pool("jobs", FIRST_SIZE, polled);
      this.first = shop.pool("requests", FIRST_SIZE, polled);
      last.bears = row.bears;
      shop.pools.forEach(pool -> pool.cost = new ResizeCost(RESIZE_COST, Duration.ZERO));
      first.tasks(
          row.perSecond, row.own, new Call(middle, row.middle, List.of(new Call(last, row.last))));
    }

    /** The pools in the order of the row. */
    List<Pool> inOrder() {
      return List.of(first, middle, last);
    }

    PoolGroup inARow() {
      PoolGroup group = PoolGroup.of("row");
      shop.pools.forEach(pool -> group.add(pool.governor));
      group.waitsFor("requests", "jobs");
      group.waitsFor("jobs", "connections");
      return group;
    }

    Run pinned(List<Integer> sizes) {
      for (int pool = 0; pool < sizes.size(); pool++) {
        inOrder().get(pool).governor.pin(sizes.get(pool));
      }
      return this;
    }

    /**
     * The cost for each task, of the race: time in the system, and a tenth of the workers' time.
     */
    double cost(double seconds) {
      shop.runTo(seconds / 3);
      first.load = row.loadMeanwhile;
      last.speed = row.speedMeanwhile;
      shop.runTo(2 * seconds / 3);
      first.load = 1;
      last.speed = 1;
      shop.runTo(seconds);
      return shop.pools.stream().mapToDouble(Pool::costSeconds).sum() / first.came;
    }
  }

  /**
   * The least cost of fixed sizes, found by going through multiples of the loads, then one by one.
   */
  double bestCost(double seconds) {
    List<Integer> sizes = List.of();
    double least = Double.MAX_VALUE;
    for (double roots : new double[] {0, 0.5, 1, 2, 3, 5, 8}) {
      List<Integer> tried = sizes(load -> load + roots * StrictMath.sqrt(load));
      double cost = new Run(this, Sensors.ALL).pinned(tried).cost(seconds);
      sizes = cost < least ? tried : sizes;
      least = Math.min(least, cost);
    }
    for (int pool = 2; pool >= 0; pool--) {
      for (double times : new double[] {0.6, 0.75, 0.9, 1.15, 1.4, 1.8}) {
        List<Integer> tried = new ArrayList<>(sizes);
        tried.set(pool, (int) Math.ceil(times * sizes.get(pool)));
        double cost = new Run(this, Sensors.ALL).pinned(tried).cost(seconds);
        sizes = cost < least ? tried : sizes;
        least = Math.min(least, cost);
      }
    }
    return least;
  }
}
