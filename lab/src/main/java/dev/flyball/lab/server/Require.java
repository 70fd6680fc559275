package dev.flyball.lab.server;

import java.time.Duration;

/** The argument checks of this package, all with one form of message: name, rule, value. */
final class Require {

  private Require() {}

  static int between(String name, int low, int high, int value) {
    if (value < low || value > high) {
      throw new IllegalArgumentException(
          name + " must be from " + low + " to " + high + " but was " + value);
    }
    return value;
  }

  static Duration notNegative(String name, Duration value) {
    if (value.isNegative()) {
      throw new IllegalArgumentException(name + " must not be negative but was " + value);
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
