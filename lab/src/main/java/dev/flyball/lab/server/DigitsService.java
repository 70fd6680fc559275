package dev.flyball.lab.server;

import dev.flyball.base.Require;
import java.io.IOException;
import java.util.Arrays;

/**
 * The computation of the decimals of an irrational number; the reply is the last ten of them.
 *
 * @param number the number
 * @param digits how many digits, from 1 to 1,000,000
 */
record DigitsService(Irrational number, int digits) implements Service, Work {

  static final int MAX_DIGITS = 1_000_000;

  private static final int SHOWN = 10;

  DigitsService {
    Require.between("digits", 1, MAX_DIGITS, digits);
  }

  @Override
  public Work prepare(Site site) {
    return this;
  }

  @Override
  public void perform(Reply reply) throws IOException {
    byte[] computed = number.digits(digits);
    byte[] shown = Arrays.copyOfRange(computed, Math.max(0, digits - SHOWN), digits);
    for (int i = 0; i < shown.length; i++) {
      shown[i] = (byte) ('0' + shown[i]);
    }
    reply.length(shown.length);
    reply.write(shown, 0, shown.length);
  }
}
