package dev.flyball.sim;

/** The sizes that were asked for in a run's first pool. */
final class Sizes {

  private Sizes() {}

  /** The size that is asked for when so many seconds are over. */
  static int at(Outcome outcome, double seconds) {
    int size = 0;
    for (Contender.SizeAt change : outcome.pools().get(0).sizes()) {
      if (change.atNanos() <= seconds * 1e9) {
        size = change.workers();
      }
    }
    return size;
  }

  /** The largest size that is asked for between two moments. */
  static int most(Outcome outcome, double fromSeconds, double toSeconds) {
    return outcome.pools().get(0).sizes().stream()
        .filter(change -> change.atNanos() >= fromSeconds * 1e9)
        .filter(change -> change.atNanos() <= toSeconds * 1e9)
        .mapToInt(Contender.SizeAt::workers)
        .reduce(at(outcome, fromSeconds), Math::max);
  }

  /** The size averaged over the time between two moments. */
  static double mean(Outcome outcome, double fromSeconds, double toSeconds) {
    double sum = 0;
    double since = fromSeconds;
    for (Contender.SizeAt change : outcome.pools().get(0).sizes()) {
      double at = change.atNanos() / 1e9;
      if (at > fromSeconds && at < toSeconds) {
        sum += (at - since) * at(outcome, since);
        since = at;
      }
    }
    return (sum + (toSeconds - since) * at(outcome, since)) / (toSeconds - fromSeconds);
  }
}
