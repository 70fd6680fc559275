package dev.flyball.control;

/**
 * A callback for every decision of a governor, on every path.
 *
 * <p>The thread that decided calls it, after the decision is in force and in the journal. An
 * exception thrown here is logged and affects neither the governor nor other listeners.
 */
@FunctionalInterface
public interface DecisionListener {

  /** Receives a decision that is in force. */
  void decided(Decision decision);
}
