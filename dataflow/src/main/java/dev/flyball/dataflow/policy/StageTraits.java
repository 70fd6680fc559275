package dev.flyball.dataflow.policy;

import dev.flyball.dataflow.pipeline.StageWindow;
import java.util.Collections;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The knowledge of a stage beside its rates; an immutable value. Figures that vary are exponential
 * moving averages.
 *
 * @param cpuSeconds processor time of a record; empty where unknown
 * @param cpuShare the part of the busy time that is processor time, from 0 to 1
 * @param variation squared coefficient of variation of the service times
 * @param selectivity records sent to each output for each record done; 1 until one was done
 * @param queueCapacity records that may wait, at least 1
 * @param overflows whether it was seen to throw records away or put them aside
 */
record StageTraits(
    OptionalDouble cpuSeconds,
    double cpuShare,
    double variation,
    SortedMap<String, Double> selectivity,
    long queueCapacity,
    boolean overflows) {

  private static final double WEIGHT = 0.3;

  /** Nothing seen yet. */
  static final StageTraits NONE =
      new StageTraits(OptionalDouble.empty(), 0, 1, Collections.emptySortedMap(), 1, false);

  StageTraits {
    selectivity = Collections.unmodifiableSortedMap(new TreeMap<>(selectivity));
  }

  /** Takes in where records went, how much they varied, and what became of those too many. */
  StageTraits seen(StageWindow window) {
    SortedMap<String, Double> ways = new TreeMap<>(selectivity);
    ways.keySet().retainAll(window.out().keySet()); // before a restart it may have had others
    for (String output : window.out().keySet()) {
      OptionalDouble now = window.selectivity(output);
      if (now.isPresent()) {
        ways.merge(output, now.getAsDouble(), StageTraits::towards);
      } else {
        ways.putIfAbsent(output, 1.0);
      }
    }
    OptionalDouble spread = window.serviceVariation();
    return new StageTraits(
        cpuSeconds,
        cpuShare,
        spread.isPresent() ? towards(variation, spread.getAsDouble()) : variation,
        ways,
        Math.max(1, window.size().queueCapacity()),
        overflows || window.flow().dropped() > 0 || window.flow().spilled() > 0);
  }

  /** Takes in what records cost. */
  StageTraits costing(Evidence evidence) {
    OptionalDouble cost = evidence.cpuSecondsPerRecord();
    if (cost.isPresent() && cpuSeconds.isPresent()) {
      cost = OptionalDouble.of(towards(cpuSeconds.getAsDouble(), cost.getAsDouble()));
    }
    return new StageTraits(
        cost, evidence.cpuShare(), variation, selectivity, queueCapacity, overflows);
  }

  private static double towards(double old, double measured) {
    return old + WEIGHT * (measured - old);
  }

  /** Whether most of its time is processor time. */
  boolean computes() {
    return cpuShare >= 0.5;
  }
}
