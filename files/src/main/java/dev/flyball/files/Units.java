package dev.flyball.files;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The numbers of a file that people write, with and without a unit, as they are written.
 *
 * <p>A decimal number with a unit right behind it. What would have to be rounded is an error, as is
 * what the largest value does not hold; the sign, the point and the digits are all there is.
 */
public final class Units {

  /** The longest length of time: a leap year. */
  public static final long NANOS_MAX = 8_784L * 3_600 * 1_000_000_000;

  /** The highest rate: one task per nanosecond. */
  public static final double PER_SECOND_MAX = 1e9;

  private static final Pattern NUMBER = Pattern.compile("-?\\d{1,18}(\\.\\d{1,18})?");
  private static final Pattern WITH_UNIT = Pattern.compile("(\\d{1,18}(?:\\.\\d{1,18})?)(\\D*)");
  private static final BigDecimal NANOS_PER_SECOND = BigDecimal.valueOf(1_000_000_000);

  private static final Map<String, Long> NANOS =
      inOrder(
          new String[] {"ns", "us", "ms", "s", "m", "h"},
          1L,
          1_000L,
          1_000_000L,
          1_000_000_000L,
          60_000_000_000L,
          3_600_000_000_000L);
  private static final Map<String, Long> SECONDS =
      inOrder(new String[] {"/s", "/m", "/h"}, 1L, 60L, 3_600L);
  private static final Map<String, Long> BYTES =
      inOrder(new String[] {"B", "KiB", "MiB", "GiB"}, 1L, 1L << 10, 1L << 20, 1L << 30);

  private Units() {}

  /** A number from {@code low} to {@code high}. */
  public static double number(String name, double low, double high, String text) {
    if (!NUMBER.matcher(text).matches()) {
      throw wrong(name, "a number such as 10 or 0.25", text);
    }
    double number = Double.parseDouble(text);
    if (number < low || number > high) {
      throw wrong(name, range(low, high), text);
    }
    return number;
  }

  /** A whole number from {@code low} to {@code high}. */
  public static long whole(String name, long low, long high, String text) {
    if (!NUMBER.matcher(text).matches() || text.indexOf('.') >= 0) {
      throw wrong(name, "a whole number", text);
    }
    long number = Long.parseLong(text);
    if (number < low || number > high) {
      throw wrong(name, range(low, high), text);
    }
    return number;
  }

  /** A length of time in nanoseconds: {@code 250us}, {@code 1.5s}. */
  public static long nanos(String name, long low, String text) {
    String rule = "a duration such as 250us, 20ms, 1.5s, 5m or 1h";
    BigDecimal nanos = amount(name, rule, NANOS, text).product();
    if (nanos.compareTo(BigDecimal.valueOf(NANOS_MAX)) > 0) {
      throw wrong(name, "at most 8784h (a year)", text);
    }
    long whole = exact(name, "a whole number of nanoseconds", nanos, text);
    if (whole < low) {
      throw wrong(name, low == 1 ? "above 0" : "at least " + low / 1_000_000 + "ms", text);
    }
    return whole;
  }

  /** A rate per second: {@code 100/s}, {@code 6/m}. */
  public static double perSecond(String name, String text) {
    String rule = "a rate of 0 or more such as 100/s, 6/m or 1/h";
    Amount amount = amount(name, rule, SECONDS, text);
    double perSecond = Double.parseDouble(amount.number()) / amount.factor();
    if (perSecond > PER_SECOND_MAX) {
      throw wrong(name, "at most 1000000000/s", text);
    }
    return perSecond;
  }

  /** A number of bytes: {@code 1MiB}, {@code 1.5GiB}. */
  public static long bytes(String name, String text) {
    Amount amount = amount(name, "a size such as 512KiB, 1MiB or 8GiB", BYTES, text);
    return exact(name, "a whole number of bytes", amount.product(), text);
  }

  /** A moment in seconds without a unit, as it stands in a trace, in nanoseconds. */
  public static long secondsNanos(String name, String text) {
    if (!NUMBER.matcher(text).matches() || text.startsWith("-")) {
      throw wrong(name, "a number of seconds of 0 or more such as 12.5", text);
    }
    BigDecimal nanos = new BigDecimal(text).multiply(NANOS_PER_SECOND);
    if (nanos.compareTo(BigDecimal.valueOf(NANOS_MAX)) > 0) {
      throw wrong(name, "at most " + NANOS_MAX / 1_000_000_000 + " (a year)", text);
    }
    return exact(name, "a whole number of nanoseconds", nanos, text);
  }

  /** A number in as few digits as tell it from its neighbours on a board. */
  public static String plain(double number) {
    return new BigDecimal(number)
        .setScale(10, RoundingMode.HALF_EVEN)
        .stripTrailingZeros()
        .toPlainString();
  }

  private static Amount amount(String name, String rule, Map<String, Long> units, String text) {
    Matcher parts = WITH_UNIT.matcher(text);
    Long factor = parts.matches() ? units.get(parts.group(2)) : null;
    if (factor == null) {
      throw wrong(name, rule, text);
    }
    return new Amount(parts.group(1), factor);
  }

  private static long exact(String name, String rule, BigDecimal value, String text) {
    try {
      return value.longValueExact();
    } catch (ArithmeticException rounded) {
      throw wrong(name, rule, text);
    }
  }

  private static String range(double low, double high) {
    return high == Double.MAX_VALUE
        ? "at least " + plain(low)
        : "from " + plain(low) + " to " + plain(high);
  }

  private static String range(long low, long high) {
    return high == Long.MAX_VALUE ? "at least " + low : "from " + low + " to " + high;
  }

  private static IllegalArgumentException wrong(String name, String rule, String text) {
    return new IllegalArgumentException(
        name + " must be " + rule + " but was " + Shown.value(text));
  }

  private static Map<String, Long> inOrder(String[] units, long... factors) {
    Map<String, Long> all = new LinkedHashMap<>();
    for (int i = 0; i < units.length; i++) {
      all.put(units[i], factors[i]);
    }
    return all;
  }

  /** A number and what its unit stands for. */
  private record Amount(String number, long factor) {
    BigDecimal product() {
      return new BigDecimal(number).multiply(BigDecimal.valueOf(factor));
    }
  }
}
