package dev.flyball.dataflow.pipeline;

import java.io.IOException;

/**
 * A store for records that come to a stage's full queue; first in, first out.
 *
 * <p>It is given to one stage of one pipeline. That calls it under the lock of one queue, so never
 * two methods at a time; it must not call the pipeline. What it throws, errors of the machine
 * included, costs the one record that it was called for.
 *
 * @param <T> the records
 */
public interface Spill<T> extends AutoCloseable {

  /**
   * Puts a record behind all others.
   *
   * @throws IOException when it could not be stored; then it is not stored at all, and what was
   *     stored before is as it was. The pipeline sends it to the dead letters
   */
  void append(T record) throws IOException;

  /**
   * Takes the record out that has been here longest. Not called when there is none.
   *
   * @throws IOException when it cannot be read; then it is gone, and the next call is for the next
   *     one
   */
  T remove() throws IOException;

  /** How many records are here; asked once, when the pipeline is built. */
  long size();

  /** Called once the pipeline has ended; what is still here may stay where it is. */
  @Override
  void close() throws IOException;
}
