package dev.flyball.control;

/**
 * Somebody who is told of every decision of a governor, on every path.
 *
 * <p>Called by the thread that decided, after the decision is in force and in the journal. An
 * exception thrown here is logged and harms nobody else.
 */
@FunctionalInterface
public interface DecisionListener {

  void decided(Decision decision);
}
