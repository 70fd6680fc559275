package dev.flyball.adapters.mariadb;

/** The event that counts as a task completed by the server. */
public enum Objective {
  /**
   * Statements that clients sent and the server ran. Right for most servers; misleads where the mix
   * of cheap and dear statements changes by itself.
   */
  QUESTIONS,
  /**
   * Transactions that ended with an explicit {@code COMMIT}. Right where clients open transactions;
   * a client that commits every statement automatically is not counted.
   */
  COMMITS
}
