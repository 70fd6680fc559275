package dev.flyball.lab.tasks;

import dev.flyball.policy.Dice;
import java.util.Locale;

/** How large the tasks of a load are, in units of its scale. */
public enum Granularity {

  /** Every task is one unit. */
  SMALL {
    @Override
    double units(Dice dice) {
      return 1;
    }

    @Override
    double unitsMean() {
      return 1;
    }
  },

  /** Every task is ten units. */
  LARGE {
    @Override
    double units(Dice dice) {
      return LARGE_UNITS;
    }

    @Override
    double unitsMean() {
      return LARGE_UNITS;
    }
  },

  /** Nine of ten tasks are one unit, the tenth is ten. */
  MOSTLY_SMALL {
    @Override
    double units(Dice dice) {
      return dice.nextDouble() < LARGE_SHARE ? LARGE_UNITS : 1;
    }

    @Override
    double unitsMean() {
      return 1 + LARGE_SHARE * (LARGE_UNITS - 1);
    }
  };

  private static final double LARGE_UNITS = 10;
  private static final double LARGE_SHARE = 0.1;

  /** The size of the next task. */
  abstract double units(Dice dice);

  /** The size of a task on average. */
  abstract double unitsMean();

  /** As in {@code mostly-small}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
