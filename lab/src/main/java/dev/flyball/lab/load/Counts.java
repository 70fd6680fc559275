package dev.flyball.lab.load;

/**
 * The outcome of the requests that were offered; every one of them is in exactly one of the other
 * counts.
 *
 * @param offered requests whose time to be sent had come
 * @param completed whole responses with a status below 400
 * @param rejected responses with status 503
 * @param clientErrors responses with another status from 400 to 499
 * @param serverErrors responses with another status of 500 or above
 * @param unconnected requests for which no connection could be made
 * @param broken requests whose connection ended before the response was whole
 * @param timedOut requests without a whole response within the time-out or the drain time-out
 * @param outstanding requests that were still out when the counts were taken; 0 at the end of a
 *     run, unless it was closed early
 */
public record Counts(
    long offered,
    long completed,
    long rejected,
    long clientErrors,
    long serverErrors,
    long unconnected,
    long broken,
    long timedOut,
    long outstanding) {

  public Counts {
    long sum =
        completed
            + rejected
            + clientErrors
            + serverErrors
            + unconnected
            + broken
            + timedOut
            + outstanding;
    if (sum != offered) {
      throw new IllegalArgumentException(
          "sum of the outcomes must be the " + offered + " offered but was " + sum);
    }
    if (outstanding < 0) {
      throw new IllegalArgumentException("outstanding must be at least 0 but was " + outstanding);
    }
  }

  /**
   * Requests that ended badly, time-outs apart: a status of 400 or above, or no response at all.
   */
  public long failed() {
    return rejected + clientErrors + serverErrors + unconnected + broken;
  }
}
