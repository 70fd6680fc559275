package dev.flyball.dataflow.network;

import dev.flyball.base.Require;
import java.util.OptionalDouble;

/**
 * A source of records.
 *
 * @param name its name
 * @param to the node that it sends them to
 * @param perSecond its rate in records per second; empty if the plan is to find the highest one
 * @param variation the squared coefficient of variation of the gaps between them; 1 for Poisson
 */
public record Source(String name, String to, OptionalDouble perSecond, double variation) {
  public Source {
    Require.notBlank("name", name);
    perSecond.ifPresent(rate -> Require.above("rate", 0, rate));
    Require.finiteAtLeast("variation", 0, variation);
  }

  /** A source whose rate is to be found. */
  public static Source to(String node) {
    return new Source("source", node, OptionalDouble.empty(), 1);
  }

  /** A source of Poisson arrivals. */
  public static Source to(String node, double perSecond) {
    return new Source("source", node, OptionalDouble.of(perSecond), 1);
  }
}
