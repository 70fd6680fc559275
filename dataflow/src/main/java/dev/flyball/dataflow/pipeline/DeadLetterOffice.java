package dev.flyball.dataflow.pipeline;

import java.util.Optional;

/** Hands records that failed to whoever takes them, and survives him. Safe for any thread. */
final class DeadLetterOffice {

  private static final System.Logger LOG = System.getLogger(Pipeline.class.getName());

  private final String pipeline;
  private final DeadLetters handler;

  DeadLetterOffice(String pipeline, DeadLetters handler) {
    this.pipeline = pipeline;
    this.handler = handler;
  }

  void send(String stage, Optional<Object> record, Throwable cause) {
    send(new DeadLetter(pipeline, stage, record, cause));
  }

  void send(DeadLetter letter) {
    try {
      handler.take(letter);
    } catch (Throwable inHandler) {
      try {
        LOG.log(System.Logger.Level.ERROR, "the handler of dead letters failed", inHandler);
      } catch (Throwable inLog) {
        // Out of memory twice over, say. The worker must live on all the same.
      }
    }
  }

  DeadLetter letter(String stage, Optional<Object> record, Throwable cause) {
    return new DeadLetter(pipeline, stage, record, cause);
  }
}
