package dev.flyball.control;

/**
 * A callback for every decision of a governor, on every path.
 *
 * <p>It is called after the decision is in force and in the journal, without any lock of the
 * governor, for one decision at a time and in their order. So it may use the switches of this
 * governor and of others: what they decide is told next. The thread that decided calls it, or one
 * that is telling an earlier decision at that moment. Of more than a thousand decisions that wait
 * for a listener to return, the oldest are left out, which is logged. An exception thrown here is
 * logged and affects neither the governor nor other listeners.
 */
@FunctionalInterface
public interface DecisionListener {

  /** Receives a decision that is in force. */
  void decided(Decision decision);
}
