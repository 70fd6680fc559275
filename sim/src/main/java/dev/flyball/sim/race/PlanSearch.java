package dev.flyball.sim.race;

import dev.flyball.admission.Admission;
import dev.flyball.policy.Limits;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.sim.Contender;
import dev.flyball.sim.Contender.SizeAt;
import dev.flyball.sim.Outcome;
import dev.flyball.sim.PoolOutcome;
import dev.flyball.sim.VirtualBench;
import dev.flyball.sim.scenario.Scenario;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * The search for the sizes that cost least in one scenario with one seed, or that are best by
 * another objective.
 *
 * <ol>
 *   <li><b>One size</b> of each pool: all powers of two from the smallest allowed size up, until
 *       several in a row were no better, then ever smaller steps around the best.
 *   <li><b>A size for each segment</b> between the scenario's turns (at most {@value
 *       #SEGMENTS_MAX}; shorter ones are joined): larger and smaller by a ratio that shrinks from
 *       pass to pass.
 *   <li><b>Turns of its own</b>, also where a backlog ends: each segment is cut, early, in the
 *       middle or late, and one of the two parts gets another size; then the sizes are tried again.
 *   <li><b>What policies did</b>: a run of a policy is a plan like any other, and so is that plan
 *       held below a bound.
 * </ol>
 *
 * <p>Where the objective has several rules for who gets in, one size is searched for with each, and
 * what follows is done with the rule that was best; its plan is tried with the others at the end.
 *
 * <p>A plan is taken only when the whole run costs less with it, so what a segment leaves to the
 * next one counts too; of sizes that cost the same, the smallest is taken. It is a search, not a
 * proof: a valley far from all that was tried can be missed. A race therefore takes the best of
 * this and of all its contenders (see {@link Board}), and the cost that no sizes avoid is shown
 * beside it.
 *
 * <p>For one thread and one search.
 */
final class PlanSearch {

  static final int SEGMENTS_MAX = 12;
  static final int CONSTANT_RUNS_MAX = 60;
  static final int SEGMENT_RUNS_MAX = 140;
  static final int CUT_RUNS_MAX = 120;
  static final int POLICY_RUNS_MAX = 12;

  /** How many sizes in a row may be no better before the sweep ends. */
  private static final int WORSE_MAX = 3;

  /** How often a segment moves on in a direction that pays, in one pass. */
  private static final int MOVES_MAX = 4;

  private static final int PIECES_MAX = 24;
  private static final double[] RATIOS = {2, 1.4, 1.2, 1.1, 1.05};
  private static final double[] RATIOS_AFTER_CUTS = {1.4, 1.1};
  private static final double[] CUTS = {0.04, 0.15, 0.5, 0.85};
  private static final double[] CUT_RATIOS = {4, 0.25, 1.5, 0.67};
  private static final double[] BOUNDS = {2, 1.4, 1, 0.7};
  static final List<Contender> POLICIES =
      List.of(
          Contender.policy(Policies.STANDARD),
          Contender.policy("moving-average(each-task=true,interval=1s)"));

  private final Scenario scenario;
  private final long seed;
  private final Objective objective;
  private final BooleanSupplier stop;
  private final List<Segment> segments;
  private final Map<Tried, Double> known = new LinkedHashMap<>();

  /** The best plan so far, one list for each pool. */
  private List<List<SizeAt>> best;

  private Optional<Admission> bestRule = Optional.empty();
  private Optional<Admission> rule = Optional.empty(); // with which plans are tried
  private double bestCost = Double.POSITIVE_INFINITY;
  private int runs;
  private int runsLeft;

  /** What a run was made with. */
  private record Tried(Optional<Admission> rule, List<List<SizeAt>> plans) {}

  PlanSearch(Scenario scenario, long seed, Objective objective, BooleanSupplier stop) {
    this.scenario = scenario;
    this.seed = seed;
    this.objective = objective;
    this.stop = stop;
    this.segments =
        Segment.joined(
            Segment.between(scenario.turnsNanos(seed), scenario.lengthNanos()), SEGMENTS_MAX);
    this.best =
        scenario.pools().stream().map(pool -> List.of(new SizeAt(0, pool.initial()))).toList();
  }

