package dev.flyball.dataflow.pipeline;

import dev.flyball.dataflow.pipeline.completion.Outcome;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A guard around the user's dead-letter handler: hands it failed records, and survives its
 * exceptions. Safe for any thread.
 */
final class DeadLetterOffice {

  private final String pipeline;
  private final DeadLetters handler;
  private volatile boolean aborted;

  DeadLetterOffice(String pipeline, DeadLetters handler) {
    this.pipeline = pipeline;
    this.handler = handler;
  }

  /** The pipeline was aborted: records that fail from now on are not given up, for their source. */
  void abort() {
    aborted = true;
  }

  /** What becomes of a record that fails so. */
  Outcome outcomeOf(Throwable cause) {
    return aborted ? Outcome.ABORTED : Outcome.failed(cause);
  }

  /** Sends a record and tells its source; null where there is none to send. Never throws. */
  void send(String stage, @Nullable Object taken, Throwable cause) {
    try {
      Optional<Object> record = Optional.ofNullable(taken).map(Tracked::bare);
      handler.take(new DeadLetter(pipeline, stage, record, cause));
    } catch (Throwable inHandler) {
      PipelineLog.tell(System.Logger.Level.ERROR, "the handler of dead letters failed", inHandler);
    }
    if (taken != null) {
      Tracked.end(taken, outcomeOf(cause));
    }
  }

  /** Sends what still stands in the first places, and empties them. Never throws. */
  void sendAll(String stage, @Nullable Object[] records, int count, Throwable cause) {
    for (int i = 0; i < count; i++) {
      Object record = records[i];
      records[i] = null;
      if (record != null) {
        send(stage, record, cause);
      }
    }
  }
}
