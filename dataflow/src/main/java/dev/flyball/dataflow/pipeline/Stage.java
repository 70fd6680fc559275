package dev.flyball.dataflow.pipeline;

/**
 * What one stage of a pipeline does with a record.
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

  /** Called by the thread that this instance was made for, at its end; never for a shared one. */
  default void close() throws Exception {}
}