  Oracle best() {
    int pools = scenario.pools().size();
    searchConstantsWithEachRule();
    List<List<SizeAt>> constants = best;
    runsLeft = SEGMENT_RUNS_MAX;
    if (segments.size() > 1) {
      cutAtTurns();
      for (double ratio : RATIOS) {
        searchPieces(ratio);
      }
    }
    runsLeft = CUT_RUNS_MAX;
    searchCuts();
    for (double ratio : RATIOS_AFTER_CUTS) {
      searchPieces(ratio);
    }
    runsLeft = POLICY_RUNS_MAX * pools;
    POLICIES.forEach(policy -> tryPolicy(policy, constants));
    runsLeft = objective.rules().size();
    for (Optional<Admission> candidate : objective.rules()) {
      rule = candidate;
      tryAll(best);
    }
    return new Oracle(best.stream().map(PlanSearch::merged).toList(), bestRule, bestCost, runs);
  }

  /** The best size of each pool that stays. */
  List<Integer> bestConstants() {
    searchConstantsWithEachRule();
    return best.stream().map(plan -> plan.get(0).workers()).toList();
  }

  private void searchConstantsWithEachRule() {
    for (Optional<Admission> candidate : objective.rules()) {
      rule = candidate;
      searchConstants(scenario.pools().size());
    }
    rule = bestRule;
  }

  private void searchConstants(int pools) {
    runsLeft = CONSTANT_RUNS_MAX * pools;
    for (int pass = 0; pass < Math.min(2, pools); pass++) {
      for (int pool = 0; pool < pools; pool++) {
        searchConstant(pool);
      }
    }
  }

  // ---- One size

  private void searchConstant(int pool) {
    sweep(pool);
    for (int step = Math.max(1, constant(pool) / 2); step >= 1; step /= 2) {
      int around = constant(pool);
      tryConstant(pool, around - step);
      tryConstant(pool, around + step);
    }
  }

  private int constant(int pool) {
    return best.get(pool).get(0).workers();
  }

  /**
   * Powers of two, upwards, until {@link #WORSE_MAX} in a row were no better than the one before.
   */
  private void sweep(int pool) {
    double before = Double.POSITIVE_INFINITY;
    int worse = 0;
    int size = limits(pool).min();
    boolean more = true;
    while (more) {
      double cost = tryConstant(pool, size);
      worse = cost < before ? 0 : worse + 1;
      before = cost;
      more = worse < WORSE_MAX && size < limits(pool).max();
      size = (int) Math.min(2L * size, limits(pool).max());
    }
  }

  private double tryConstant(int pool, int size) {
    return tryPlan(pool, List.of(new SizeAt(0, limits(pool).clamp(size))));
  }

  // ---- Pieces

  private void cutAtTurns() {
    List<List<SizeAt>> cut = new ArrayList<>();
    for (List<SizeAt> plan : best) {
      cut.add(
          segments.stream()
              .map(segment -> new SizeAt(segment.fromNanos(), plan.get(0).workers()))
              .toList());
    }
    best = List.copyOf(cut); // costs what it cost before
  }

  private void searchPieces(double ratio) {
    for (int pool = 0; pool < best.size(); pool++) {
      for (int piece = 0; piece < best.get(pool).size(); piece++) {
        if (!moves(pool, piece, ratio, true)) {
          moves(pool, piece, ratio, false);
        }
      }
    }
  }

  /** Moves a size up or down for as long as it pays; true when it did at all. */
  private boolean moves(int pool, int piece, double ratio, boolean up) {
    int moves = 0;
    while (moves < MOVES_MAX && move(pool, piece, ratio, up)) {
      moves++;
    }
    return moves > 0;
  }

  private boolean move(int pool, int piece, double ratio, boolean up) {
    int size = best.get(pool).get(piece).workers();
    long moved =
        up
            ? Math.max(size + 1L, Math.round(size * ratio))
            : Math.min(size - 1L, Math.round(size / ratio));
    List<SizeAt> plan = new ArrayList<>(best.get(pool));
    plan.set(piece, new SizeAt(plan.get(piece).atNanos(), clamped(pool, moved)));
    return isTaken(pool, plan);
  }

  private boolean isTaken(int pool, List<SizeAt> plan) {
    double costBefore = bestCost;
    long workersBefore = workers(best);
    tryPlan(pool, plan);
    return bestCost < costBefore || workers(best) < workersBefore;
  }

  private int clamped(int pool, long size) {
    return limits(pool).clamp((int) Math.max(1, Math.min(Integer.MAX_VALUE, size)));
  }

  // ---- Turns of its own

