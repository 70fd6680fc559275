package dev.flyball.lab.calldata;

import dev.flyball.base.Require;

/**
 * The header of a Diameter message (RFC 6733, section 3), except the version, which is 1, and the
 * length.
 *
 * @param flags {@link #REQUEST} and others; the four low bits are reserved and must be 0
 * @param command the command code, 24 bits
 * @param application the application id; 32 bits without sign, as are the next two
 * @param hopByHop what matches an answer with its request on one connection
 * @param endToEnd what tells a repeated request from a new one
 */
public record DiameterHeader(int flags, int command, int application, int hopByHop, int endToEnd) {

  /** The size of a header. */
  static final int BYTES = 20;

  static final int VERSION = 1;

  /** Where the end-to-end id is, in bytes from the beginning. */
  static final int END_TO_END_AT = 16;

  public static final int REQUEST = 0x80;
  public static final int PROXIABLE = 0x40;
  public static final int ERROR = 0x20;
  public static final int RETRANSMITTED = 0x10;

  static final int RESERVED_FLAGS = 0x0f;
  static final int UNSIGNED_24_MAX = 0xff_ffff;

  public DiameterHeader {
    Require.between("flags", 0, 0xf0, flags);
    Require.between("command", 0, UNSIGNED_24_MAX, command);
    if ((flags & RESERVED_FLAGS) != 0) {
      throw new IllegalArgumentException("reserved flags must be 0 but were " + flags);
    }
  }
}
