package dev.flyball.dataflow.pipeline.completion;

import java.util.Optional;

/**
 * What has become of a record and of all records that stages made of it: the worst of it.
 *
 * @param kind what
 * @param cause why it failed; empty for another kind
 */
public record Outcome(Kind kind, Optional<Throwable> cause) {

  /** Kinds of outcomes, each worse than the one before. */
  public enum Kind {
    /** All have left the last stage. */
    DONE,
    /** A full queue has dropped at least one, as its stage was told to. */
    DROPPED,
    /** At least one is a dead letter, which was sent before. */
    FAILED,
    /** The pipeline was aborted before all were done; at least one was not worked on. */
    ABORTED
  }

  /** All have left the last stage. */
  public static final Outcome DONE = new Outcome(Kind.DONE, Optional.empty());

  /** At least one was dropped. */
  public static final Outcome DROPPED = new Outcome(Kind.DROPPED, Optional.empty());

  /** The pipeline was aborted. */
  public static final Outcome ABORTED = new Outcome(Kind.ABORTED, Optional.empty());

  /** At least one is a dead letter, for that cause. */
  public static Outcome failed(Throwable cause) {
    return new Outcome(Kind.FAILED, Optional.of(cause));
  }

  /** The worse of two; this one if they are equally bad. */
  public Outcome or(Outcome other) {
    return other.kind.compareTo(kind) > 0 ? other : this;
  }

  /**
   * Whether nothing more will be done for the record: it is done, or was dropped or sent to the
   * dead letters by the pipeline's own rules. Only an aborted one has to come again.
   */
  public boolean settled() {
    return kind != Kind.ABORTED;
  }
}
