package dev.flyball.lab.calldata;

import java.time.Instant;

/**
 * A telecom network's report of a change of a call.
 *
 * @param number the ticket's number, another one for each
 * @param session the call's id
 * @param originHost the network's host that reports
 * @param type the type of change
 * @param recordNumber the index of the ticket in its call, from 0
 * @param at when it happened, to the second
 * @param caller the caller: a telephone number, or its pseudonym
 * @param called the called party: a telephone number, or its pseudonym
 * @param seconds how long they have talked, 0 at the start
 */
record CallTicket(
    long number,
    String session,
    String originHost,
    RecordType type,
    long recordNumber,
    Instant at,
    String caller,
    String called,
    long seconds) {

  CallTicket withParties(String newCaller, String newCalled) {
    return new CallTicket(
        number, session, originHost, type, recordNumber, at, newCaller, newCalled, seconds);
  }
}
