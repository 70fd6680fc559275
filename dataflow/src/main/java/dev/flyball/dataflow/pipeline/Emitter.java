package dev.flyball.dataflow.pipeline;

import java.util.concurrent.CancellationException;

/**
 * The output of a stage for one record.
 *
 * <p>Records are delivered in the order in which they were emitted, some at a time. Emitting waits
 * where the queue behind it is full and blocks; that is not counted as the stage's work.
 *
 * @param <O> what the stage emits
 */
public interface Emitter<O> {

  /**
   * Sends a record as the stage was wired: to every output, to one by share, or to the chosen one.
   *
   * @throws IllegalStateException when the stage has no output
   * @throws CancellationException when the pipeline was aborted
   */
  void emit(O record);

  /**
   * Sends a record to one output.
   *
   * @param output the name of the stage that it goes to
   * @throws IllegalArgumentException when this stage sends nothing to a stage of that name
   * @throws CancellationException when the pipeline was aborted
   */
  void emitTo(String output, O record);
}
