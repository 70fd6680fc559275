package dev.flyball.dataflow.pipeline;

/**
 * The user code of one stage of a pipeline.
 *
 * <p>One thread uses an instance that was made for it. All threads of the stage call a {@linkplain
 * PipelineBuilder#shared shared} instance, at the same time.
 *
 * @param <I> the type of its input
 * @param <O> the type of its output
 */
@FunctionalInterface
public interface Stage<I, O> {

  /**
   * Works on a record and emits the result: nothing, one record, or any number.
   *
   * <p>An exception goes to the pipeline's {@linkplain DeadLetters dead letters} together with the
   * record; records emitted before stay emitted. Only {@link Pipeline#abort} interrupts it.
   *
   * @param record the record
   * @param out the output, to be used until this method returns, and by this thread only
   */
  void on(I record, Emitter<O> out) throws Exception;

  /**
   * Emits or writes the records that this instance holds. Called by the instance's own thread,
   * between two records or while none waits, when the stage's plan says so: {@link
   * StagePlan#flushAfter}, {@link StagePlan#flushEvery}, {@link StagePlan#flushWhenIdle}; and by
   * {@link #end}. Only called after a record that no call has followed yet. Never called for a
   * shared instance, and not after an abort.
   *
   * <p>So a stage may collect records and pass them on, or write them, many at a time. Records
   * emitted here follow all records that this instance emitted before. An exception goes to the
   * dead letters without a record, and the thread goes on.
   *
   * @param out the output, to be used until this method returns, and by this thread only
   */
  default void flush(Emitter<O> out) throws Exception {}

  /**
   * Emits the records that this instance still holds; unless overridden, by a {@link #flush}.
   * Called once, after its last record and before {@link #close}, when the pipeline drains, or when
   * the stage gets fewer threads and this one leaves. Never called for a shared instance, and not
   * after an abort.
   *
   * <p>Records emitted here follow all records emitted before; in an ordered stage they come where
   * the thread left. An exception goes to the dead letters without a record.
   *
   * @param out the output, to be used until this method returns, and by this thread only
   */
  default void end(Emitter<O> out) throws Exception {
    flush(out);
  }

  /**
   * Releases the resources of this instance. Called once by its thread, at the thread's end, or by
   * the thread that requested that thread if it could not be started; never for a shared instance.
   */
  default void close() throws Exception {}
}
