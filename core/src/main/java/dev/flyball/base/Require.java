package dev.flyball.base;

import java.time.Duration;

/**
 * The argument checks of every module, all with one form of message: name, rule, value.
 *
 * <p>Each throws {@link IllegalArgumentException}, or returns the value it was given.
 */
public final class Require {

  private Require() {}

  public static int atLeast(String name, int floor, int value) {
    if (value < floor) {
      throw new IllegalArgumentException(name + " must be at least " + floor + " but was " + value);
    }
    return value;
  }

  public static long countAtLeast(String name, long floor, long value) {
    if (value < floor) {
      throw new IllegalArgumentException(name + " must be at least " + floor + " but was " + value);
    }
    return value;
  }

  public static double finiteAtLeast(String name, double floor, double value) {
    if (!(value >= floor) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(
          name + " must be a finite number of at least " + floor + " but was " + value);
    }
    return value;
  }

  public static double above(String name, double floor, double value) {
    if (!(value > floor) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(
          name + " must be a finite number above " + floor + " but was " + value);
    }
    return value;
  }

  public static double between(String name, double low, double high, double value) {
    if (!(value >= low && value <= high)) {
      throw new IllegalArgumentException(
          name + " must be from " + low + " to " + high + " but was " + value);
    }
    return value;
  }

  public static Duration positive(String name, Duration value) {
    if (value.isZero() || value.isNegative()) {
      throw new IllegalArgumentException(name + " must be positive but was " + value);
    }
    return value;
  }

  public static int between(String name, int low, int high, int value) {
    if (value < low || value > high) {
      throw new IllegalArgumentException(
          name + " must be from " + low + " to " + high + " but was " + value);
    }
    return value;
  }

  public static Duration notNegative(String name, Duration value) {
    if (value.isNegative()) {
      throw new IllegalArgumentException(name + " must not be negative but was " + value);
    }
    return value;
  }

  public static String notBlank(String name, String value) {
    if (value.isBlank()) {
      throw new IllegalArgumentException(name + " must not be blank but was '" + value + "'");
    }
    return value;
  }
}
