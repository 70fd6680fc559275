package dev.flyball.dataflow.pipeline;

import java.io.IOException;

/**
 * A store for records that come to a stage's full queue; first in, first out.
 *
 * <p>It belongs to one stage of one pipeline. The stage calls it under the lock of one queue, so
 * never two methods at a time; it must not call the pipeline. An exception, errors of the machine
 * included, costs the one record of that call.
 *
 * @param <T> the type of the records
 */
public interface Spill<T> extends AutoCloseable {

  /**
   * Puts a record behind all others.
   *
   * @throws IOException when it could not be stored; then it is not stored at all, and the records
   *     stored before are unchanged. The pipeline sends it to the dead letters
   */
  void append(T record) throws IOException;

  /**
   * Takes out the oldest record. Not called when there is none.
   *
   * @throws IOException when it cannot be read; then it is gone, and the next call is for the next
   *     one
   */
  T remove() throws IOException;

  /** The number of records here; read once, when the pipeline is built. */
  long size();

  /** Called once the pipeline has ended; the remaining records may stay where they are. */
  @Override
  void close() throws IOException;
}
