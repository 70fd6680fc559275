package dev.flyball.dataflow.network;

import dev.flyball.base.Require;
import java.util.List;

/**
 * The destination of a node's finished records.
 *
 * @param from the node
 * @param fan how the branches share it
 * @param branches at least one
 */
public record Route(String from, Fan fan, List<Branch> branches) {

  /** The way branches share a node's records. */
  public enum Fan {
    /** Each branch gets each record, or the share of all records that it asks for. */
    COPY,
    /** Each record goes to one branch; the shares sum to 1. */
    SPLIT
  }

  /**
   * A way to another node.
   *
   * @param to that node
   * @param share records sent there for each record done, above 0; more than 1 where a record
   *     becomes several
   */
  public record Branch(String to, double share) {
    public Branch {
      Require.above("share", 0, share);
    }
  }

  private static final double ROUNDING = 1e-9;

  public Route {
    branches = List.copyOf(branches);
    Require.atLeast("number of branches", 1, branches.size());
    double sum = branches.stream().mapToDouble(Branch::share).sum();
    if (fan == Fan.SPLIT && Math.abs(sum - 1) > ROUNDING) {
      throw new IllegalArgumentException("sum of the shares of a split must be 1 but was " + sum);
    }
  }

  /** A route that sends each record to each of these nodes. */
  public static Route copy(String from, String... to) {
    return new Route(
        from, Fan.COPY, List.of(to).stream().map(name -> new Branch(name, 1)).toList());
  }
}
