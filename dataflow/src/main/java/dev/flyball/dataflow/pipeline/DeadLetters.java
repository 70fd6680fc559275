package dev.flyball.dataflow.pipeline;

/** The handler of records that a stage could not finish. */
@FunctionalInterface
public interface DeadLetters {

  /**
   * Takes one. Called by the thread that worked on the record, which goes on afterwards; by several
   * threads at a time. What it throws is logged.
   */
  void take(DeadLetter letter);

  /** Logs the first of each stage, and from then on one in ten seconds with their number. */
  static DeadLetters logged() {
    return new LoggedDeadLetters();
  }
}
