package dev.flyball.lab.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.lab.server.Service.Irrational;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;

class IrrationalTest {

  private static String text(byte[] digits) {
    StringBuilder text = new StringBuilder();
    for (byte digit : digits) {
      text.append((char) ('0' + digit));
    }
    return text.toString();
  }

  /** Pi by Machin's formula in big whole numbers: 16 atan(1/5) - 4 atan(1/239). */
  private static String machin(int count) {
    BigInteger one = BigInteger.TEN.pow(count + 20);
    BigInteger pi =
        arcTan(5, one)
            .multiply(BigInteger.valueOf(16))
            .subtract(arcTan(239, one).multiply(BigInteger.valueOf(4)));
    return pi.toString().substring(0, count);
  }

  private static BigInteger arcTan(int inverse, BigInteger one) {
    BigInteger square = BigInteger.valueOf((long) inverse * inverse);
    BigInteger power = one.divide(BigInteger.valueOf(inverse));
    BigInteger sum = power;
    for (int k = 3; power.signum() != 0; k += 2) {
      power = power.divide(square).negate();
      sum = sum.add(power.divide(BigInteger.valueOf(k)));
    }
    return sum;
  }

  @Test
  void knowsTheBeginnings() {
    assertThat(text(Irrational.PI.digits(20))).isEqualTo("31415926535897932384");
    assertThat(text(Irrational.SQRT_2.digits(20))).isEqualTo("14142135623730950488");
  }

  @Test
  void piAgreesWithAnotherFormulaAtEveryLength() {
    String reference = machin(1_500);
    for (int count = 1; count <= 1_500; count += count < 40 ? 1 : 73) {
      assertThat(text(Irrational.PI.digits(count))).isEqualTo(reference.substring(0, count));
    }
  }

  @Test
  void theSixNinesOfPiDoNotCarry() {
    assertThat(text(Irrational.PI.digits(770))).endsWith("13499999983");
  }

  @Test
  void theSquareOfTheRootIsJustBelowTwo() {
    BigInteger root = new BigInteger(text(Irrational.SQRT_2.digits(500)));
    BigInteger two = BigInteger.TWO.multiply(BigInteger.TEN.pow(2 * 499));
    assertThat(root.pow(2)).isLessThan(two);
    assertThat(root.add(BigInteger.ONE).pow(2)).isGreaterThan(two);
  }
}
