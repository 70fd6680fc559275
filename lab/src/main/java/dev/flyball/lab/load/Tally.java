package dev.flyball.lab.load;

import dev.flyball.lab.load.Exchange.Outcome;
import dev.flyball.lab.load.LoadResult.Counts;

/** Counters of offered requests and of their outcomes. For one thread. */
final class Tally {

  private final long[] outcomes = new long[Outcome.values().length];
  private long offered;
  private long outstanding;

  void offered() {
    offered++;
    outstanding++;
  }

  void ended(Outcome outcome) {
    outcomes[outcome.ordinal()]++;
    outstanding--;
  }

  long outstanding() {
    return outstanding;
  }

  Counts counts() {
    return new Counts(
        offered,
        of(Outcome.COMPLETED),
        of(Outcome.REJECTED),
        of(Outcome.CLIENT_ERROR),
        of(Outcome.SERVER_ERROR),
        of(Outcome.UNCONNECTED),
        of(Outcome.BROKEN),
        of(Outcome.TIMED_OUT),
        outstanding);
  }

  private long of(Outcome outcome) {
    return outcomes[outcome.ordinal()];
  }
}
