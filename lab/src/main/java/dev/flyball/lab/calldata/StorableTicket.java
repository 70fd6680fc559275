package dev.flyball.lab.calldata;

import java.time.LocalDateTime;

/**
 * A ticket in the two formats in which it is stored.
 *
 * @param number the ticket's number
 * @param line as files have it, with its end
 * @param row as the database has it
 */
record StorableTicket(long number, String line, Row row) {

  /**
   * A row of the table.
   *
   * @param session the call's id
   * @param originHost the host that reported
   * @param type the record's type, from 1 to 4
   * @param recordNumber the index of the record in its call
   * @param at when, in UTC
   * @param caller the pseudonym of the caller
   * @param called the pseudonym of the called party
   * @param seconds how long they have talked
   */
  record Row(
      String session,
      String originHost,
      int type,
      long recordNumber,
      LocalDateTime at,
      String caller,
      String called,
      long seconds) {}
}
