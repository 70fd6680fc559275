package dev.flyball.lab.server;

import java.math.BigInteger;

/** A number without an end whose decimals are computed anew each time, to keep a CPU busy. */
public enum Irrational {

  /**
   * The circle number, by the spigot of Rabinowitz and Wagon (1995): small whole numbers in one
   * array, no allocation on the way, work grows with the square of the digits.
   */
  PI {
    @Override
    byte[] digits(int count) {
      return Spigot.pi(count);
    }
  },

  /**
   * The square root of 2, as the whole root of 2 * 10^(2n): big numbers, allocation, work grows a
   * little slower than the square.
   */
  SQRT_2 {
    @Override
    byte[] digits(int count) {
      BigInteger square = BigInteger.TWO.multiply(BigInteger.TEN.pow(2 * (count - 1)));
      String text = square.sqrt().toString();
      byte[] digits = new byte[count];
      for (int i = 0; i < count; i++) {
        digits[i] = (byte) (text.charAt(i) - '0');
      }
      return digits;
    }
  };

  /** The first {@code count} digits, the one before the point among them. */
  abstract byte[] digits(int count);
}
