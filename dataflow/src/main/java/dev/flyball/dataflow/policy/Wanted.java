package dev.flyball.dataflow.policy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The threads that were planned in the last windows, by stage; an immutable value.
 *
 * @param plans oldest first
 */
record Wanted(List<SortedMap<String, Integer>> plans) {

  static final Wanted NONE = new Wanted(List.of());

  Wanted {
    plans = List.copyOf(plans);
  }

  /** With another plan; no more than the last so many are kept. */
  Wanted and(Map<String, Integer> plan, int most) {
    List<SortedMap<String, Integer>> more = new ArrayList<>(plans);
    more.add(Collections.unmodifiableSortedMap(new TreeMap<>(plan)));
    return new Wanted(more.subList(Math.max(0, more.size() - most), more.size()));
  }

  boolean isFull(int windows) {
    return plans.size() >= windows;
  }

  /** The most threads that were planned for a stage. */
  int most(String stage) {
    return plans.stream().mapToInt(plan -> plan.getOrDefault(stage, 1)).max().orElse(1);
  }
}
