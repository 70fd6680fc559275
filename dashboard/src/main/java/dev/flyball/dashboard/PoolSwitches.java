package dev.flyball.dashboard;

/**
 * The switches by which a person overrules the governor of a pool.
 *
 * <p>Each throws {@link IllegalArgumentException} for a value that cannot be, and {@link
 * IllegalStateException} where the governor is closed or out of reach; the message says what was
 * expected.
 */
public interface PoolSwitches {

  /** Sets the size by hand, at least 1, and keeps it; the policy is still asked. */
  void pin(int workers);

  /** Leaves the size alone and only publishes the advice. */
  void adviseOnly();

  /** Follows the policy again. */
  void govern();

  /** Sets the sizes that are allowed, {@code min} at least 1 and {@code max} at least that. */
  void limits(int min, int max);

  /** Asks another policy, as {@link dev.flyball.policy.catalogue.Policies#parse} reads it. */
  void policy(String specification);
}
