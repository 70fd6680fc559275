package dev.flyball.lab.calldata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.flyball.base.Dice;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** Whatever bytes come, the parser answers with a ticket or its own exception. */
final class DiameterPropertyTest {

  private static final long SEED = Long.getLong("seed", 1);
  private static final int ROUNDS = 50_000;

  @Test
  void mutationsAreReadOrRefused() {
    Dice dice = new Dice(SEED);
    TicketDraws draws = new TicketDraws(SEED);
    int read = 0;
    int refused = 0;
    for (int round = 0; round < ROUNDS; round++) {
      byte[] message = mutated(TicketMessages.of(draws.next()).encoded(), dice);
      if (isRead(message)) {
        read++;
      } else {
        refused++;
      }
    }
    // Many a changed byte of a text is as good as the one before; of a length none is.
    assertThat(read).isGreaterThan(ROUNDS / 20);
    assertThat(refused).isGreaterThan(ROUNDS / 20);
  }

  @Test
  void noiseIsRefused() {
    Dice dice = new Dice(SEED);
    for (int round = 0; round < ROUNDS; round++) {
      byte[] noise = new byte[dice.below(200)];
      for (int i = 0; i < noise.length; i++) {
        noise[i] = (byte) dice.nextLong();
      }
      assertThat(isRead(noise)).isFalse();
    }
  }

  /** Changes some bytes; now and then cuts it, with or without a length that fits. */
  private static byte[] mutated(byte[] message, Dice dice) {
    byte[] changed = message;
    if (dice.below(4) == 0) {
      changed = Arrays.copyOf(message, dice.below(message.length + 1));
      if (changed.length >= 4 && dice.below(2) == 0) {
        changed[2] = (byte) (changed.length >>> 8);
        changed[3] = (byte) changed.length;
      }
    }
    for (int i = dice.below(4); i > 0 && changed.length > 0; i--) {
      changed[dice.below(changed.length)] = (byte) dice.nextLong();
    }
    return changed;
  }

  private static boolean isRead(byte[] message) {
    try {
      TicketMessages.read(message);
      return true;
    } catch (MalformedMessageException e) {
      assertThat(e.offset()).isBetween(0, Math.max(DiameterHeader.BYTES, message.length));
      return false;
    } catch (RuntimeException e) {
      return fail("seed " + SEED + ": " + HexFormat.of().formatHex(message), e);
    }
  }
}
