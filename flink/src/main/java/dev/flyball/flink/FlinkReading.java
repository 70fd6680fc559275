package dev.flyball.flink;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * A job at one moment.
 *
 * @param atNanos when, on the clock of {@link System#nanoTime}
 * @param state the job's state, as RUNNING
 * @param epoch changes with each restart; counts of two epochs have no difference
 * @param slots the slots of the cluster
 * @param vertices the job graph
 * @param counts by vertex id
 */
record FlinkReading(
    long atNanos,
    String state,
    String epoch,
    int slots,
    List<FlinkVertex> vertices,
    Map<String, FlinkCounts> counts) {

  FlinkReading {
    vertices = List.copyOf(vertices);
    counts = Map.copyOf(counts);
  }

  boolean running() {
    return state.equals("RUNNING");
  }

  /** Whether a window from an earlier reading to this one shows one epoch only. */
  boolean follows(FlinkReading earlier) {
    return running()
        && epoch.equals(earlier.epoch)
        && vertices.stream().allMatch(v -> counted(earlier, v.id()));
  }

  private boolean counted(FlinkReading earlier, String id) {
    return earlier.counts.containsKey(id)
        && counts.containsKey(id)
        && earlier.of(id).before(of(id));
  }

  FlinkCounts since(FlinkReading earlier, String id) {
    return of(id).since(earlier.of(id));
  }

  private FlinkCounts of(String id) {
    return Objects.requireNonNull(counts.get(id), id);
  }

  Map<String, Integer> parallelism() {
    Map<String, Integer> numbers = new TreeMap<>();
    vertices.forEach(v -> numbers.put(v.name(), v.parallelism()));
    return numbers;
  }
}
