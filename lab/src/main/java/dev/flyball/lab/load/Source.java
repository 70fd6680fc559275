package dev.flyball.lab.load;

/**
 * The source of a run's requests. Called on the event loop thread only.
 *
 * <p>It hands requests to {@link Engine#offer} and, when no more will come, calls {@link
 * Engine#offeringEnded} once.
 */
interface Source {

  /** The load starts now. */
  void start();

  /** A request that it had offered has ended. */
  void ended(Exchange exchange, Outcome outcome);

  /** No request shall be offered any more. */
  void stop();
}
