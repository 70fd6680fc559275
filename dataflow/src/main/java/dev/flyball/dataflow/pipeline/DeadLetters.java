package dev.flyball.dataflow.pipeline;

/** The handler of records that a stage could not finish. */
@FunctionalInterface
public interface DeadLetters {

  /**
   * Takes one record. The thread that worked on the record calls it, and goes on afterwards;
   * several threads may call at a time. Its exceptions are logged.
   */
  void take(DeadLetter letter);

  /**
   * A handler that logs the first record of each stage, and from then on one in ten seconds with
   * their number.
   */
  static DeadLetters logged() {
    return new LoggedDeadLetters();
  }
}
