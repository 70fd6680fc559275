package dev.flyball.lab.bench;

import dev.flyball.lab.report.JsonFields;

/**
 * One figure of one pool, from both benches.
 *
 * @param figure what it is
 * @param unit its unit, or empty
 * @param virtual the figure in virtual time
 * @param real the figure in real time
 * @param allowed the distance at which they still agree, as a share of the virtual figure
 */
record Compared(String figure, String unit, double virtual, double real, double allowed) {

  /**
   * The distance as a share of the virtual figure; above 0 when the real one is larger, NaN where
   * there is no such share.
   */
  double difference() {
    if (virtual == 0) {
      return real == 0 ? 0 : Double.NaN;
    }
    return (real - virtual) / virtual;
  }

  /** Whether the two agree; they do where both benches have nothing to tell. */
  boolean holds() {
    boolean nothing = Double.isNaN(virtual) && Double.isNaN(real);
    return nothing || Math.abs(difference()) <= allowed;
  }

  JsonFields extra() {
    return JsonFields.of("figure", figure)
        .and("unit", unit)
        .and("virtual", virtual)
        .and("real", real)
        .and("differencePercent", 100 * difference())
        .and("allowedPercent", 100 * allowed)
        .and("agrees", holds());
  }
}
