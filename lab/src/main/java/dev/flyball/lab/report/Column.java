package dev.flyball.lab.report;

import dev.flyball.base.Require;

/**
 * A column of a {@link Table}.
 *
 * @param name what is in the column
 * @param unit the unit of its numbers, or empty
 * @param numeric whether it is aligned as numbers are, to the right
 */
public record Column(String name, String unit, boolean numeric) {

  public Column {
    Require.notBlank("name", name);
    if (!numeric && !unit.isEmpty()) {
      throw new IllegalArgumentException("unit must be empty for text but was '" + unit + "'");
    }
  }

  public static Column text(String name) {
    return new Column(name, "", false);
  }

  public static Column number(String name) {
    return new Column(name, "", true);
  }

  public static Column number(String name, String unit) {
    return new Column(name, unit, true);
  }

  /** The name with its unit, as a table's head shows it. */
  public String heading() {
    return unit.isEmpty() ? name : name + ", " + unit;
  }
}
