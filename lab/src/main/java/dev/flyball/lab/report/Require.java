package dev.flyball.lab.report;

import java.util.OptionalDouble;
import java.util.OptionalLong;

/** The argument checks of this package, all with one form of message: name, rule, value. */
final class Require {

  private Require() {}

  static String notBlank(String name, String value) {
    if (value.isBlank()) {
      throw new IllegalArgumentException(name + " must not be blank but was '" + value + "'");
    }
    return value;
  }

  static int atLeast(String name, int floor, int value) {
    if (value < floor) {
      throw new IllegalArgumentException(name + " must be at least " + floor + " but was " + value);
    }
    return value;
  }

  static double finite(String name, double value) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(name + " must be a finite number but was " + value);
    }
    return value;
  }

  static void countOrUnknown(String name, OptionalLong value) {
    if (value.isPresent() && value.getAsLong() < 0) {
      throw new IllegalArgumentException(
          name + " must be at least 0, or unknown, but was " + value.getAsLong());
    }
  }

  static void amountOrUnknown(String name, OptionalDouble value) {
    if (value.isEmpty()) {
      return;
    }
    double amount = value.getAsDouble();
    if (!(amount >= 0) || Double.isInfinite(amount)) {
      throw new IllegalArgumentException(
          name + " must be a finite number of at least 0, or unknown, but was " + amount);
    }
  }

  /** A figure where NaN is how the caller says that it is not known. */
  static OptionalDouble unlessNaN(double value) {
    return Double.isNaN(value) ? OptionalDouble.empty() : OptionalDouble.of(value);
  }
}
