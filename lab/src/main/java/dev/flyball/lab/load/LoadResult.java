package dev.flyball.lab.load;

import dev.flyball.lab.harness.Timings;
import dev.flyball.policy.Quantiles;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The measurements of a run.
 *
 * @param counts what became of all requests
 * @param offeredSeconds how long requests were offered: the length of the plan, or less when the
 *     run was closed early
 * @param lastResponseSeconds when the last whole response came, since the start of the load; 0 when
 *     none came
 * @param completedWhileOffered how many of the completed responses came while load was offered
 * @param responseTimes of the completed requests, from the <em>intended</em> send time to the last
 *     byte, so that a request which could not leave in time shows its wait
 * @param seconds the run second by second, the drain included
 * @param sendLag how long after its intended time each request was written to its connection; the
 *     wait for a connection is part of it. A late generator shows here: do not trust response times
 *     of the same order
 */
public record LoadResult(
    Counts counts,
    double offeredSeconds,
    double lastResponseSeconds,
    long completedWhileOffered,
    Timings responseTimes,
    List<Second> seconds,
    Timings sendLag) {

  /** Requests offered per second while load was offered. */
  public double offeredPerSecond() {
    return perSecond(counts.offered(), offeredSeconds);
  }

  /** Responses completed while load was offered, per second of that time. */
  public double throughputPerSecond() {
    return perSecond(completedWhileOffered, offeredSeconds);
  }

  /** All completed responses per second, up to the moment the last response came. */
  public double throughputToLastResponse() {
    return perSecond(counts.completed(), lastResponseSeconds);
  }

  /**
   * The time within which {@code percentile} percent of all <em>offered</em> requests were
   * completed; empty when fewer were. A server cannot improve this figure by failing requests.
   */
  public OptionalLong percentileOfOfferedNanos(double percentile) {
    double wanted = percentile / 100 * counts.offered();
    if (counts.completed() == 0 || wanted > counts.completed()) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(
        responseTimes.percentileNanos(Math.min(100, 100 * wanted / counts.completed())));
  }

  private static double perSecond(long count, double seconds) {
    return seconds > 0 ? count / seconds : 0;
  }

  /**
   * One request that has ended.
   *
   * @param dueNanos when it was meant to be sent, since the start of the load
   * @param outcome how it ended
   * @param atNanos when it ended, since the start of the load
   */
  public record Ended(long dueNanos, Outcome outcome, long atNanos) {}

  /** The outcome of a request: exactly one of these for every request that ended. */
  public enum Outcome {
    /** A whole response with a status below 400. */
    COMPLETED,
    /** A response with status 503: the server would not take it. */
    REJECTED,
    /** A response with another status from 400 to 499. */
    CLIENT_ERROR,
    /** A response with another status of 500 or above. */
    SERVER_ERROR,
    /** No connection could be made for it. */
    UNCONNECTED,
    /** Its connection ended, or spoke no HTTP, before the response was whole. */
    BROKEN,
    /** No whole response in time. */
    TIMED_OUT;

    static Outcome of(int status) {
      if (status < 400) {
        return COMPLETED;
      }
      if (status == 503) {
        return REJECTED;
      }
      return status < 500 ? CLIENT_ERROR : SERVER_ERROR;
    }

    /** Whether the server gave a whole response, of whatever status. */
    boolean answered() {
      return compareTo(SERVER_ERROR) <= 0;
    }
  }

  /**
   * What became of requests.
   *
   * @param offered requests whose time to be sent had come
   * @param ended those that ended, by their outcome
   */
  public record Counts(long offered, Map<Outcome, Long> ended) {

    public Counts {
      ended = Map.copyOf(ended);
    }

    /** Requests with an outcome. */
    public long of(Outcome outcome) {
      return ended.getOrDefault(outcome, 0L);
    }

    /** Requests with a whole response of a status below 400. */
    public long completed() {
      return of(Outcome.COMPLETED);
    }

    /** Requests without a whole response in time. */
    public long timedOut() {
      return of(Outcome.TIMED_OUT);
    }

    /**
     * Requests that ended badly, time-outs apart: a status of 400 or above, or no response at all.
     */
    public long failed() {
      return offered - outstanding() - completed() - timedOut();
    }

    /** Requests that are still out; none at the end of a run, unless it was closed early. */
    public long outstanding() {
      return offered - ended.values().stream().mapToLong(Long::longValue).sum();
    }
  }

  /**
   * One second of a run. A request is offered in the second of its intended send time and ends in
   * the second in which it ended.
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
      Quantiles responseTimes) {

    Second offering(long requests) {
      return new Second(index, requests, completed, failed, timedOut, responseTimes);
    }
  }
}
