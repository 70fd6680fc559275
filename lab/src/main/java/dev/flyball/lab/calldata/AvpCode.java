package dev.flyball.lab.calldata;

/**
 * The attributes a ticket is made of, with the codes that RFC 6733 (section 9.8) and the IANA
 * registry of RADIUS attributes give them.
 */
enum AvpCode {
  SESSION_ID(263, "Session-Id"),
  ORIGIN_HOST(264, "Origin-Host"),
  ORIGIN_REALM(296, "Origin-Realm"),
  DESTINATION_REALM(283, "Destination-Realm"),
  ACCOUNTING_RECORD_TYPE(480, "Accounting-Record-Type"),
  ACCOUNTING_RECORD_NUMBER(485, "Accounting-Record-Number"),
  EVENT_TIMESTAMP(55, "Event-Timestamp"),
  CALLED_STATION_ID(30, "Called-Station-Id"),
  CALLING_STATION_ID(31, "Calling-Station-Id"),
  /** Seconds. */
  ACCT_SESSION_TIME(46, "Acct-Session-Time"),
  /** This program's own: the ticket's number, under the enterprise number that RFC 5612 lends. */
  TICKET_NUMBER(1, 32_473, "Ticket-Number");

  /** The vendor of codes that belong to no vendor. */
  static final int NO_VENDOR = 0;

  private final int code;
  private final int vendor;
  private final String text;

  AvpCode(int code, String text) {
    this(code, 0, text);
  }

  AvpCode(int code, int vendor, String text) {
    this.code = code;
    this.vendor = vendor;
    this.text = text;
  }

  int code() {
    return code;
  }

  int vendor() {
    return vendor;
  }

  /** As the RFC writes it. */
  String text() {
    return text;
  }
}
