package dev.flyball.lab.tasks;

import dev.flyball.base.Dice;
import dev.flyball.base.Nearest;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** The sizes of a load's tasks, in units of its scale. */
public enum Granularity {

  /** Every task is one unit. */
  SMALL(dice -> 1),

  /** Every task is ten units. */
  LARGE(dice -> 10),

  /** Nine of ten tasks are one unit, the tenth is ten. */
  MOSTLY_SMALL(dice -> dice.nextDouble() < 0.1 ? 10 : 1);

  private final ToDoubleFunction<Dice> units;

  Granularity(ToDoubleFunction<Dice> units) {
    this.units = units;
  }

  /** The size of the next task. */
  double units(Dice dice) {
    return units.applyAsDouble(dice);
  }

  /**
   * The one of that name.
   *
   * @throws IllegalArgumentException when there is none
   */
  public static Granularity of(String name) {
    for (Granularity known : values()) {
      if (known.toString().equals(name)) {
        return known;
      }
    }
    List<String> all = Stream.of(values()).map(Granularity::toString).toList();
    throw new IllegalArgumentException(Nearest.unknown("granularity", name, all));
  }

  /** As in {@code mostly-small}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
