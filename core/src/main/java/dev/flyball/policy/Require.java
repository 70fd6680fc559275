package dev.flyball.policy;

import java.time.Duration;

/** The argument checks of this package, all with one form of message: name, rule, value. */
final class Require {

  private Require() {}

  static int atLeast(String name, int floor, int value) {
    if (value < floor) {
      throw new IllegalArgumentException(name + " must be at least " + floor + " but was " + value);
    }
    return value;
  }

  static long countAtLeast(String name, long floor, long value) {
    if (value < floor) {
      throw new IllegalArgumentException(name + " must be at least " + floor + " but was " + value);
    }
    return value;
  }

  static double finiteAtLeast(String name, double floor, double value) {
    if (!(value >= floor) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(
          name + " must be a finite number of at least " + floor + " but was " + value);
    }
    return value;
  }

  static double above(String name, double floor, double value) {
    if (!(value > floor) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(
          name + " must be a finite number above " + floor + " but was " + value);
    }
    return value;
  }

  static double between(String name, double low, double high, double value) {
    if (!(value >= low && value <= high)) {
      throw new IllegalArgumentException(
          name + " must be from " + low + " to " + high + " but was " + value);
    }
    return value;
  }

  static Duration positive(String name, Duration value) {
    if (value.isZero() || value.isNegative()) {
      throw new IllegalArgumentException(name + " must be positive but was " + value);
    }
    return value;
  }
}
