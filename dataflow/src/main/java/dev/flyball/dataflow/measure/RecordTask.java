package dev.flyball.dataflow.measure;

/** A node's work on a record, by one thread, which alone uses this. */
@FunctionalInterface
public interface RecordTask extends AutoCloseable {

  /**
   * Does one record, from its being there to its being done with.
   *
   * @throws Exception what went wrong; the measurement ends with it
   */
  void processOne() throws Exception;

  /** Gives back what the thread held, such as a file or a connection. */
  @Override
  default void close() {}
}
