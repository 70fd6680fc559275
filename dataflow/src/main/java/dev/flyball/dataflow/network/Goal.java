package dev.flyball.dataflow.network;

import dev.flyball.base.Require;
import java.util.OptionalDouble;

/** The goal of a plan. */
public sealed interface Goal {

  /** The goal's name, as files have it. */
  String text();

  /** The most records per second that the host can do. */
  record Throughput() implements Goal {
    @Override
    public String text() {
      return "throughput";
    }
  }

  /** The fewest threads for the rates that the sources have. */
  record Consolidation() implements Goal {
    @Override
    public String text() {
      return "consolidation";
    }
  }

  /**
   * The fewest threads for the rates that the sources have, and a response time.
   *
   * @param seconds the longest response time, from a record's arrival until the last node has
   *     finished everything that came of it
   * @param quantile the share of the records that must meet it, as 0.95; empty for the mean of all
   */
  record Latency(double seconds, OptionalDouble quantile) implements Goal {
    public Latency {
      Require.above("latency", 0, seconds);
      quantile.ifPresent(share -> {
        Require.above("quantile", 0, share);
        Require.between("quantile", 0, 0.9999, share);
      });
    }

    @Override
    public String text() {
      return "latency";
    }
  }
}
