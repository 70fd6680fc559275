package dev.flyball.lab.calldata;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * A parser of Diameter messages from untrusted bytes: whatever they are, the result is a message or
 * a {@link MalformedMessageException}, and nothing is read beyond them.
 *
 * <p>One instance for one message.
 */
final class DiameterParser {

  private final byte[] bytes;
  private final ByteBuffer buffer;

  private DiameterParser(byte[] bytes) {
    this.bytes = bytes;
    this.buffer = ByteBuffer.wrap(bytes);
  }

  /** The message that these bytes are, all of them. */
  static DiameterMessage parse(byte[] bytes) throws MalformedMessageException {
    return new DiameterParser(bytes).message();
  }

  private DiameterMessage message() throws MalformedMessageException {
    DiameterHeader header = header();
    List<Avp> avps = new ArrayList<>();
    while (buffer.hasRemaining()) {
      avps.add(avp());
    }
    return new DiameterMessage(header, avps);
  }

  private DiameterHeader header() throws MalformedMessageException {
    require(bytes.length >= DiameterHeader.BYTES, 0, "header must be of 20 bytes", bytes.length);
    int version = unsigned8();
    require(version == DiameterHeader.VERSION, 0, "version must be 1", version);
    int length = unsigned24();
    require(length == bytes.length, 1, "length must be " + bytes.length, length);
    require(length % 4 == 0, 1, "length must be a multiple of 4", length);
    int flags = unsigned8();
    require((flags & DiameterHeader.RESERVED_FLAGS) == 0, 4, "reserved flags must be 0", flags);
    int command = unsigned24();
    return new DiameterHeader(flags, command, buffer.getInt(), buffer.getInt(), buffer.getInt());
  }

  private Avp avp() throws MalformedMessageException {
    int start = buffer.position();
    int room = buffer.remaining();
    require(room >= Avp.HEADER_BYTES, start, "AVP must be of 8 bytes or more", room);
    int code = buffer.getInt();
    int flags = unsigned8();
    require((flags & Avp.RESERVED_FLAGS) == 0, start + 4, "reserved flags must be 0", flags);
    boolean ofVendor = (flags & Avp.VENDOR_SPECIFIC) != 0;
    int head = Avp.HEADER_BYTES + (ofVendor ? Avp.VENDOR_BYTES : 0);
    int length = unsigned24();
    require(length >= head, start + 5, "AVP length must be at least " + head, length);
    require(length <= room, start + 5, "AVP length must be at most " + room, length);
    int vendor = ofVendor ? buffer.getInt() : AvpCode.NO_VENDOR;
    byte[] data = new byte[length - head];
    buffer.get(data);
    pad(length);
    return Avp.read(code, flags, vendor, data, start + head);
  }

  /** What fills up to a multiple of four is 0; it is there, for the whole is such a multiple. */
  private void pad(int length) throws MalformedMessageException {
    for (int i = 0; i < Avp.padding(length); i++) {
      int at = buffer.position();
      int filler = unsigned8();
      require(filler == 0, at, "padding must be 0", filler);
    }
  }

  private int unsigned8() {
    return Byte.toUnsignedInt(buffer.get());
  }

  private int unsigned24() {
    return unsigned8() << 16 | Short.toUnsignedInt(buffer.getShort());
  }

  private static void require(boolean kept, int offset, String rule, int value)
      throws MalformedMessageException {
    if (!kept) {
      throw new MalformedMessageException(offset, rule + " but was " + value);
    }
  }
}
