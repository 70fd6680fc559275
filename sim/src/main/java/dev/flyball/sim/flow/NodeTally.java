package dev.flyball.sim.flow;

/** The counts of a node: its state at present, and what happened since the window began. */
final class NodeTally {

  /** Threads that serve. */
  int busy;

  /** Threads that hold what they have finished. */
  int blocked;

  /** Records in the node: waiting, put aside, in service, held. */
  long present;

  long arrived;
  long completed;
  long lost;
  long spilled;

  /** Services begun, and what those records had waited. */
  long begun;

  double waitNanos;

  private long presentFirst;
  private double busyNanos;
  private double blockedNanos;
  private double presentNanos;
  private long atNanos;

  /** Counts the state up to now; to be called before it changes. */
  void advance(long nowNanos) {
    double since = nowNanos - atNanos;
    busyNanos += busy * since;
    blockedNanos += blocked * since;
    presentNanos += present * since;
    atNanos = nowNanos;
  }

  void beginWindow(long nowNanos) {
    atNanos = nowNanos;
    presentFirst = present;
    arrived = 0;
    completed = 0;
    lost = 0;
    spilled = 0;
    begun = 0;
    waitNanos = 0;
    busyNanos = 0;
    blockedNanos = 0;
    presentNanos = 0;
  }

  FlowOutcome.NodeFlow outcome(String node, int threads, double seconds) {
    double nanos = 1e9 * seconds;
    return new FlowOutcome.NodeFlow(
        node,
        threads,
        seconds,
        arrived,
        completed,
        lost,
        spilled,
        presentFirst,
        present,
        waitNanos / begun / 1e9,
        busyNanos / nanos / threads,
        blockedNanos / nanos / threads,
        presentNanos / nanos);
  }
}
