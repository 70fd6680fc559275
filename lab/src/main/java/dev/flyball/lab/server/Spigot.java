package dev.flyball.lab.server;

import java.util.Arrays;

/**
 * The spigot of Rabinowitz and Wagon for the digits of pi.
 *
 * <p>Pi is 2 + 1/3 (2 + 2/5 (2 + 3/7 (2 + ...))): the number 2.222... in the mixed base 1/3, 2/5,
 * 3/7. To make decimals of it, every place is multiplied by ten and reduced modulo its base, from
 * the far end to the front; what overflows at the front is the next digit. A digit may still grow
 * by a carry from behind: a 9 is held back until a digit that is no 9 follows, and a 10 sends its
 * carry through the nines held back.
 */
final class Spigot {

  /** Places needed for a decimal are 10/3; a few digits more guard the last one. */
  private static final int GUARD_DIGITS = 10;

  private Spigot() {}

  static byte[] pi(int count) {
    int wanted = count + GUARD_DIGITS;
    int[] places = new int[10 * wanted / 3 + 1];
    Arrays.fill(places, 2);
    byte[] digits = new byte[wanted + 1];
    int written = 0;
    int held = 0;
    int nines = 0;
    while (written < count + 1) {
      int digit = nextDigit(places);
      if (digit == 9) {
        nines++;
        continue;
      }
      boolean carry = digit == 10;
      digits[written++] = (byte) (held + (carry ? 1 : 0));
      for (; nines > 0 && written < count + 1; nines--) {
        digits[written++] = (byte) (carry ? 0 : 9);
      }
      nines = 0;
      held = carry ? 0 : digit;
    }
    return Arrays.copyOfRange(digits, 1, count + 1);
  }

  private static int nextDigit(int[] places) {
    int carry = 0;
    for (int i = places.length - 1; i > 0; i--) {
      int value = 10 * places[i] + carry;
      int base = 2 * i + 1;
      places[i] = value % base;
      carry = value / base * i;
    }
    int front = 10 * places[0] + carry;
    places[0] = front % 10;
    return front / 10;
  }
}
