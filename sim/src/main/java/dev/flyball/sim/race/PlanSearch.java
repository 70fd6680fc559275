package dev.flyball.sim.race;

import dev.flyball.policy.Limits;
import dev.flyball.sim.Contender.SizeAt;
import dev.flyball.sim.VirtualBench;
import dev.flyball.sim.scenario.Pool;
import dev.flyball.sim.scenario.Scenario;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * The search for the sizes that cost least in one scenario with one seed.
 *
 * <p>First the best single size of each pool: all powers of two from the smallest allowed size up,
 * until several in a row were no better, then ever smaller steps around the best. Where the
 * scenario has turns, one segment after the other (at most {@value #SEGMENTS_MAX}; shorter ones are
 * joined) tries larger and smaller sizes by a ratio that shrinks from pass to pass. A size is taken
 * only when the whole run costs less with it, so what a segment leaves to the next one counts too;
 * of sizes that cost the same, the smallest is taken.
 *
 * <p>It takes at most {@value #CONSTANT_RUNS_MAX} runs for each pool and, where there are turns,
 * {@value #SEGMENT_RUNS_MAX} more. It relies on the cost falling and then rising with a size; a
 * second valley far from the first can be missed.
 *
 * <p>For one thread and one search.
 */
final class PlanSearch {

  static final int SEGMENTS_MAX = 12;
  static final int CONSTANT_RUNS_MAX = 60;
  static final int SEGMENT_RUNS_MAX = 140;

  /** How many sizes in a row may be no better before the sweep ends. */
  private static final int WORSE_MAX = 3;

  /** How often a segment moves on in a direction that pays, in one pass. */
  private static final int MOVES_MAX = 4;

  private static final double[] RATIOS = {2, 1.4, 1.2, 1.1, 1.05};

  private final Scenario scenario;
  private final long seed;
  private final BooleanSupplier stop;
  private final List<Segment> segments;
  private final Map<List<Integer>, Double> known = new LinkedHashMap<>();

  /** The best sizes so far: those of the first pool's segments, then those of the second's ... */
  private List<Integer> sizes;

  private double bestCost = Double.POSITIVE_INFINITY;
  private int runsLeft;

  PlanSearch(Scenario scenario, long seed, BooleanSupplier stop) {
    this.scenario = scenario;
    this.seed = seed;
    this.stop = stop;
    this.segments =
        Segment.joined(
            Segment.between(scenario.turnsNanos(seed), scenario.lengthNanos()), SEGMENTS_MAX);
    List<Integer> initial = new ArrayList<>();
    for (Pool pool : scenario.pools()) {
      segments.forEach(segment -> initial.add(pool.initial()));
    }
    this.sizes = List.copyOf(initial);
  }

  Oracle best() {
    int pools = scenario.pools().size();
    runsLeft = CONSTANT_RUNS_MAX * pools;
    for (int pass = 0; pass < Math.min(2, pools); pass++) {
      for (int pool = 0; pool < pools; pool++) {
        searchConstant(pool);
      }
    }
    if (segments.size() > 1) {
      runsLeft += SEGMENT_RUNS_MAX;
      for (double ratio : RATIOS) {
        searchSegments(ratio);
      }
    }
    return new Oracle(plans(sizes), bestCost, known.size());
  }

  private void searchConstant(int pool) {
    Range range = new Range(limits(pool), pool * segments.size(), (pool + 1) * segments.size());
    sweep(range);
    for (int step = Math.max(1, range.size() / 2); step >= 1; step /= 2) {
      int around = range.size();
      tries(range, around - step);
      tries(range, around + step);
    }
  }

  /**
   * Powers of two, upwards, until {@link #WORSE_MAX} in a row were no better than the one before.
   */
  private void sweep(Range range) {
    double before = Double.POSITIVE_INFINITY;
    int worse = 0;
    int size = range.limits.min();
    boolean more = true;
    while (more) {
      double cost = tried(range, size);
      worse = cost < before ? 0 : worse + 1;
      before = cost;
      more = worse < WORSE_MAX && size < range.limits.max();
      size = (int) Math.min(2L * size, range.limits.max());
    }
  }

  private void searchSegments(double ratio) {
    for (int i = 0; i < sizes.size(); i++) {
      Range range = new Range(limits(i / segments.size()), i, i + 1);
      if (!moves(range, ratio, true)) {
        moves(range, ratio, false);
      }
    }
  }

  /** Moves a size up or down for as long as it pays; true when it did at all. */
  private boolean moves(Range range, double ratio, boolean up) {
    int moves = 0;
    while (moves < MOVES_MAX && tries(range, up ? larger(range, ratio) : smaller(range, ratio))) {
      moves++;
    }
    return moves > 0;
  }

  private static int larger(Range range, double ratio) {
    return (int) Math.max(range.size() + 1L, Math.round(range.size() * ratio));
  }

  private static int smaller(Range range, double ratio) {
    return (int) Math.min(range.size() - 1L, Math.round(range.size() / ratio));
  }

  /** Tries a size; true when it was taken. */
  private boolean tries(Range range, int size) {
    List<Integer> before = sizes;
    tried(range, size);
    return !sizes.equals(before);
  }

  /** The cost of a run with a size for a range of segments, which is taken when it is better. */
  private double tried(Range range, int size) {
    List<Integer> changed = new ArrayList<>(sizes);
    for (int i = range.from; i < range.to; i++) {
      changed.set(i, range.limits.clamp(size));
    }
    List<Integer> candidate = List.copyOf(changed);
    double cost = cost(candidate);
    if (cost < bestCost || (cost == bestCost && candidate.get(range.from) < range.size())) {
      bestCost = cost;
      sizes = candidate;
    }
    return cost;
  }

  private double cost(List<Integer> candidate) {
    Double before = known.get(candidate);
    if (before != null) {
      return before;
    }
    if (runsLeft == 0 || stop.getAsBoolean()) {
      return Double.POSITIVE_INFINITY;
    }
    runsLeft--;
    Oracle plan = new Oracle(plans(candidate), Double.NaN, 0);
    double cost = Cost.secondsPerTask(VirtualBench.run(scenario, seed, plan));
    known.put(candidate, cost);
    return cost;
  }

  private Limits limits(int pool) {
    return scenario.pools().get(pool).limits();
  }

  /** The sizes as plans, one for each pool; a size that stays is said once. */
  private List<List<SizeAt>> plans(List<Integer> flat) {
    List<List<SizeAt>> plans = new ArrayList<>();
    for (int pool = 0; pool < scenario.pools().size(); pool++) {
      List<SizeAt> plan = new ArrayList<>();
      for (int i = 0; i < segments.size(); i++) {
        int size = flat.get(pool * segments.size() + i);
        if (plan.isEmpty() || plan.get(plan.size() - 1).workers() != size) {
          plan.add(new SizeAt(segments.get(i).fromNanos(), size));
        }
      }
      plans.add(plan);
    }
    return plans;
  }

  /** A range of segments of one pool that are given one size. */
  private final class Range {
    private final Limits limits;
    private final int from;
    private final int to;

    Range(Limits limits, int from, int to) {
      this.limits = limits;
      this.from = from;
      this.to = to;
    }

    int size() {
      return sizes.get(from);
    }
  }
}
