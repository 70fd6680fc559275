package dev.flyball.lab.calldata;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A ticket with call data, as a switch sends it: a frame of fields behind its length.
 *
 * @param number the ticket's own, from 1
 * @param session the call's
 * @param originHost the switch
 * @param type what the record is of the call
 * @param recordNumber the record's in its session
 * @param at when it was written
 * @param caller the caller's telephone number, or a pseudonym of it
 * @param called the other's
 * @param seconds how long the call has lasted
 */
record CallTicket(
    long number,
    String session,
    String originHost,
    RecordType type,
    int recordNumber,
    Instant at,
    String caller,
    String called,
    int seconds) {

  /** The parts of a call that records are of. */
  enum RecordType {
    EVENT,
    START,
    INTERIM,
    STOP
  }

  private static final int NUMBER_BYTES = 8;

  /** The longest frame that is taken. */
  private static final int BYTES_MAX = 64 * 1024;

  CallTicket withParties(String newCaller, String newCalled) {
    return new CallTicket(
        number, session, originHost, type, recordNumber, at, newCaller, newCalled, seconds);
  }

  /** The frame, without its length. */
  byte[] frame() throws IOException {
    ByteArrayOutputStream frame = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(frame);
    out.writeLong(number);
    out.writeUTF(session);
    out.writeUTF(originHost);
    out.writeByte(type.ordinal());
    out.writeInt(recordNumber);
    out.writeLong(at.getEpochSecond());
    out.writeUTF(caller);
    out.writeUTF(called);
    out.writeInt(seconds);
    return frame.toByteArray();
  }

  /**
   * Reads a frame.
   *
   * @throws IOException when it is none of a ticket
   */
  static CallTicket of(byte[] frame) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(frame));
    CallTicket ticket =
        new CallTicket(
            in.readLong(),
            in.readUTF(),
            in.readUTF(),
            type(in.readUnsignedByte()),
            in.readInt(),
            Instant.ofEpochSecond(in.readLong()),
            in.readUTF(),
            in.readUTF(),
            in.readInt());
    if (in.available() > 0) {
      throw new IOException(
          "ticket must end with its frame but " + in.available() + " bytes follow");
    }
    return ticket;
  }

  private static RecordType type(int ordinal) throws IOException {
    if (ordinal >= RecordType.values().length) {
      throw new IOException("record type must be from 0 to 3 but was " + ordinal);
    }
    return RecordType.values()[ordinal];
  }

  /** The number of the ticket in a frame, whatever else is wrong with it; 0 if there is none. */
  static long number(byte[] frame) {
    return frame.length < NUMBER_BYTES ? 0 : Math.max(0, ByteBuffer.wrap(frame).getLong());
  }

  /**
   * Reads the next frame of a connection; none at its end.
   *
   * @throws IOException when its length cannot be, or the connection ends within
   */
  static Optional<byte[]> nextFrame(DataInputStream in) throws IOException {
    int first = in.read();
    if (first < 0) {
      return Optional.empty();
    }
    int length = first << 24 | in.readUnsignedByte() << 16 | in.readUnsignedShort();
    if (length < NUMBER_BYTES || length > BYTES_MAX) {
      throw new IOException(
          "length must be from " + NUMBER_BYTES + " to " + BYTES_MAX + " but was " + length);
    }
    byte[] frame = new byte[length];
    in.readFully(frame);
    return Optional.of(frame);
  }

  /**
   * A ticket in the formats in which it is stored.
   *
   * @param number the ticket's
   * @param row its values, as databases have them
   * @param line its line in files, comma-separated
   */
  record StorableTicket(long number, List<Object> row, String line) {

    /** The stage that converts; keeps nothing, safe for any thread. */
    static StorableTicket of(CallTicket ticket) {
      List<Object> row =
          List.of(
              ticket.number(),
              ticket.session(),
              ticket.originHost(),
              ticket.type().ordinal() + 1,
              ticket.recordNumber(),
              LocalDateTime.ofInstant(ticket.at(), ZoneOffset.UTC),
              ticket.caller(),
              ticket.called(),
              ticket.seconds());
      String line =
          row.stream().map(StorableTicket::quoted).collect(Collectors.joining(",", "", "\n"));
      return new StorableTicket(ticket.number(), row, line);
    }

    private static String quoted(Object value) {
      String text =
          value instanceof LocalDateTime at
              ? DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(at)
              : value.toString();
      boolean plain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
      return plain ? text : '"' + text.replaceAll("[\r\n]", " ").replace("\"", "\"\"") + '"';
    }
  }
}
