package dev.flyball.lab.calldata;

import java.nio.ByteBuffer;
import java.util.List;

/** Tickets as accounting requests (ACR, RFC 6733, section 9.7.1), there and back. */
final class TicketMessages {

  /** The command code of an accounting request. */
  static final int ACCOUNTING = 271;

  /** The application of accounting by itself. */
  static final int BASE_ACCOUNTING = 3;

  private static final String REALM = "example";

  private TicketMessages() {}

  /** The request that tells of a ticket; its ids are the low 32 bits of the ticket's number. */
  static DiameterMessage of(CallTicket ticket) {
    int id = (int) ticket.number();
    return new DiameterMessage(
        new DiameterHeader(
            DiameterHeader.REQUEST | DiameterHeader.PROXIABLE, ACCOUNTING, BASE_ACCOUNTING, id, id),
        List.of(
            Avp.text(AvpCode.SESSION_ID, ticket.session()),
            Avp.text(AvpCode.ORIGIN_HOST, ticket.originHost()),
            Avp.text(AvpCode.ORIGIN_REALM, REALM),
            Avp.text(AvpCode.DESTINATION_REALM, REALM),
            Avp.unsigned32(AvpCode.ACCOUNTING_RECORD_TYPE, ticket.type().number()),
            Avp.unsigned32(AvpCode.ACCOUNTING_RECORD_NUMBER, ticket.recordNumber()),
            Avp.unsigned64(AvpCode.TICKET_NUMBER, ticket.number()),
            Avp.time(AvpCode.EVENT_TIMESTAMP, ticket.at()),
            Avp.text(AvpCode.CALLING_STATION_ID, ticket.caller()),
            Avp.text(AvpCode.CALLED_STATION_ID, ticket.called()),
            Avp.unsigned32(AvpCode.ACCT_SESSION_TIME, ticket.seconds())));
  }

  /** The ticket that a request tells of. */
  static CallTicket read(byte[] bytes) throws MalformedMessageException {
    DiameterMessage message = DiameterParser.parse(bytes);
    DiameterHeader header = message.header();
    if (header.command() != ACCOUNTING || (header.flags() & DiameterHeader.REQUEST) == 0) {
      throw new MalformedMessageException(
          4, "message must be a request of command 271 but was of command " + header.command());
    }
    return new CallTicket(
        message.required(AvpCode.TICKET_NUMBER).unsigned64(),
        message.required(AvpCode.SESSION_ID).text(),
        message.required(AvpCode.ORIGIN_HOST).text(),
        type(message.required(AvpCode.ACCOUNTING_RECORD_TYPE)),
        message.required(AvpCode.ACCOUNTING_RECORD_NUMBER).unsigned32(),
        message.required(AvpCode.EVENT_TIMESTAMP).time(),
        message.required(AvpCode.CALLING_STATION_ID).text(),
        message.required(AvpCode.CALLED_STATION_ID).text(),
        message.required(AvpCode.ACCT_SESSION_TIME).unsigned32());
  }

  private static RecordType type(Avp avp) throws MalformedMessageException {
    long number = avp.unsigned32();
    return RecordType.of(number)
        .orElseThrow(() -> avp.malformed("record type must be from 1 to 4 but was " + number));
  }

  /** The id of a whole message, whatever else is wrong with it. */
  static int endToEnd(byte[] frame) {
    int at = DiameterHeader.END_TO_END_AT;
    return ByteBuffer.wrap(frame).getInt(at);
  }
}
