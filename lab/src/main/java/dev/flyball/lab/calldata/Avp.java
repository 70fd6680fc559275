package dev.flyball.lab.calldata;

import dev.flyball.base.Require;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An attribute of a Diameter message and its value (RFC 6733, section 4): a code, flags, a vendor
 * where the code is one of a vendor's, and data, whose meaning the code tells.
 *
 * <p>The readers ({@link #text} and so on) refuse data that their format does not allow; the offset
 * they give is that of the data within the message. Immutable.
 */
public final class Avp {

  /** The V bit: a vendor id follows. */
  static final int VENDOR_SPECIFIC = 0x80;

  /** The M bit: a receiver that does not know the code must refuse the message. */
  static final int MANDATORY = 0x40;

  /** The P bit, which RFC 6733 keeps for earlier versions. */
  static final int PROTECTED = 0x20;

  static final int RESERVED_FLAGS = 0x1f;
  static final int HEADER_BYTES = 8;
  static final int VENDOR_BYTES = 4;

  /** The second at which a 32-bit time begins anew: 2036-02-07T06:28:16Z, in Unix time. */
  private static final long ERA_1_SECONDS = 2_085_978_496L;

  private static final long ERA_0_SECONDS = -2_208_988_800L;

  private final int code;
  private final int flags;
  private final int vendor;
  private final byte[] data;
  private final int offset;

  private Avp(int code, int flags, int vendor, byte[] data, int offset) {
    this.code = code;
    this.flags = flags;
    this.vendor = vendor;
    this.data = data;
    this.offset = offset;
  }

  /** One that was read; its data began at that offset of the message. */
  static Avp read(int code, int flags, int vendor, byte[] data, int offset) {
    return new Avp(code, flags, vendor, data, offset);
  }

  /** UTF-8 text, mandatory. */
  static Avp text(AvpCode code, String text) {
    return of(code, text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * A number from 0 to 2^32 - 1, mandatory.
   *
   * @throws IllegalArgumentException when it is outside
   */
  static Avp unsigned32(AvpCode code, long value) {
    Require.countAtLeast(code.text(), 0, value);
    if (value > 0xffff_ffffL) {
      throw new IllegalArgumentException(code.text() + " must be below 2^32 but was " + value);
    }
    return of(code, ByteBuffer.allocate(Integer.BYTES).putInt((int) value).array());
  }

  /** A number of 64 bits, mandatory; a negative one stands for itself plus 2^64. */
  static Avp unsigned64(AvpCode code, long value) {
    return of(code, ByteBuffer.allocate(Long.BYTES).putLong(value).array());
  }

  /**
   * A time to the second, mandatory: seconds since 1900, or since 2036 where the high bit is not
   * set (RFC 6733, section 4.3.1, after RFC 5905).
   *
   * @throws IllegalArgumentException when it is before 1968-01-20T03:14:08Z or after 2104
   */
  static Avp time(AvpCode code, Instant at) {
    long second = at.getEpochSecond();
    long coded = second < ERA_1_SECONDS ? second - ERA_0_SECONDS : second - ERA_1_SECONDS;
    boolean highBit = (coded & 0x8000_0000L) != 0;
    if (coded < 0 || coded > 0xffff_ffffL || highBit != second < ERA_1_SECONDS) {
      throw new IllegalArgumentException(code.text() + " must be from 1968 to 2104 but was " + at);
    }
    return unsigned32(code, coded);
  }

  private static Avp of(AvpCode code, byte[] data) {
    int flags = MANDATORY | (code.vendor() == AvpCode.NO_VENDOR ? 0 : VENDOR_SPECIFIC);
    return new Avp(code.code(), flags, code.vendor(), data, 0);
  }

  // ---- What it is

  /** 32 bits without sign. */
  public int code() {
    return code;
  }

  public int flags() {
    return flags;
  }

  /** The vendor whose code it is, or 0 for none; 32 bits without sign. */
  public int vendor() {
    return vendor;
  }

  /** Whether this is what that code stands for. */
  boolean is(AvpCode wanted) {
    return code == wanted.code() && vendor == wanted.vendor();
  }

  int bytes() {
    return HEADER_BYTES + vendorBytes() + data.length;
  }

  private int vendorBytes() {
    return (flags & VENDOR_SPECIFIC) == 0 ? 0 : VENDOR_BYTES;
  }

  /** Writes it, with zeros up to the next multiple of four bytes. */
  void writeTo(ByteBuffer buffer) {
    buffer.putInt(code).putInt(flags << 24 | bytes());
    if (vendorBytes() > 0) {
      buffer.putInt(vendor);
    }
    buffer.put(data).put(new byte[padding(data.length)]);
  }

  /** How many bytes are missing to the next multiple of four. */
  static int padding(int bytes) {
    return -bytes & 3;
  }

  // ---- Its data

  /** The data as text. */
  String text() throws MalformedMessageException {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(data)).toString();
    } catch (CharacterCodingException e) {
      throw malformed("text must be UTF-8 but was not");
    }
  }

  /** The data as a number from 0 to 2^32 - 1. */
  long unsigned32() throws MalformedMessageException {
    return Integer.toUnsignedLong(fixed(Integer.BYTES).getInt());
  }

  /** The data as a number of 64 bits without sign. */
  long unsigned64() throws MalformedMessageException {
    return fixed(Long.BYTES).getLong();
  }

  /** The data as a time; see {@link #time(AvpCode, Instant)}. */
  Instant time() throws MalformedMessageException {
    long coded = unsigned32();
    boolean highBit = (coded & 0x8000_0000L) != 0;
    return Instant.ofEpochSecond(coded + (highBit ? ERA_0_SECONDS : ERA_1_SECONDS));
  }

  private ByteBuffer fixed(int length) throws MalformedMessageException {
    if (data.length != length) {
      throw malformed("data must be of " + length + " bytes but was of " + data.length);
    }
    return ByteBuffer.wrap(data);
  }

  MalformedMessageException malformed(String rule) {
    return new MalformedMessageException(
        offset, "AVP " + Integer.toUnsignedString(code) + ": " + rule);
  }

  // ---- As a value; where it was read does not count

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Avp avp
        && code == avp.code
        && flags == avp.flags
        && vendor == avp.vendor
        && Arrays.equals(data, avp.data);
  }

  @Override
  public int hashCode() {
    return Objects.hash(code, flags, vendor, Arrays.hashCode(data));
  }

  @Override
  public String toString() {
    return "AVP " + Integer.toUnsignedString(code) + " of " + data.length + " bytes";
  }
}
