package dev.flyball.dataflow.live;

import dev.flyball.dataflow.live.FlowAdvice.Change;
import java.util.List;
import java.util.Optional;

/**
 * One entry of a journal: what a governor did with a pipeline after one window, and why.
 *
 * @param number counts the decisions of one governor, from 1
 * @param atNanos when, on the clock of {@link System#nanoTime}
 * @param cause which path decided
 * @param seen the window; empty where the pipeline could not be observed
 * @param changes what was changed; in advise-only mode, what would have been
 * @param why the reason in one line, for a person
 */
public record FlowDecision(
    long number,
    long atNanos,
    Cause cause,
    Optional<FlowObservation> seen,
    List<Change> changes,
    String why) {

  /** The path by which a decision came about. */
  public enum Cause {
    /** The policy advised, and the advice was followed. */
    POLICY,
    /** The policy advised, and the governor only says so. */
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
