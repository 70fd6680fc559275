package dev.flyball.lab.report;

import dev.flyball.base.Require;

/**
 * An axis of a chart: its quantity and its unit.
 *
 * @param name what is measured along it
 * @param unit in what it is measured, or empty
 */
public record Axis(String name, String unit) {

  public Axis {
    Require.notBlank("name", name);
  }

  public static Axis of(String name, String unit) {
    return new Axis(name, unit);
  }

  String heading() {
    return unit.isEmpty() ? name : name + ", " + unit;
  }
}
