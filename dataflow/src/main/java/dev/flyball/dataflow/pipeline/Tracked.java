package dev.flyball.dataflow.pipeline;

import dev.flyball.dataflow.pipeline.completion.Outcome;

/**
 * A record whose source is to be told what becomes of it. It stands in queues and batches where a
 * record of another source stands as it is; code of users never sees it.
 *
 * @param record the record
 * @param ticket what counts it
 */
record Tracked(Object record, Ticket ticket) {

  /** The record as users know it. */
  static Object bare(Object taken) {
    return taken instanceof Tracked tracked ? tracked.record : taken;
  }

  /** Ends a record, if it is tracked. Never throws. */
  static void end(Object taken, Outcome outcome) {
    if (taken instanceof Tracked tracked) {
      tracked.ticket.end(outcome);
    }
  }
}
