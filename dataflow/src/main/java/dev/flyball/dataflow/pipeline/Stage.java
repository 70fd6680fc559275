package dev.flyball.dataflow.pipeline;

/**
 * The user code of one stage of a pipeline.
 *
 * <p>An instance made for each thread is used by that thread only; one that is {@linkplain
 * PipelineBuilder#shared shared} is called by all threads of the stage at a time.
 *
 * @param <I> what it takes
 * @param <O> what it emits
 */
@FunctionalInterface
public interface Stage<I, O> {

  /**
   * Works on a record and emits what becomes of it: nothing, one record, or any number.
   *
   * <p>Whatever it throws goes to the pipeline's {@linkplain DeadLetters dead letters} together
   * with the record; what it emitted before stays emitted. It is interrupted by {@link
   * Pipeline#abort} only.
   *
   * @param record the record
   * @param out where to emit, to be used until this method returns, and by this thread only
   */
  void on(I record, Emitter<O> out) throws Exception;

  /**
   * Emits what this instance still holds: called once, after its last record and before {@link
   * #close}, when the pipeline drains, or when the stage is given fewer threads and this one
   * leaves. Never for a shared instance, and not after an abort.
   *
   * <p>So a stage may collect records and pass them on, or write them, many at a time. What is
   * emitted here follows all that was emitted before; in an ordered stage it comes where the thread
   * left. Whatever is thrown goes to the dead letters without a record.
   *
   * @param out where to emit, to be used until this method returns, and by this thread only
   */
  default void end(Emitter<O> out) throws Exception {}

  /**
   * Releases the resources of this instance. Called once by its thread, at the thread's end, or by
   * the thread that requested that thread if it could not be started; never for a shared instance.
   */
  default void close() throws Exception {}
}
