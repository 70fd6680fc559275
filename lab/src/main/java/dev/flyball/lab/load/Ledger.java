package dev.flyball.lab.load;

import dev.flyball.lab.harness.Timings;
import dev.flyball.lab.load.LoadResult.Counts;
import dev.flyball.lab.load.LoadResult.Outcome;
import dev.flyball.lab.load.LoadResult.Second;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The books of one run: every request is entered when it is offered, when it is sent, and when it
 * ends. Times are nanoseconds since the start of the load; a request is known by its intended send
 * time. For the event loop thread only.
 */
final class Ledger {

  private static final long SECOND_NANOS = 1_000_000_000L;

  private final long lengthNanos;
  private final Map<Outcome, Long> outcomes = new EnumMap<>(Outcome.class);
  private final Timings responseTimes = new Timings();
  private final Timings sendLag = new Timings();

  private final List<Second> seconds = new ArrayList<>();
  private final List<Long> offeredInSecond = new ArrayList<>();
  private final Timings secondTimes = new Timings();
  private Counts countsAtSecond = new Counts(0, Map.of());

  private long offered;
  private long outstanding;
  private long completedWhileOffered;
  private long lastResponseNanos;

  Ledger(long lengthNanos) {
    this.lengthNanos = lengthNanos;
  }

  void offered(long dueNanos) {
    offered++;
    outstanding++;
    int second = (int) (dueNanos / SECOND_NANOS);
    while (offeredInSecond.size() <= second) {
      offeredInSecond.add(0L);
    }
    offeredInSecond.set(second, offeredInSecond.get(second) + 1);
  }

  void sent(long dueNanos, long nowNanos) {
    sendLag.record(nowNanos - dueNanos);
  }

  void ended(long dueNanos, Outcome outcome, long nowNanos) {
    closeSeconds(nowNanos);
    outcomes.merge(outcome, 1L, Long::sum);
    outstanding--;
    if (outcome.answered()) {
      lastResponseNanos = nowNanos;
    }
    if (outcome == Outcome.COMPLETED) {
      responseTimes.record(nowNanos - dueNanos);
      secondTimes.record(nowNanos - dueNanos);
      completedWhileOffered += nowNanos <= lengthNanos ? 1 : 0;
    }
  }

  /** Closes the seconds that are over; the last of them, if there was one. */
  Optional<Second> closeSeconds(long nowNanos) {
    Optional<Second> last = Optional.empty();
    while ((seconds.size() + 1) * SECOND_NANOS <= nowNanos) {
      last = Optional.of(closeSecond());
    }
    return last;
  }

  long outstanding() {
    return outstanding;
  }

  LoadResult result(long nowNanos) {
    closeSeconds(nowNanos);
    if (!counts().equals(countsAtSecond)) {
      closeSecond();
    }
    return new LoadResult(
        counts(),
        Math.min(nowNanos, lengthNanos) / 1e9,
        lastResponseNanos / 1e9,
        completedWhileOffered,
        responseTimes,
        seconds.stream().map(second -> second.offering(offeredIn(second.index()))).toList(),
        sendLag);
  }

  private Counts counts() {
    return new Counts(offered, outcomes);
  }

  /** Requests meant for a second; those that the generator is late with may still be missing. */
  private long offeredIn(int second) {
    return second < offeredInSecond.size() ? offeredInSecond.get(second) : 0;
  }

  private Second closeSecond() {
    Counts now = counts();
    Second second =
        new Second(
            seconds.size(),
            offeredIn(seconds.size()),
            now.completed() - countsAtSecond.completed(),
            now.failed() - countsAtSecond.failed(),
            now.timedOut() - countsAtSecond.timedOut(),
            secondTimes.quantiles());
    seconds.add(second);
    secondTimes.reset();
    countsAtSecond = now;
    return second;
  }
}
