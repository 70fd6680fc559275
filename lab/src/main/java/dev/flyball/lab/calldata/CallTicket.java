package dev.flyball.lab.calldata;

import java.time.Instant;

/**
 * What a telecom network tells about a change of a call.
 *
 * @param number the ticket's number, another one for each
 * @param session the call's id
 * @param originHost which of the network's hosts tells
 * @param type which change it is
 * @param recordNumber the how-manieth ticket of its call, from 0
 * @param at when it happened, to the second
 * @param caller who calls: a telephone number, or what stands for it
 * @param called who is called
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
