package dev.flyball.policy.spec;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.Optional;

/** The text form of parameter values: {@code 64}, {@code 1.5}, {@code 500ms}, {@code p90}. */
public final class Spelling {

  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final double NANOS_PER_SECOND = 1e9;

  private Spelling() {}

  /** The number in decimal, without an exponent. */
  public static String number(double value) {
    return decimal(BigDecimal.valueOf(value));
  }

  /**
   * The duration in milliseconds, as in 500ms, so that reading it gives the same duration again.
   */
  public static String duration(Duration value) {
    return decimal(BigDecimal.valueOf(value.toNanos()).movePointLeft(6)) + "ms";
  }

  /** The share as a percentage without its sign: 0.999 is 99.9. */
  public static String percent(double share) {
    return decimal(BigDecimal.valueOf(share).movePointRight(2).round(MathContext.DECIMAL32));
  }

  static Optional<Integer> readCount(String text) {
    try {
      return Optional.of(Integer.valueOf(text));
    } catch (NumberFormatException notANumber) {
      return Optional.empty();
    }
  }

  static Optional<Long> readLong(String text) {
    try {
      return Optional.of(Long.valueOf(text));
    } catch (NumberFormatException notANumber) {
      return Optional.empty();
    }
  }

  static Optional<Boolean> readFlag(String text) {
    return switch (text) {
      case "true" -> Optional.of(true);
      case "false" -> Optional.of(false);
      default -> Optional.empty();
    };
  }

  /** Reads {@code 0.9} or {@code 90%}. */
  public static Optional<Double> readShare(String text) {
    return text.endsWith("%")
        ? readNumber(text.substring(0, text.length() - 1)).map(percent -> percent / 100)
        : readNumber(text);
  }

  /** Reads a decimal number of at least 0, such as {@code 1.5}; empty for anything else. */
  public static Optional<Double> readNumber(String text) {
    if (!text.matches("[0-9]+(\\.[0-9]+)?")) {
      return Optional.empty();
    }
    double value = Double.parseDouble(text);
    return Double.isInfinite(value) ? Optional.empty() : Optional.of(value);
  }

  /** Reads {@code 500ms}, {@code 1.5s}, {@code 2m} or {@code 1h}; empty for anything else. */
  public static Optional<Duration> readDuration(String text) {
    int unitAt = 0;
    while (unitAt < text.length() && !Character.isLetter(text.charAt(unitAt))) {
      unitAt++;
    }
    double nanosPerUnit = nanosPerUnit(text.substring(unitAt));
    Optional<Double> count = readNumber(text.substring(0, unitAt));
    if (count.isEmpty() || nanosPerUnit == 0) {
      return Optional.empty();
    }
    double nanos = count.get() * nanosPerUnit;
    return nanos < Long.MAX_VALUE
        ? Optional.of(Duration.ofNanos(Math.round(nanos)))
        : Optional.empty();
  }

  private static double nanosPerUnit(String unit) {
    return switch (unit) {
      case "ms" -> NANOS_PER_MILLI;
      case "s" -> NANOS_PER_SECOND;
      case "m" -> 60 * NANOS_PER_SECOND;
      case "h" -> 3600 * NANOS_PER_SECOND;
      default -> 0;
    };
  }

  private static String decimal(BigDecimal value) {
    return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
  }
}
