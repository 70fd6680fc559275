package dev.flyball.lab.calldata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class DiameterTest {

  /** An accounting request with a Session-Id and a ticket number, put together by hand. */
  private static final String KNOWN =
      "01000038" // version 1, 56 bytes
          + "c000010f" // request, proxiable; command 271
          + "00000003" // application 3
          + "01020304" // hop by hop
          + "fffffffe" // end to end
          + "00000107" // Session-Id
          + "4000000d" // mandatory, 13 bytes
          + "613b313b32" // a;1;2
          + "000000" // padding
          + "00000001" // Ticket-Number
          + "c0000014" // of a vendor, mandatory, 20 bytes
          + "00007ed9" // vendor 32473
          + "0000000000000007";

  private static final DiameterMessage MESSAGE =
      new DiameterMessage(
          new DiameterHeader(0xc0, 271, 3, 0x01020304, -2),
          List.of(Avp.text(AvpCode.SESSION_ID, "a;1;2"), Avp.unsigned64(AvpCode.TICKET_NUMBER, 7)));

  private static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex);
  }

  @Test
  void writesTheKnownBytes() {
    assertThat(HexFormat.of().formatHex(MESSAGE.encoded())).isEqualTo(KNOWN);
  }

  @Test
  void readsTheKnownBytes() throws MalformedMessageException {
    DiameterMessage read = DiameterParser.parse(bytes(KNOWN));
    assertThat(read).isEqualTo(MESSAGE);
    assertThat(read.required(AvpCode.SESSION_ID).text()).isEqualTo("a;1;2");
    assertThat(read.required(AvpCode.TICKET_NUMBER).unsigned64()).isEqualTo(7);
    assertThat(TicketMessages.endToEnd(bytes(KNOWN))).isEqualTo(-2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0  | 02       | 0  | version must be 1 but was 2",
        "1  | 000037   | 1  | length must be 56 but was 55",
        "4  | c1       | 4  | reserved flags must be 0 but was 193",
        "24 | 41       | 24 | reserved flags must be 0 but was 65",
        "25 | 000007   | 25 | AVP length must be at least 8 but was 7",
        "25 | 000025   | 25 | AVP length must be at most 36 but was 37",
        "25 | ffffff   | 25 | AVP length must be at most 36 but was 16777215",
        "33 | 01       | 33 | padding must be 0 but was 1",
        "41 | 00000b   | 41 | AVP length must be at least 12 but was 11",
        "41 | 00000c   | 53 | AVP length must be at least 8 but was 7",
        "41 | 000010   | 52 | AVP must be of 8 bytes or more but was 4",
      })
  void saysWhereAndWhichRule(int at, String changed, int offset, String rule) {
    byte[] message = bytes(KNOWN);
    byte[] change = bytes(changed);
    System.arraycopy(change, 0, message, at, change.length);
    assertThatThrownBy(() -> DiameterParser.parse(message))
        .isInstanceOfSatisfying(
            MalformedMessageException.class,
            e -> {
              assertThat(e.offset()).isEqualTo(offset);
              assertThat(e.rule()).isEqualTo(rule);
            });
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 19, 20, 21, 27, 31, 55})
  void refusesPieces(int length) {
    byte[] piece = Arrays.copyOf(bytes(KNOWN), length);
    assertThatThrownBy(() -> DiameterParser.parse(piece))
        .isInstanceOf(MalformedMessageException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "1968-01-20T03:14:08Z, 80000000",
    "1970-01-01T00:00:00Z, 83aa7e80",
    "2036-02-07T06:28:15Z, ffffffff",
    "2036-02-07T06:28:16Z, 00000000",
    "2104-02-26T09:42:23Z, 7fffffff",
  })
  void timesGoOnIn2036(Instant at, String coded) throws MalformedMessageException {
    Avp time = Avp.time(AvpCode.EVENT_TIMESTAMP, at);
    assertThat(time.unsigned32()).isEqualTo(Long.parseLong(coded, 16));
    assertThat(time.time()).isEqualTo(at);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1968-01-20T03:14:07Z", "2104-02-26T09:42:24Z"})
  void timesOutsideAreRefused(Instant at) {
    assertThatThrownBy(() -> Avp.time(AvpCode.EVENT_TIMESTAMP, at))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("Event-Timestamp must be from 1968 to 2104");
  }

  @Test
  void textMustBeUtf8() {
    Avp bad = Avp.read(263, 0x40, 0, new byte[] {(byte) 0xc3, 0x28}, 28);
    assertThatThrownBy(bad::text)
        .isInstanceOf(MalformedMessageException.class)
        .hasMessage("at byte 28: AVP 263: text must be UTF-8 but was not");
  }

  @Test
  void everyTicketComesBack() throws MalformedMessageException {
    TicketDraws draws = new TicketDraws(3);
    for (int i = 0; i < 1_000; i++) {
      CallTicket ticket = draws.next();
      assertThat(TicketMessages.read(TicketMessages.of(ticket).encoded())).isEqualTo(ticket);
    }
  }

  @Test
  void aTicketMustBeWhole() {
    assertThatThrownBy(() -> TicketMessages.read(bytes(KNOWN)))
        .isInstanceOf(MalformedMessageException.class)
        .hasMessage("at byte 20: Origin-Host must be there but was not");
  }

  // ---- Frames in a stream

  @Test
  void aStreamIsCutIntoMessages() throws IOException, MalformedMessageException {
    FrameReader frames = new FrameReader(new ByteArrayInputStream(bytes(KNOWN + KNOWN)));
    assertThat(frames.next()).hasValue(bytes(KNOWN));
    assertThat(frames.next()).hasValue(bytes(KNOWN));
    assertThat(frames.next()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"00", "01000013", "01010001", "01ffffff"})
  void whatCannotBeAMessageEndsAStream(String hex) {
    FrameReader frames = new FrameReader(new ByteArrayInputStream(bytes(hex)));
    assertThatThrownBy(frames::next).isInstanceOf(MalformedMessageException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"01", "010000", "01000038", "01000038c0"})
  void aStreamMustNotEndWithinAMessage(String hex) {
    FrameReader frames = new FrameReader(new ByteArrayInputStream(bytes(hex)));
    assertThatThrownBy(frames::next).isInstanceOf(EOFException.class);
  }
}
