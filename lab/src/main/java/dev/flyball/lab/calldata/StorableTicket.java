package dev.flyball.lab.calldata;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A ticket in the formats in which it is stored.
 *
 * @param ticket the ticket
 * @param at when it was written, as databases have it
 * @param line its line in files, comma-separated
 */
record StorableTicket(CallTicket ticket, LocalDateTime at, String line) {

  /** The stage that converts; keeps nothing, safe for any thread. */
  static StorableTicket of(CallTicket ticket) {
    LocalDateTime at = LocalDateTime.ofInstant(ticket.at(), ZoneOffset.UTC);
    String line =
        Stream.of(
                ticket.number(),
                ticket.session(),
                ticket.originHost(),
                ticket.type().ordinal() + 1,
                ticket.recordNumber(),
                DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(at),
                ticket.caller(),
                ticket.called(),
                ticket.seconds())
            .map(value -> quoted(value.toString()))
            .collect(Collectors.joining(","));
    return new StorableTicket(ticket, at, line + "\n");
  }

  private static String quoted(String value) {
    boolean plain = value.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return plain ? value : '"' + value.replaceAll("[\r\n]", " ").replace("\"", "\"\"") + '"';
  }
}
