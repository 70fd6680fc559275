package dev.flyball.dataflow.pipeline;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The unfinished records of an aborted pipeline.
 *
 * @param records the waiting records, by the name of the stage that would have worked on them;
 *     without those that a stage was working on
 * @param spilled the number of records still put aside, by the name of the stage
 * @param stuck the number of threads that had not ended, by the name of their stage; the records
 *     that they still emit go to the dead letters
 */
public record Remainder(
    SortedMap<String, List<Object>> records,
    SortedMap<String, Long> spilled,
    SortedMap<String, Integer> stuck) {

  public Remainder {
    records = Collections.unmodifiableSortedMap(new TreeMap<>(records));
    spilled = Collections.unmodifiableSortedMap(new TreeMap<>(spilled));
    stuck = Collections.unmodifiableSortedMap(new TreeMap<>(stuck));
  }

  /** Collects it; there is nothing to collect a second time. */
  static Remainder of(Collection<RunningStage> stages) {
    SortedMap<String, List<Object>> records = new TreeMap<>();
    SortedMap<String, Long> spilled = new TreeMap<>();
    SortedMap<String, Integer> stuck = new TreeMap<>();
    for (RunningStage stage : stages) {
      List<Object> left = stage.queue().collectLeftover();
      if (!left.isEmpty()) {
        records.put(stage.name(), left);
      }
      StageTotals.Size size = stage.totals().size();
      if (size.spilled() > 0) {
        spilled.put(stage.name(), size.spilled());
      }
      if (size.threadsAlive() > 0) {
        stuck.put(stage.name(), size.threadsAlive());
      }
    }
    return new Remainder(records, spilled, stuck);
  }

  /** How many records were handed back. */
  public long count() {
    return records.values().stream().mapToLong(List::size).sum();
  }
}
