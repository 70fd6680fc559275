package dev.flyball.lab.report;

import java.math.BigDecimal;
import java.math.MathContext;

/**
 * The format of numbers in files: the shortest decimal that is read back as the same number,
 * without an exponent.
 *
 * <p>The JDK's own text of a number is not always the shortest, and differs between versions.
 */
final class Decimals {

  private static final int DIGITS_MAX = 17;

  private Decimals() {}

  /** As in 80.0, 0.125, 0.000001. */
  static String text(double value) {
    Require.finite("value", value);
    BigDecimal exact = new BigDecimal(value);
    BigDecimal shortest = exact;
    for (int digits = 1; digits <= DIGITS_MAX; digits++) {
      shortest = exact.round(new MathContext(digits));
      if (shortest.doubleValue() == value) {
        break;
      }
    }
    BigDecimal plain = shortest.signum() == 0 ? BigDecimal.ZERO : shortest.stripTrailingZeros();
    return (plain.scale() < 1 ? plain.setScale(1) : plain).toPlainString();
  }
}
