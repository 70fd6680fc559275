package dev.flyball.sim.scenario;

import dev.flyball.base.Require;

/**
 * The machine that the workers run on.
 *
 * <p>Runnable workers share the cores equally (processor sharing). While there are more of them
 * than cores, each core spends {@code switchNanos} out of every {@code sliceNanos + switchNanos} on
 * changing from one to the next.
 *
 * @param cores how many processors there are; half a core is a quota of half a core
 * @param neighbours processors that other programs keep busy, which the pool does not get
 * @param switchNanos what one change from one worker to another costs, caches included
 * @param sliceNanos how long a worker runs before it has to let another one run
 * @param memoryBytes what there is for the workers' own memory; {@link Long#MAX_VALUE} for enough
 * @param memoryPerWorkerBytes what one worker takes of it; a worker that would not fit is not
 *     started
 */
public record Host(
    double cores,
    double neighbours,
    long switchNanos,
    long sliceNanos,
    long memoryBytes,
    long memoryPerWorkerBytes) {

  /** A host without neighbours. */
  public Host(
      double cores,
      long switchNanos,
      long sliceNanos,
      long memoryBytes,
      long memoryPerWorkerBytes) {
    this(cores, 0, switchNanos, sliceNanos, memoryBytes, memoryPerWorkerBytes);
  }

  /** A host on which changing workers costs nothing and memory is enough. */
  public static Host ofCores(double cores) {
    return new Host(cores, 0, 3_000_000, Long.MAX_VALUE, 1 << 20);
  }

  public Host {
    Require.above("cores", 0, cores);
    Require.finiteAtLeast("neighbours", 0, neighbours);
    Require.countAtLeast("switchNanos", 0, switchNanos);
    Require.above("sliceNanos", 0, sliceNanos);
    Require.above("memoryPerWorkerBytes", 0, memoryPerWorkerBytes);
    if (memoryBytes < memoryPerWorkerBytes) {
      throw new IllegalArgumentException(
          "memoryBytes must hold one worker of "
              + memoryPerWorkerBytes
              + " but was "
              + memoryBytes);
    }
  }

  /** How many workers fit into memory. */
  public long workersMax() {
    return memoryBytes / memoryPerWorkerBytes;
  }
}
