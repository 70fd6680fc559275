package dev.flyball.dataflow.network;

import dev.flyball.base.Require;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The machine that the nodes share.
 *
 * @param cores the processors that the program may use
 * @param rule the limit that the processors set
 * @param resources further shared resources, by name, in a unit of the file's choice
 */
public record Host(double cores, CoreRule rule, SortedMap<String, Double> resources) {

  /** The resource limits that processors set. */
  public enum CoreRule {
    /** A processor for each thread, as in the publication, Eq. (16): the sum of threads. */
    THREADS("threads"),
    /** The CPU time that all records together need; a thread that waits needs no processor. */
    CPU_TIME("cpu-time");

    private final String text;

    CoreRule(String text) {
      this.text = text;
    }

    /** As files have it. */
    public String text() {
      return text;
    }
  }

  /** The maximum planned utilisation of processors under {@link CoreRule#CPU_TIME}. */
  public static final double CPU_UTILISATION_MAX = 0.9;

  public Host {
    Require.above("cores", 0, cores);
    resources = Collections.unmodifiableSortedMap(new TreeMap<>(resources));
    resources.forEach((name, capacity) -> Require.above(name, 0, capacity));
  }

  /** A host with so many processors, one for each thread, and no other limit. */
  public static Host of(double cores) {
    return new Host(cores, CoreRule.THREADS, Collections.emptySortedMap());
  }

  public Host withCores(double newCores) {
    return new Host(newCores, rule, resources);
  }

  public Host withRule(CoreRule newRule) {
    return new Host(cores, newRule, resources);
  }
}
