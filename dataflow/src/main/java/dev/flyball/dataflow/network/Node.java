package dev.flyball.dataflow.network;

import dev.flyball.base.Require;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A step that every record sent to it goes through, worked by its own threads from one queue.
 *
 * @param name its name
 * @param rate the total rate of its threads
 * @param variation the squared coefficient of variation of its service times (variance / mean^2): 0
 *     for constant ones, 1 for exponential ones, as in the publication
 * @param cpuShare the part of a service time that needs a processor, from 0 to 1; the rest waits
 * @param queueCapacity the maximum number of waiting records, without those in service; at least 1
 * @param overflow the rule for further records
 * @param threads the allowed numbers of threads
 * @param utilisationMax the maximum planned utilisation of its threads, above 0 and at most 1
 * @param uses its use of the host's resources, by their names
 */
public record Node(
    String name,
    RateCurve rate,
    double variation,
    double cpuShare,
    long queueCapacity,
    Overflow overflow,
    Threads threads,
    double utilisationMax,
    SortedMap<String, Use> uses) {

  /** The default waiting room. */
  public static final long QUEUE_CAPACITY = 1024;

  /** The threshold of the publication's experiments. */
  public static final double UTILISATION_MAX = 0.8;

  public Node {
    Require.notBlank("name", name);
    Require.finiteAtLeast("variation", 0, variation);
    Require.between("cpu-share", 0, 1, cpuShare);
    Require.countAtLeast("queue", 1, queueCapacity);
    Require.above("utilisation", 0, utilisationMax);
    Require.between("utilisation", 0, 1, utilisationMax);
    uses = Collections.unmodifiableSortedMap(new TreeMap<>(uses));
  }

  /** A node with so many records per second and thread, exponentially distributed. */
  public static Node of(String name, double perSecond) {
    return new Node(
        name,
        new RateCurve.Linear(perSecond),
        1,
        1,
        QUEUE_CAPACITY,
        Overflow.BLOCK,
        Threads.ANY,
        UTILISATION_MAX,
        Collections.emptySortedMap());
  }

  public Node withRate(RateCurve newRate) {
    return new Node(
        name, newRate, variation, cpuShare, queueCapacity, overflow, threads, utilisationMax, uses);
  }

  public Node withThreads(Threads newThreads) {
    return new Node(
        name, rate, variation, cpuShare, queueCapacity, overflow, newThreads, utilisationMax, uses);
  }

  public Node withQueue(long newCapacity, Overflow newOverflow) {
    return new Node(
        name, rate, variation, cpuShare, newCapacity, newOverflow, threads, utilisationMax, uses);
  }

  public Node withService(double newVariation, double newCpuShare) {
    return new Node(
        name,
        rate,
        newVariation,
        newCpuShare,
        queueCapacity,
        overflow,
        threads,
        utilisationMax,
        uses);
  }

  public Node withUtilisationMax(double newMax) {
    return new Node(
        name, rate, variation, cpuShare, queueCapacity, overflow, threads, newMax, uses);
  }

  public Node using(String resource, Use use) {
    SortedMap<String, Use> more = new TreeMap<>(uses);
    more.put(resource, use);
    return new Node(
        name, rate, variation, cpuShare, queueCapacity, overflow, threads, utilisationMax, more);
  }

  /**
   * Whether its number of threads is fixed and excess records go elsewhere: such a node delays no
   * other.
   */
  public boolean overflows() {
    return threads.fixed() && overflow != Overflow.BLOCK;
  }

  /** The mean time that one of so many threads takes for a record, in seconds. */
  public double serviceSeconds(int threadCount) {
    return threadCount / rate.perSecond(threadCount);
  }
}
