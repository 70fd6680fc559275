package dev.flyball.dataflow.policy;

import dev.flyball.base.Dice;
import dev.flyball.dataflow.network.RateCurve;
import dev.flyball.dataflow.pipeline.Moments;
import dev.flyball.dataflow.pipeline.StageTotals;
import dev.flyball.dataflow.pipeline.StageWindow;
import dev.flyball.dataflow.policy.FlowAdvice.Change;
import dev.flyball.policy.Limits;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * A chain of stages as a fluid: what flows is the least of what comes and of what each stage can
 * do, window by window, each of a second. Full queues block.
 */
final class FluidPipeline {

  private static final long SECOND = 1_000_000_000;
  private static final double ROUNDING = 1e-9;

  final Map<String, RateCurve> curves = new LinkedHashMap<>();
  final Map<String, Integer> threads = new LinkedHashMap<>();
  final Map<String, Double> visits = new LinkedHashMap<>();
  final List<FlowAdvice> advice = new ArrayList<>();
  final List<FlowObservation> seen = new ArrayList<>();
  final Map<String, Integer> busySeen = new TreeMap<>();
  final Map<String, StageRule> rules = new TreeMap<>();
  double demand;
  double cores = 64;
  double cpuShare;
  private double queued;
  private final double queueCapacity = 100;
  private final double noise;
  private final Dice dice;
  private final int most;
  private FlowPolicy policy;

  /** With at most so many threads for each stage. */
  FluidPipeline(FlowSettings settings, int most, double noise, long seed) {
    this.policy = FlowPolicy.planned(settings);
    this.most = most;
    this.noise = noise;
    this.dice = new Dice(seed);
  }

  /** Adds a stage behind the others. */
  FluidPipeline stage(String name, RateCurve curve, double visited, int count) {
    curves.put(name, curve);
    visits.put(name, visited);
    threads.put(name, count);
    return this;
  }

  /** The policy that is asked next. */
  FlowPolicy policy() {
    return policy;
  }

  /** Asks another policy from now on. */
  FluidPipeline asks(FlowPolicy other) {
    policy = other;
    return this;
  }

  /** Has the policy keep to a rule for one stage from now on. */
  FluidPipeline rule(StageRule rule) {
    rules.put(rule.stage(), rule);
    return this;
  }

  private StageRule ruleOf(String stage) {
    return rules.getOrDefault(stage, StageRule.within(stage, Limits.of(1, most)));
  }

  FluidPipeline demand(double perSecond) {
    demand = perSecond;
    return this;
  }

  /** So many windows, each followed by what the policy says. */
  FluidPipeline run(int windows) {
    for (int i = 0; i < windows; i++) {
      FlowObservation window = window();
      FlowAdvice said = policy.advise(window);
      seen.add(window);
      advice.add(said);
      policy = said.next();
      said.changes().stream()
          .filter(change -> !ruleOf(change.stage()).held())
          .forEach(change -> threads.put(change.stage(), change.to()));
    }
    return this;
  }

  /** What a map has for a key that it has. */
  static <V> V at(Map<String, V> map, String key) {
    return Objects.requireNonNull(map.get(key), key);
  }

  // ---- What it could do, without noise

  /** Records per second that so many threads let through. */
  double carries(Map<String, Integer> count) {
    double least = coresCarry();
    for (String stage : curves.keySet()) {
      RateCurve curve = at(curves, stage);
      least = Math.min(least, curve.perSecond(at(count, stage)) / at(visits, stage));
    }
    return least;
  }

  private double coresCarry() {
    double cpu = 0;
    for (String stage : curves.keySet()) {
      cpu += at(visits, stage) * cpuShare / at(curves, stage).perSecond(1);
    }
    return cpu > 0 ? cores / cpu : Double.POSITIVE_INFINITY;
  }

  /** The most that any choice of up to so many threads per stage lets through. */
  double best(int most) {
    return best(new ArrayList<>(curves.keySet()), new TreeMap<>(), most);
  }

  private double best(List<String> left, Map<String, Integer> chosen, int most) {
    if (left.isEmpty()) {
      return carries(chosen);
    }
    double best = 0;
    for (int count = 1; count <= most; count++) {
      chosen.put(left.get(0), count);
      best = Math.max(best, best(left.subList(1, left.size()), chosen, most));
    }
    return best;
  }

