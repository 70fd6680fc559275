package dev.flyball.lab.load;

import dev.flyball.base.Require;
import java.util.List;
import java.util.Optional;
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
 * @param kinds the same for each kind, in the order of the mix
 * @param seconds the run second by second, the drain included
 * @param sendLag how long after its intended time each request was written to its connection; the
 *     wait for a connection is part of it. A late generator shows here: do not trust response times
 *     of the same order
 * @param connections how many connections were made in all
 * @param firstFault what was wrong with the first request that was unconnected or broken
 */
public record LoadResult(
    Counts counts,
    double offeredSeconds,
    double lastResponseSeconds,
    long completedWhileOffered,
    Timings responseTimes,
    List<KindResult> kinds,
    List<Second> seconds,
    Timings sendLag,
    long connections,
    Optional<String> firstFault) {

  public LoadResult {
    kinds = List.copyOf(kinds);
    seconds = List.copyOf(seconds);
  }

  public long offered() {
    return counts.offered();
  }

  public long completed() {
    return counts.completed();
  }

  public long failed() {
    return counts.failed();
  }

  public long timedOut() {
    return counts.timedOut();
  }

  public long rejected() {
    return counts.rejected();
  }

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
    Require.between("percentile", 0, 100, percentile);
    double wanted = percentile / 100 * counts.offered();
    if (counts.completed() == 0 || wanted > counts.completed()) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(
        responseTimes.percentileNanos(Math.min(100, 100 * wanted / counts.completed())));
  }

  /** The part of the result that belongs to one kind. */
  public KindResult kind(String id) {
    return kinds.stream()
        .filter(kind -> kind.id().equals(id))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "id must be one of "
                    + kinds.stream().map(KindResult::id).toList()
                    + " but was "
                    + id));
  }

  private static double perSecond(long count, double seconds) {
    return seconds > 0 ? count / seconds : 0;
  }

  /**
   * The outcome of the requests of one kind.
   *
   * @param id the kind
   * @param counts what became of its requests
   * @param responseTimes of its completed requests, from the intended send time to the last byte
   */
  public record KindResult(String id, Counts counts, Timings responseTimes) {}

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
}
