package dev.flyball.lab.calldata;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/**
 * A Diameter message (RFC 6733, section 3).
 *
 * @param header what it begins with
 * @param avps its attributes, in order
 */
public record DiameterMessage(DiameterHeader header, List<Avp> avps) {

  public DiameterMessage {
    avps = List.copyOf(avps);
  }

  /**
   * The message as it is sent.
   *
   * @throws IllegalArgumentException when it is longer than 24 bits can say
   */
  public byte[] encoded() {
    int length = DiameterHeader.BYTES;
    for (Avp avp : avps) {
      length = Math.addExact(length, avp.bytes() + Avp.padding(avp.bytes()));
    }
    if (length > DiameterHeader.UNSIGNED_24_MAX) {
      throw new IllegalArgumentException("a message must be below 16 MB but was of " + length);
    }
    ByteBuffer buffer = ByteBuffer.allocate(length);
    buffer.putInt(DiameterHeader.VERSION << 24 | length);
    buffer.putInt(header.flags() << 24 | header.command());
    buffer.putInt(header.application()).putInt(header.hopByHop()).putInt(header.endToEnd());
    avps.forEach(avp -> avp.writeTo(buffer));
    return buffer.array();
  }

  /** The first attribute of that code. */
  Optional<Avp> first(AvpCode code) {
    return avps.stream().filter(avp -> avp.is(code)).findFirst();
  }

  /** The attribute of that code, which must be there. */
  Avp required(AvpCode code) throws MalformedMessageException {
    Optional<Avp> found = first(code);
    if (found.isEmpty()) {
      throw new MalformedMessageException(
          DiameterHeader.BYTES, code.text() + " must be there but was not");
    }
    return found.get();
  }
}