  private void searchCuts() {
    for (int pool = 0; pool < best.size(); pool++) {
      int piece = 0;
      while (piece < best.get(pool).size()) {
        boolean cut = best.get(pool).size() < PIECES_MAX && isCut(pool, piece);
        piece += cut ? 0 : 1;
      }
    }
  }

  private boolean isCut(int pool, int piece) {
    List<SizeAt> plan = best.get(pool);
    long from = plan.get(piece).atNanos();
    long to = piece + 1 < plan.size() ? plan.get(piece + 1).atNanos() : scenario.lengthNanos();
    for (double part : CUTS) {
      long at = from + (long) (part * (to - from));
      if (at <= from || at >= to) {
        continue;
      }
      for (double ratio : CUT_RATIOS) {
        int size = clamped(pool, Math.round(ratio * plan.get(piece).workers()));
        if (isTaken(pool, cut(plan, piece, at, size, part <= 0.5))) {
          return true;
        }
      }
    }
    return false;
  }

  /** The plan with a piece cut in two, of which the first or the second gets another size. */
  private static List<SizeAt> cut(
      List<SizeAt> plan, int piece, long atNanos, int size, boolean first) {
    List<SizeAt> cut = new ArrayList<>(plan);
    SizeAt whole = plan.get(piece);
    cut.set(piece, new SizeAt(whole.atNanos(), first ? size : whole.workers()));
    cut.add(piece + 1, new SizeAt(atNanos, first ? whole.workers() : size));
    return cut;
  }

  // ---- What policies did

  private void tryPolicy(Contender policy, List<List<SizeAt>> constants) {
    if (stop.getAsBoolean()) {
      return;
    }
    runs++;
    Contender admitting =
        rule.map(admission -> Contender.admitting(policy.name(), admission, policy)).orElse(policy);
    Outcome outcome = VirtualBench.run(scenario, seed, admitting);
    List<List<SizeAt>> did = outcome.pools().stream().map(PoolOutcome::sizes).toList();
    tryAll(did);
    for (double bound : BOUNDS) {
      List<List<SizeAt>> bounded = new ArrayList<>();
      for (int pool = 0; pool < did.size(); pool++) {
        int most = clamped(pool, Math.round(bound * constants.get(pool).get(0).workers()));
        bounded.add(
            did.get(pool).stream()
                .map(size -> new SizeAt(size.atNanos(), Math.min(most, size.workers())))
                .toList());
      }
      tryAll(bounded);
    }
  }

  // ---- Runs

  /** The cost of a run with another plan for one pool, which is taken when it is better. */
  private double tryPlan(int pool, List<SizeAt> plan) {
    List<List<SizeAt>> changed = new ArrayList<>(best);
    changed.set(pool, List.copyOf(plan));
    return tryAll(List.copyOf(changed));
  }

  private double tryAll(List<List<SizeAt>> plans) {
    double cost = cost(plans);
    if (cost < bestCost || (cost == bestCost && workers(plans) < workers(best))) {
      bestCost = cost;
      best = plans;
      bestRule = rule;
    }
    return cost;
  }

  private static long workers(List<List<SizeAt>> plans) {
    return plans.stream().flatMap(List::stream).mapToLong(SizeAt::workers).sum();
  }

  private double cost(List<List<SizeAt>> plans) {
    List<List<SizeAt>> merged = plans.stream().map(PlanSearch::merged).toList();
    Tried tried = new Tried(rule, merged);
    Double before = known.get(tried);
    if (before != null) {
      return before;
    }
    if (runsLeft == 0 || stop.getAsBoolean()) {
      return Double.POSITIVE_INFINITY;
    }
    runsLeft--;
    runs++;
    Oracle plan = new Oracle(merged, rule, Double.NaN, 0);
    double cost = objective.of(VirtualBench.run(scenario, seed, plan));
    known.put(tried, cost);
    return cost;
  }

  private Limits limits(int pool) {
    return scenario.pools().get(pool).limits();
  }

  /** A plan in which a size that stays is said once, and of one moment the last counts. */
  private static List<SizeAt> merged(List<SizeAt> plan) {
    List<SizeAt> merged = new ArrayList<>();
    for (SizeAt next : plan) {
      int last = merged.size() - 1;
      if (last >= 0 && merged.get(last).atNanos() == next.atNanos()) {
        merged.set(last, next);
      } else if (last < 0 || merged.get(last).workers() != next.workers()) {
        merged.add(next);
      }
    }
    return List.copyOf(merged);
  }
}
