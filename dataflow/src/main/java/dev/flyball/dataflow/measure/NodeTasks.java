package dev.flyball.dataflow.measure;

/**
 * The work of a node, for as many threads as are tried: the node's own work, or something close to
 * it.
 *
 * <p>Safe for use by several threads, each of which asks for a task of its own.
 */
@FunctionalInterface
public interface NodeTasks extends AutoCloseable {

  /**
   * The task of the calling thread; what it sets up is not measured.
   *
   * @throws Exception what went wrong; the measurement ends with it
   */
  RecordTask taskOfThread() throws Exception;

  /** Gives back what all threads shared. */
  @Override
  default void close() {}
}
