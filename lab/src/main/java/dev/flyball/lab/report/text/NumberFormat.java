package dev.flyball.lab.report.text;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** The format of numbers for people: grouped thousands, and no more digits than they carry. */
public final class NumberFormat {

  /** What is written for a figure that is not known. */
  public static final String UNKNOWN = "–";

  private static final int MAX_DECIMALS = 3;

  private static final int DIGITS_MAX = 17;
  private static final int DECIMALS_MAX = 25;
  private static final MathContext NINE_DIGITS = new MathContext(9);

  private NumberFormat() {}

  /** To nine digits, as files have what was computed in virtual time; NaN where there is none. */
  public static double rounded(double value) {
    return Double.isNaN(value) || Double.isInfinite(value)
        ? Double.NaN
        : new BigDecimal(value).round(NINE_DIGITS).doubleValue();
  }

  /**
   * The format of numbers in files, as in 80.0, 0.125, 0.000001: the shortest decimal that is read
   * back as the same number, with an exponent only where there were more than {@value
   * #DECIMALS_MAX} decimals. The JDK's own text of a number is not always the shortest, and differs
   * between versions.
   */
  public static String exact(double value) {
    BigDecimal exact = new BigDecimal(value);
    BigDecimal shortest = exact;
    for (int digits = 1; digits <= DIGITS_MAX; digits++) {
      shortest = exact.round(new MathContext(digits));
      if (shortest.doubleValue() == value) {
        break;
      }
    }
    BigDecimal plain = shortest.signum() == 0 ? BigDecimal.ZERO : shortest.stripTrailingZeros();
    BigDecimal written = plain.scale() < 1 ? plain.setScale(1) : plain;
    return plain.scale() > DECIMALS_MAX ? plain.toString() : written.toPlainString();
  }

  /** The number with about three significant digits. */
  public static String text(double value) {
    return text(value, decimals(List.of(value)));
  }

  /** The number with about three significant digits, or a dash. */
  public static String text(OptionalDouble value) {
    return value.isPresent() ? text(value.getAsDouble()) : UNKNOWN;
  }

  /**
   * The number with so many decimals; NaN is a dash, and a number too small to show is below the
   * smallest that would show, not 0.
   */
  public static String text(double value, int decimals) {
    if (Double.isNaN(value)) {
      return UNKNOWN;
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "∞" : "−∞";
    }
    double smallest = StrictMath.pow(10, -decimals);
    double size = Math.abs(value);
    if (size > 0 && size < smallest / 2) {
      return (value < 0 ? "−" : "") + "<" + grouped(smallest, decimals);
    }
    return (value < 0 ? "−" : "") + grouped(size, decimals);
  }

  /**
   * The decimals with which all of a column's numbers are written, so that their points align:
   * enough for three digits of the smallest, fewer where the largest makes them noise.
   */
  public static int decimals(List<Double> values) {
    double smallest = Double.POSITIVE_INFINITY;
    double largest = 0;
    boolean whole = true;
    for (double value : values) {
      double size = Math.abs(value);
      if (Double.isNaN(value) || Double.isInfinite(value) || size == 0) {
        continue;
      }
      smallest = Math.min(smallest, size);
      largest = Math.max(largest, size);
      whole &= size == Math.rint(size);
    }
    if (whole) {
      return 0;
    }
    return Math.min(decimalsFor(smallest), decimalsFor(largest) + 1);
  }

  private static int decimalsFor(double size) {
    if (size >= 100) {
      return 0;
    }
    if (size >= 10) {
      return 1;
    }
    return size >= 1 ? 2 : MAX_DECIMALS;
  }

  /** Through a decimal, for how the JDK rounds a double differs between versions. */
  private static String grouped(double size, int decimals) {
    return String.format(Locale.ROOT, "%,." + decimals + "f", new BigDecimal(size));
  }
}
