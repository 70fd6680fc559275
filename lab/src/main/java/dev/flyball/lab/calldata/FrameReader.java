package dev.flyball.lab.calldata;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** Cuts a stream of bytes into Diameter messages, by the length that each begins with. */
final class FrameReader {

  /** The longest message that is taken in; a ticket has some 300 bytes. */
  static final int BYTES_MAX = 64 * 1024;

  private static final int HEAD_BYTES = 4;

  private final DataInputStream in;

  FrameReader(InputStream in) {
    this.in = new DataInputStream(in);
  }

  /**
   * The next message; empty at the end of the stream.
   *
   * @throws MalformedMessageException when what comes cannot begin one; where the next would begin
   *     is not known then, so that nothing more can be read
   * @throws EOFException when the stream ends within one
   */
  Optional<byte[]> next() throws IOException, MalformedMessageException {
    int version = in.read();
    if (version < 0) {
      return Optional.empty();
    }
    if (version != DiameterHeader.VERSION) {
      throw new MalformedMessageException(0, "version must be 1 but was " + version);
    }
    int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
    if (length < DiameterHeader.BYTES || length > BYTES_MAX) {
      throw new MalformedMessageException(
          1, "length must be from 20 to " + BYTES_MAX + " but was " + length);
    }
    byte[] frame = new byte[length];
    frame[0] = (byte) version;
    frame[1] = (byte) (length >>> 16);
    frame[2] = (byte) (length >>> 8);
    frame[3] = (byte) length;
    in.readFully(frame, HEAD_BYTES, length - HEAD_BYTES);
    return Optional.of(frame);
  }
}
