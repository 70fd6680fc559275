package dev.flyball.lab.flow.tasks;

import dev.flyball.base.Dice;
import java.nio.charset.StandardCharsets;

/** Records that look like those of a telephone exchange: fields and semicolons, in plain ASCII. */
final class Tickets {

  private static final int SEED = 7;

  private Tickets() {}

  /** A record of this length. */
  static byte[] bytes(int length) {
    return text(length).getBytes(StandardCharsets.US_ASCII);
  }

  /** A record of this length, the same one each time. */
  static String text(int length) {
    Dice dice = new Dice(SEED);
    StringBuilder text = new StringBuilder(length + 16);
    while (text.length() < length) {
      text.append("f").append(dice.below(100)).append('=').append(dice.below(1_000_000_000));
      text.append(';');
    }
    return text.substring(0, length);
  }
}
