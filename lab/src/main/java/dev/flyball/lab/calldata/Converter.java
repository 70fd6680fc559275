package dev.flyball.lab.calldata;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A stage that converts a ticket to the formats in which it is stored. Keeps nothing, safe for any
 * thread.
 */
final class Converter {

  private Converter() {}

  static StorableTicket convert(CallTicket ticket) {
    LocalDateTime at = LocalDateTime.ofInstant(ticket.at(), ZoneOffset.UTC);
    StorableTicket.Row row =
        new StorableTicket.Row(
            ticket.session(),
            ticket.originHost(),
            ticket.type().number(),
            ticket.recordNumber(),
            at,
            ticket.caller(),
            ticket.called(),
            ticket.seconds());
    return new StorableTicket(ticket.number(), line(ticket.number(), row), row);
  }

  /** Comma-separated values (RFC 4180); the first is the ticket's number. */
  private static String line(long number, StorableTicket.Row row) {
    return List.of(
                Long.toString(number),
                row.session(),
                row.originHost(),
                Integer.toString(row.type()),
                Long.toString(row.recordNumber()),
                DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(row.at()),
                row.caller(),
                row.called(),
                Long.toString(row.seconds()))
            .stream()
            .map(Converter::quoted)
            .collect(Collectors.joining(","))
        + "\n";
  }

  /** Line ends become blanks, so that a line is a ticket whatever was sent. */
  private static String quoted(String value) {
    boolean plain = value.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return plain ? value : '"' + value.replaceAll("[\r\n]", " ").replace("\"", "\"\"") + '"';
  }
}
