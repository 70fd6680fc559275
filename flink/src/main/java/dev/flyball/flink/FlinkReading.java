package dev.flyball.flink;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * A job at one moment.
 *
 * @param atNanos when, on the clock of {@link System#nanoTime}
 * @param state the job's state; RUNNING only where all its vertices run, else the state of one that
 *     does not
 * @param epoch changes with each restart; counts of two epochs have no difference
 * @param slots the slots that the job has or may have
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

  /** Whether all its counts were fetched after those of an earlier reading. */
  boolean newer(FlinkReading earlier) {
    return vertices.stream()
        .allMatch(v ->
            counts.containsKey(v.id())
                && (!earlier.counts.containsKey(v.id())
                    || of(v.id()).millis() > earlier.of(v.id()).millis()));
  }

  private boolean counted(FlinkReading earlier, String id) {
    return earlier.counts.containsKey(id)
        && counts.containsKey(id)
        && earlier.of(id).before(of(id));
  }

  /** Whether its vertices, but for sources, have these parallelisms. */
  boolean has(Map<String, Integer> wanted) {
    return vertices.stream()
        .filter(v -> !v.isSource())
        .allMatch(v -> Objects.equals(wanted.get(v.name()), v.parallelism()));
  }

  FlinkCounts since(FlinkReading earlier, String id) {
    return of(id).since(earlier.of(id));
  }

  /** What a vertex did since its subtasks started. */
  FlinkCounts sinceStart(String id) {
    return of(id);
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
