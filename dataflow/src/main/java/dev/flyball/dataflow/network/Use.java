package dev.flyball.dataflow.network;

import dev.flyball.base.Require;

/**
 * A node's use of a shared resource, in the host's unit of that resource.
 *
 * @param perRecord for each record: rate times this is the used part of the host's capacity, such
 *     as megabytes of a disk that has 30 of them per second
 * @param perThread for each thread, busy or not: memory, connections
 */
public record Use(double perRecord, double perThread) {
  public Use {
    Require.finiteAtLeast("per-record", 0, perRecord);
    Require.finiteAtLeast("per-thread", 0, perThread);
  }
}
