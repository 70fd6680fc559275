package dev.flyball.adapters.hikari;

import com.zaxxer.hikari.HikariConfigMXBean;

/**
 * The maximum and the minimum of idle connections, as they were found and as they are set.
 *
 * <p>HikariCP checks them when the pool starts, and never again. So they are set in the order in
 * which the minimum is never above the maximum. A minimum that was the maximum, which is HikariCP's
 * default, follows it. Any other stays, as far as the maximum allows.
 *
 * <p>What the pool's owner sets meanwhile is what is put back in the end.
 *
 * <p>Not thread-safe.
 */
final class Bounds {

  private static final int MAXIMUM_DEFAULT = 10;

  private final HikariConfigMXBean config;
  private int maximumFound;
  private int minimumFound;
  private boolean follows;
  private int maximumSet;
  private int minimumSet;

  Bounds(HikariConfigMXBean config) {
    this.config = config;
    this.maximumSet = config.getMaximumPoolSize();
    this.minimumSet = config.getMinimumIdle();
    this.maximumFound = maximum(config);
    this.minimumFound = minimumSet;
    this.follows = isUnset(minimumSet) || minimumSet >= maximumFound;
  }

  /** The maximum in force; until the pool starts, that may be a default which is not yet set. */
  static int maximum(HikariConfigMXBean config) {
    int maximum = config.getMaximumPoolSize();
    return maximum < 1 ? MAXIMUM_DEFAULT : maximum;
  }

  /** Until the pool starts, a minimum that nobody has chosen is below zero. */
  private static boolean isUnset(int minimum) {
    return minimum < 0;
  }

  /** Sets the maximum. */
  void set(int maximum) {
    noteOwnersChange();
    set(maximum, follows ? maximum : Math.min(minimumFound, maximum));
  }

  /** Puts back what was found. */
  void restore() {
    noteOwnersChange();
    set(maximumFound, isUnset(minimumFound) ? maximumFound : Math.min(minimumFound, maximumFound));
  }

  private void noteOwnersChange() {
    int maximum = config.getMaximumPoolSize();
    if (maximum != maximumSet) {
      maximumFound = maximum;
      maximumSet = maximum;
    }
    int minimum = config.getMinimumIdle();
    if (minimum != minimumSet) {
      boolean byTheStart = isUnset(minimumSet) && minimum == maximumSet;
      if (!byTheStart) {
        minimumFound = minimum;
        follows = minimum >= maximumSet;
      }
      minimumSet = minimum;
    }
  }

  private void set(int maximum, int minimum) {
    if (minimum > maximumSet) {
      setMaximum(maximum);
      setMinimum(minimum);
    } else {
      setMinimum(minimum);
      setMaximum(maximum);
    }
  }

  private void setMaximum(int maximum) {
    if (maximum != maximumSet) {
      config.setMaximumPoolSize(maximum);
      maximumSet = maximum;
    }
  }

  /** One that is unset becomes the maximum when the pool starts, whatever that is by then. */
  private void setMinimum(int minimum) {
    if (minimum != minimumSet && !isUnset(minimumSet)) {
      config.setMinimumIdle(minimum);
      minimumSet = minimum;
    }
  }
}
