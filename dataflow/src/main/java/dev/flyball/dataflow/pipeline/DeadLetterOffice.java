package dev.flyball.dataflow.pipeline;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A guard around the user's dead-letter handler: hands it failed records, and survives its
 * exceptions. Safe for any thread.
 */
final class DeadLetterOffice {

  private final String pipeline;
  private final DeadLetters handler;

  DeadLetterOffice(String pipeline, DeadLetters handler) {
    this.pipeline = pipeline;
    this.handler = handler;
  }

  /** Sends a record; null where there is none to send. Never throws. */
  void send(String stage, @Nullable Object record, Throwable cause) {
    try {
      handler.take(letter(stage, Optional.ofNullable(record), cause));
    } catch (Throwable inHandler) {
      PipelineLog.tell(System.Logger.Level.ERROR, "the handler of dead letters failed", inHandler);
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

  /** Never throws. */
  void send(DeadLetter letter) {
    send(letter.stage(), letter.record().orElse(null), letter.cause());
  }

  DeadLetter letter(String stage, Optional<Object> record, Throwable cause) {
    return new DeadLetter(pipeline, stage, record, cause);
  }
}
