package dev.flyball.lab.load;

import dev.flyball.lab.load.Timings.TimingSummary;

/**
 * One second of a run. A request is offered in the second of its intended send time and ends in the
 * second in which it ended.
 *
 * @param index which second, from 0; the last one of a run may be shorter than a second
 * @param offered requests meant to be sent in this second
 * @param completed responses with a status below 400
 * @param failed requests that ended badly, time-outs apart
 * @param timedOut requests that ended in a time-out
 * @param responseTimes the response times of the completed ones, from the intended send time
 */
public record Second(
    int index,
    long offered,
    long completed,
    long failed,
    long timedOut,
    TimingSummary responseTimes) {

  Second offering(long requests) {
    return new Second(index, requests, completed, failed, timedOut, responseTimes);
  }
}
