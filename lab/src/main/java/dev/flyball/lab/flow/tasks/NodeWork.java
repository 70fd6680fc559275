package dev.flyball.lab.flow.tasks;

import dev.flyball.dataflow.measure.NodeTasks;

/** A kind of work that a node may do, with its settings. */
public interface NodeWork {

  /** What it does, as a person would say it. */
  String text();

  /** Whether it needs a database server. */
  default boolean needsDatabase() {
    return false;
  }

  /** How much a record writes to the disk, in bytes; 0 where that is nothing, or not known. */
  default long diskBytes() {
    return 0;
  }

  /**
   * Sees whether it could be opened, as far as that costs nothing.
   *
   * @throws IllegalArgumentException when it could not, as what was asked for is wrong
   */
  default void check(WorkSite site) {}

  /**
   * Sets it up.
   *
   * @throws Exception when that fails
   */
  NodeTasks open(WorkSite site) throws Exception;
}
