package dev.flyball.dataflow.solve;

/**
 * How long it takes from a record's arrival until the last node is done with what became of it,
 * given how long each node takes.
 *
 * <p>Copies are worked on side by side, so the longest way counts; of a split each way counts by
 * its share where times are means, and the longest one where they are quantiles. The mean of the
 * longest of several ways is more than the longest mean, and a sum of quantiles is, for the
 * quantiles that people ask for (above about 0.8), more than the quantile of the sum: so this is a
 * lower bound for means behind a fork and an upper one for quantiles. Simulation says how far off.
 */
final class Response {

  private final Layout layout;
  private final boolean mean;

  Response(Layout layout, boolean mean) {
    this.layout = layout;
    this.mean = mean;
  }

  /** Of all records, given each node's time. */
  double of(double[] seconds) {
    return ofWays(fromEach(seconds));
  }

  /** Of all records, given the times from each node on. */
  private double ofWays(double[] from) {
    double all = 0;
    for (int i = 0; i < from.length; i++) {
      double share = layout.sourceShare(i);
      if (share > 0) {
        all = mean ? all + share * from[i] : Math.max(all, from[i]);
      }
    }
    return all;
  }

  private double[] fromEach(double[] seconds) {
    double[] from = new double[seconds.length];
    addEarlier(seconds, seconds.length, from);
    return from;
  }

  /**
   * Of all records, given the times from each node on for those from a number on, and each node's
   * own time for those before it.
   *
   * @param from those that are given; the others are set
   */
  double of(double[] seconds, int number, double[] from) {
    addEarlier(seconds, number, from);
    return ofWays(from);
  }

  private void addEarlier(double[] seconds, int number, double[] from) {
    for (int i = number - 1; i >= 0; i--) {
      from[i] = from(i, seconds[i], from);
    }
  }

  /**
   * The time from a node on.
   *
   * @param seconds its own
   * @param from those of the nodes after it
   */
  double from(int number, double seconds, double[] from) {
    double behind = 0;
    for (Layout.Way way : layout.ways(number)) {
      behind = Math.max(behind, behind(way, from));
    }
    return seconds + behind;
  }

  private double behind(Layout.Way way, double[] from) {
    double longest = 0;
    double sum = 0;
    for (int branch = 0; branch < way.to().length; branch++) {
      double share = Math.min(1, way.share()[branch]);
      double behind = from[way.to()[branch]];
      sum += share * behind;
      longest = Math.max(longest, mean ? share * behind : behind);
    }
    return mean && way.split() ? sum : longest;
  }

  /** How much the whole grows with each node's time, at these times. */
  double[] weights(double[] seconds) {
    double[] from = fromEach(seconds);
    double[] weights = new double[seconds.length];
    addSources(from, weights);
    for (int i = 0; i < weights.length; i++) {
      Layout.Way longest = null;
      double behind = 0;
      for (Layout.Way way : layout.ways(i)) {
        double each = behind(way, from);
        if (each > behind) {
          behind = each;
          longest = way;
        }
      }
      if (longest != null) {
        pass(longest, from, weights, weights[i]);
      }
    }
    return weights;
  }

  private void addSources(double[] from, double[] weights) {
    int longest = 0;
    for (int i = 0; i < weights.length; i++) {
      double share = layout.sourceShare(i);
      weights[i] = mean ? share : 0;
      longest = share > 0 && from[i] > from[longest] ? i : longest;
    }
    if (!mean) {
      weights[longest] = 1;
    }
  }

  private void pass(Layout.Way way, double[] from, double[] weights, double weight) {
    if (mean && way.split()) {
      for (int branch = 0; branch < way.to().length; branch++) {
        weights[way.to()[branch]] += weight * way.share()[branch];
      }
      return;
    }
    int longest = 0;
    double most = -1;
    for (int branch = 0; branch < way.to().length; branch++) {
      double share = mean ? Math.min(1, way.share()[branch]) : 1;
      if (share * from[way.to()[branch]] > most) {
        most = share * from[way.to()[branch]];
        longest = branch;
      }
    }
    double share = mean ? Math.min(1, way.share()[longest]) : 1;
    weights[way.to()[longest]] += weight * share;
  }
}
