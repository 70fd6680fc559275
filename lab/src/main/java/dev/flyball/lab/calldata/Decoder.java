package dev.flyball.lab.calldata;

import dev.flyball.dataflow.pipeline.Emitter;
import dev.flyball.dataflow.pipeline.Stage;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A stage that takes the call data out of a message, and replaces telephone numbers by pseudonyms,
 * so that the numbers go no further. It needs a processor and nothing else.
 *
 * <p>A pseudonym is a keyed hash, hashed again many times as PBKDF2 does (RFC 8018, section 5.2,
 * one block): an attacker that has the key and tries all possible numbers needs that many times as
 * long.
 */
final class Decoder implements Stage<byte[], CallTicket> {

  private static final String ALGORITHM = "HmacSHA256";
  private static final byte[] KEY = "a key of this example".getBytes(StandardCharsets.UTF_8);
  private static final int PSEUDONYM_BYTES = 16;

  private final int rounds;
  private final Mac mac;

  /**
   * A decoder for one thread.
   *
   * @param rounds how often each telephone number is hashed, at least 1; a round takes about a
   *     microsecond
   */
  Decoder(int rounds) {
    this.rounds = rounds;
    try {
      this.mac = Mac.getInstance(ALGORITHM); // every Java platform has it
      mac.init(new SecretKeySpec(KEY, ALGORITHM));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(ALGORITHM + " must be there but was not", e);
    }
  }

  @Override
  public void on(byte[] frame, Emitter<CallTicket> out) throws Exception {
    CallTicket ticket = TicketMessages.read(frame);
    out.emit(ticket.withParties(pseudonym(ticket.caller()), pseudonym(ticket.called())));
  }

  private String pseudonym(String telephone) {
    byte[] block = mac.doFinal(telephone.getBytes(StandardCharsets.UTF_8));
    byte[] sum = block.clone();
    for (int round = 1; round < rounds; round++) {
      block = mac.doFinal(block);
      for (int i = 0; i < sum.length; i++) {
        sum[i] ^= block[i];
      }
    }
    return HexFormat.of().formatHex(sum, 0, PSEUDONYM_BYTES);
  }
}
