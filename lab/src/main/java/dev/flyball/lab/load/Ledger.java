package dev.flyball.lab.load;

import dev.flyball.lab.load.Exchange.Outcome;
import dev.flyball.lab.load.LoadResult.Counts;
import dev.flyball.lab.load.LoadResult.KindResult;
import dev.flyball.lab.load.LoadRun.LoadProgress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The books of one run: every request is entered when it is offered, when it is sent, and when it
 * ends. Times are nanoseconds since the start of the load. For the event loop thread only.
 */
final class Ledger {

  private static final long SECOND_NANOS = 1_000_000_000L;

  private final KindMix mix;
  private final long lengthNanos;
  private final Tally all = new Tally();
  private final Histogram responseTimes = Timings.recorder();
  private final Histogram sendLag = Timings.recorder();
  private final List<Tally> kindTallies = new ArrayList<>();
  private final List<Histogram> kindTimes = new ArrayList<>();

  private final List<Second> seconds = new ArrayList<>();
  private final Histogram secondTimes = Timings.recorder();
  private Counts countsAtSecond;
  private long[] offeredInSecond = new long[64];

  private long completedWhileOffered;
  private long lastResponseNanos;
  private @Nullable String firstFault;

  Ledger(KindMix mix, long lengthNanos) {
    this.mix = mix;
    this.lengthNanos = lengthNanos;
    for (int kind = 0; kind < mix.parts().size(); kind++) {
      kindTallies.add(new Tally());
      kindTimes.add(Timings.recorder());
    }
    countsAtSecond = all.counts();
  }

  void offered(Exchange exchange) {
    all.offered();
    kindTallies.get(exchange.kind()).offered();
    int second = (int) (exchange.dueNanos() / SECOND_NANOS);
    if (second >= offeredInSecond.length) {
      offeredInSecond = Arrays.copyOf(offeredInSecond, second * 2);
    }
    offeredInSecond[second]++;
  }

  void sent(Exchange exchange, long nowNanos) {
    Timings.record(sendLag, nowNanos - exchange.dueNanos());
  }

  void ended(Exchange exchange, Outcome outcome, long nowNanos) {
    closeSeconds(nowNanos);
    all.ended(outcome);
    kindTallies.get(exchange.kind()).ended(outcome);
    if (outcome.answered()) {
      lastResponseNanos = nowNanos;
    }
    if (outcome == Outcome.COMPLETED) {
      long responseNanos = nowNanos - exchange.dueNanos();
      Timings.record(responseTimes, responseNanos);
      Timings.record(kindTimes.get(exchange.kind()), responseNanos);
      Timings.record(secondTimes, responseNanos);
      completedWhileOffered += nowNanos <= lengthNanos ? 1 : 0;
    }
  }

  void fault(String what) {
    if (firstFault == null) {
      firstFault = what;
    }
  }

  /** Closes the seconds that are over, and says whether there was one. */
  boolean closeSeconds(long nowNanos) {
    boolean closed = false;
    while ((seconds.size() + 1) * SECOND_NANOS <= nowNanos) {
      closeSecond();
      closed = true;
    }
    return closed;
  }

  long outstanding() {
    return all.outstanding();
  }

  /** The run so far; at least one second must be closed. */
  LoadProgress progress(long nowNanos) {
    return new LoadProgress(nowNanos / 1e9, all.counts(), seconds.get(seconds.size() - 1));
  }

  LoadResult result(long nowNanos, long connections) {
    closeSeconds(nowNanos);
    if (!all.counts().equals(countsAtSecond)) {
      closeSecond();
    }
    List<Second> wholeSeconds =
        seconds.stream().map(second -> second.offering(offeredIn(second.index()))).toList();
    List<KindResult> kinds = new ArrayList<>();
    for (int kind = 0; kind < mix.parts().size(); kind++) {
      kinds.add(
          new KindResult(
              mix.parts().get(kind).id(),
              kindTallies.get(kind).counts(),
              Timings.of(kindTimes.get(kind))));
    }
    return new LoadResult(
        all.counts(),
        Math.min(nowNanos, lengthNanos) / 1e9,
        lastResponseNanos / 1e9,
        completedWhileOffered,
        Timings.of(responseTimes),
        kinds,
        wholeSeconds,
        Timings.of(sendLag),
        connections,
        Optional.ofNullable(firstFault));
  }

  /** Requests meant for a second; those that the generator is late with may still be missing. */
  private long offeredIn(int second) {
    return second < offeredInSecond.length ? offeredInSecond[second] : 0;
  }

  private void closeSecond() {
    Counts now = all.counts();
    seconds.add(
        new Second(
            seconds.size(),
            offeredIn(seconds.size()),
            now.completed() - countsAtSecond.completed(),
            now.failed() - countsAtSecond.failed(),
            now.timedOut() - countsAtSecond.timedOut(),
            Timings.summary(secondTimes)));
    secondTimes.reset();
    countsAtSecond = now;
  }
}