  /** The fewest threads of a stage that are busy 80 % at most when so much comes to the entry. */
  int fewest(String stage, double perSecond) {
    int count = 1;
    while (0.8 * at(curves, stage).perSecond(count) < perSecond * at(visits, stage) - ROUNDING) {
      count++;
    }
    return count;
  }

  // ---- A window

  private FlowObservation window() {
    Map<String, Double> rates = new LinkedHashMap<>();
    for (String stage : curves.keySet()) {
      double factor = Math.max(0.5, 1 + noise * dice.nextNormal());
      rates.put(stage, factor);
    }
    double flow = Math.min(demand + queued, coresCarry());
    String slowest = "";
    for (String stage : curves.keySet()) {
      double most = at(rates, stage) * at(curves, stage).perSecond(at(threads, stage));
      if (most / at(visits, stage) <= flow) {
        flow = most / at(visits, stage);
        slowest = stage;
      }
    }
    double arrived = Math.min(demand, flow + queueCapacity - queued);
    queued = Math.max(0, queued + arrived - flow);
    List<StageWindow> stages = new ArrayList<>();
    boolean blocked = !slowest.isEmpty() && queued > 0.5 * queueCapacity;
    double cpu = 0;
    for (String stage : curves.keySet()) {
      blocked &= !stage.equals(slowest);
      StageWindow window = window(stage, flow, at(rates, stage), arrived, blocked);
      cpu += (double) window.time().cpuNanos().getAsLong() / SECOND;
      stages.add(window);
    }
    List<StageRule> all = stages().stream().map(this::ruleOf).toList();
    return new FlowObservation(
        cores,
        OptionalDouble.of(Math.min(cores, cpu)),
        stages,
        List.of(stages().get(0)),
        all,
        Optional.empty());
  }

  private StageWindow window(
      String stage, double flow, double factor, double arrived, boolean blocked) {
    int count = at(threads, stage);
    boolean entry = stages().get(0).equals(stage);
    double records = flow * at(visits, stage);
    double busy = busy(stage, records / factor, count);
    busySeen.merge(stage, (int) Math.ceil(busy - ROUNDING), Math::max);
    long idle = Math.round((count - busy) * SECOND);
    double cpu = records * cpuShare / (factor * at(curves, stage).perSecond(1));
    StageTotals.Time time =
        new StageTotals.Time(
            Math.round(busy * SECOND),
            blocked ? 0 : idle,
            blocked ? idle : 0,
            0,
            OptionalLong.of(Math.round(cpu * SECOND)));
    int at = stages().indexOf(stage);
    Map<String, Long> out = new TreeMap<>();
    if (at + 1 < stages().size()) {
      String next = stages().get(at + 1);
      out.put(next, Math.round(flow * at(visits, next)));
    }
    return new StageWindow(
        SECOND,
        stage,
        new StageTotals.Size(count, count, entry ? (int) queued : 0, (int) queueCapacity, 0),
        new StageTotals.Flow(
            Math.round(entry ? arrived : records), Math.round(records), 0, 0, 0, 0, 0, 0),
        time,
        Moments.NONE,
        Moments.NONE,
        Collections.unmodifiableSortedMap(new TreeMap<>(out)));
  }

  private List<String> stages() {
    return List.copyOf(curves.keySet());
  }

  /**
   * The least number of busy threads, fractions of one too, that do so much; all if it takes all.
   */
  private double busy(String stage, double perSecond, int count) {
    double low = 0;
    if (perSecond >= (1 - ROUNDING) * at(curves, stage).perSecond(count)) {
      return count;
    }
    for (int whole = 1; whole <= count; whole++) {
      double before = whole == 1 ? 0 : at(curves, stage).perSecond(whole - 1);
      double here = at(curves, stage).perSecond(whole);
      if (here >= perSecond) {
        return low + (perSecond - before) / (here - before);
      }
      low = whole;
    }
    return count;
  }

  List<Change> changes(int fromWindow) {
    List<Change> all = new ArrayList<>();
    advice.subList(fromWindow, advice.size()).forEach(a -> all.addAll(a.changes()));
    return all;
  }
}
