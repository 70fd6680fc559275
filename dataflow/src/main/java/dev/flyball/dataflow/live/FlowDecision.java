package dev.flyball.dataflow.live;

import dev.flyball.dataflow.live.FlowAdvice.Change;
import java.util.List;
import java.util.Optional;

/**
 * An entry of a journal: what a governor did with a pipeline after one window, and why.
 *
 * @param number the sequence number of the decision, from 1, counted per governor
 * @param atNanos when, on the clock of {@link System#nanoTime}
 * @param cause the path that led to the decision
 * @param seen the window; empty if the pipeline could not be observed
 * @param changes the changes; in advise-only mode, those that would have been made
 * @param why the reason in one line, for a person
 */
public record FlowDecision(
    long number,
    long atNanos,
    Cause cause,
    Optional<FlowObservation> seen,
    List<Change> changes,
    String why) {

  /** The path that led to a decision. */
  public enum Cause {
    /** The policy advised, and the governor followed. */
    POLICY,
    /** The policy advised, and the governor only published the advice. */
    ADVISE_ONLY,
    /** The policy failed; the threads are held. */
    POLICY_FAILED,
    /** The pipeline could not be observed or resized; the threads are held. */
    PIPELINE_FAILED
  }

  public FlowDecision {
    changes = List.copyOf(changes);
  }
}
