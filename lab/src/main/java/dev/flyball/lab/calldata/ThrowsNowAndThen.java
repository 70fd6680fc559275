package dev.flyball.lab.calldata;

import dev.flyball.dataflow.pipeline.Emitter;
import dev.flyball.dataflow.pipeline.Stage;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A stage that throws at every so manieth record, before it works on it.
 *
 * @param stage what it is for the others
 * @param calls counts, for all threads of the stage
 * @param every at the how-manieth it throws; 0 for never
 */
record ThrowsNowAndThen<I, O>(Stage<I, O> stage, AtomicLong calls, int every)
    implements Stage<I, O> {

  @Override
  public void on(I record, Emitter<O> out) throws Exception {
    if (every > 0 && calls.incrementAndGet() % every == 0) {
      throw new IllegalStateException("thrown on purpose, at one in " + every);
    }
    stage.on(record, out);
  }

  @Override
  public void end(Emitter<O> out) throws Exception {
    stage.end(out);
  }

  @Override
  public void close() throws Exception {
    stage.close();
  }
}
