package dev.flyball.policies.climb.wave;

/** The reasons for which {@link WaveClimb} forgets its result and searches again. */
enum WaveReinit {
  /** Throughput, connections or latency left the tolerance while the size was at its optimum. */
  LEFT_OPTIMIZED("the optimum no longer holds"),
  /** A rise or a fall closed the bounds at a size that is far above the connections. */
  FALSE_TRANSITION_BY_PROGRESS("false transition, found when progress was estimated"),
  /** A flat stretch closed the bounds at a size that is far above the connections. */
  FALSE_TRANSITION_BY_PLATEAU("false transition, found on the plateau"),
  /** Known pairs of size and throughput foretold something else, twice in a row. */
  WORKLOAD_CHANGED("workload changed, the curve is another one"),
  /** Another caller set another size. */
  SIZE_SET_BY_OTHERS("somebody else set the size"),
  /** No client is connected, so there is nothing to find. */
  NO_CONNECTIONS("no connections"),
  /** Throughput fell to a small part of what this size is known for. */
  STEEP_DECLINE("unnaturally steep decline of throughput");

  private final String words;

  WaveReinit(String words) {
    this.words = words;
  }

  /** The cause in the words of the journal. */
  String words() {
    return words;
  }
}
