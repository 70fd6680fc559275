package dev.flyball.dataflow.policy;

import dev.flyball.dataflow.network.Source;
import dev.flyball.dataflow.pipeline.StageTotals;
import dev.flyball.dataflow.pipeline.StageWindow;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The demand on the pipeline from outside; an immutable value.
 *
 * <p>A rise by more than a factor of {@value #JUMP} is believed at once, anything else by half: of
 * 10 % of noise 6 % are left. Where the queue that records from outside come to is full and its
 * threads never lack work, what comes is only what is let in: how much wants to come is not known,
 * but that it is too much.
 *
 * @param entries records that come to each entry per second, averaged
 * @param backlog records that wait anywhere, in the last window
 * @param pressed whether more wants to come in at an entry than does
 * @param variation squared coefficient of variation of the gaps between arrivals at the first
 *     entry, averaged; 1 where they come by chance
 */
record Demand(SortedMap<String, Double> entries, long backlog, boolean pressed, double variation) {

  private static final double JUMP = 1.25;
  private static final double WEIGHT = 0.5;
  private static final double VARIATION_WEIGHT = 0.2;

  /** A queue at least so full presses. */
  private static final double FULL = 0.5;

  /** Threads that waited for records for more than this share of their time are not overloaded. */
  private static final double IDLE = 0.1;

  /** Nothing would come at this rate in years; a planner wants a rate above 0. */
  private static final double LEAST = 1e-9;

  static final Demand NONE = new Demand(Collections.emptySortedMap(), 0, false, 1);

  Demand {
    entries = Collections.unmodifiableSortedMap(new TreeMap<>(entries));
  }

  Demand seen(FlowObservation window) {
    SortedMap<String, Double> rates = new TreeMap<>();
    boolean presses = false;
    for (String entry : window.entries()) {
      StageWindow stage = window.stage(entry);
      double now = stage.perSecond(window.fromOutside(entry));
      double before = entries.getOrDefault(entry, 0.0);
      boolean jump = !entries.containsKey(entry) || now > JUMP * before;
      rates.put(entry, jump ? now : before + WEIGHT * (now - before));
      presses |= presses(stage);
    }
    double varies = window.stage(window.entries().get(0)).arrivalVariation().orElse(variation);
    return new Demand(
        rates, waiting(window), presses, variation + VARIATION_WEIGHT * (varies - variation));
  }

  /** Records that come to all entries per second. */
  double perSecond() {
    return entries.values().stream().mapToDouble(rate -> rate).sum();
  }

  private static long waiting(FlowObservation window) {
    long sum = 0;
    for (StageWindow stage : window.stages()) {
      sum += stage.size().queued() + stage.size().spilled();
    }
    return sum;
  }

  private static boolean presses(StageWindow entry) {
    StageTotals.Size size = entry.size();
    boolean full = size.queued() >= FULL * size.queueCapacity() || entry.flow().refused() > 0;
    return full && entry.time().inputWaitNanos() <= IDLE * entry.time().threadNanos();
  }

  /**
   * What comes to each entry, at the rates at which all of it is done and what waits is worked off
   * in that time.
   */
  List<Source> sources(double catchUpSeconds) {
    double all = perSecond();
    double waiting = backlog / catchUpSeconds;
    return entries.entrySet().stream()
        .map(entry -> {
          double share = all > 0 ? entry.getValue() / all : 1.0 / entries.size();
          return source(entry.getKey(), entry.getValue() + share * waiting);
        })
        .toList();
  }

  private Source source(String entry, double perSecond) {
    OptionalDouble rate = OptionalDouble.of(Math.max(LEAST, perSecond));
    return new Source("source of " + entry, entry, rate, variation);
  }
}
