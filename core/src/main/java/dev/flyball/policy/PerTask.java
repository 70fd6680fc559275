package dev.flyball.policy;

import dev.flyball.base.Require;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the completed tasks of a window were like: figures of an average task, by names that each
 * target chooses.
 *
 * <p>By them two workloads can be told apart. The <b>demands</b> are what a task asks for. They do
 * not depend on the number of workers, so they can be compared between windows of any two sizes:
 * the share of a kind of task ({@code "selects"}: 0.7 of the tasks are selects), rows, bytes. The
 * <b>waits</b> are what a task meets on its way, which does depend on the number of workers: waits
 * for a lock, for a disk. A target that can tell neither has {@link #NONE}.
 *
 * <p>Immutable.
 */
public final class PerTask {

  /** No figures. */
  public static final PerTask NONE = new PerTask(new TreeMap<>(), new TreeMap<>());

  private final SortedMap<String, Double> demands;
  private final SortedMap<String, Double> waits;

  private PerTask(Map<String, Double> demands, Map<String, Double> waits) {
    this.demands = checked("demands", demands);
    this.waits = checked("waits", waits);
  }

  /**
   * Makes the figures of an average task.
   *
   * @param demands what it asks for, whatever the number of workers; each finite and at least 0
   * @param waits what it meets, depending on the number of workers; each finite and at least 0
   */
  public static PerTask of(Map<String, Double> demands, Map<String, Double> waits) {
    return demands.isEmpty() && waits.isEmpty() ? NONE : new PerTask(demands, waits);
  }

  private static SortedMap<String, Double> checked(String what, Map<String, Double> figures) {
    figures.forEach((name, value) -> Require.finiteAtLeast(what + "." + name, 0, value));
    return Collections.unmodifiableSortedMap(new TreeMap<>(figures));
  }

  /** What a task asks for, by name; does not depend on the number of workers. */
  public SortedMap<String, Double> demands() {
    return demands;
  }

  /** What a task meets on its way, by name; depends on the number of workers. */
  public SortedMap<String, Double> waits() {
    return waits;
  }

  /** Whether there are no figures. */
  public boolean isEmpty() {
    return demands.isEmpty() && waits.isEmpty();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof PerTask that
        && demands.equals(that.demands)
        && waits.equals(that.waits);
  }

  @Override
  public int hashCode() {
    return Objects.hash(demands, waits);
  }

  @Override
  public String toString() {
    return "PerTask[demands=" + demands + ", waits=" + waits + "]";
  }
}
