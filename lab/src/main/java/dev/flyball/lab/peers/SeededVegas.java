package dev.flyball.lab.peers;

import com.netflix.concurrency.limits.Limit;
import com.netflix.concurrency.limits.limit.VegasLimit;
import dev.flyball.base.Dice;
import java.util.function.Consumer;

/**
 * Netflix's Vegas limit with its one throw of dice taken out of it and made with seeded ones.
 *
 * <p>From time to time Vegas forgets its shortest service time and takes that of the present sample
 * instead (a probe): after {@code jitter * 30 * limit} samples, with a jitter drawn uniformly from
 * 0.5 to 1 anew for each probe. It draws from the thread's own random numbers, so no two runs would
 * be the same. Here the library's object gets a probe multiplier so large that it never probes, and
 * the probe is counted and drawn here, by the same rule.
 *
 * <p>To forget, it is made anew with the present limit, and told of the present sample: a new one
 * takes its first sample's time as the shortest and leaves the limit alone, which is just what a
 * probe does. Nothing else is lost, for its limit is always a whole number: it begins with one, and
 * with the default smoothing of 1 every step and both bounds are whole.
 */
final class SeededVegas implements Limit {

  private final int limitMax;
  private final int probeMultiplier;
  private final Dice dice;
  private VegasLimit limit;
  private double jitter;
  private int sinceProbe;

  SeededVegas(int initial, int limitMax, int probeMultiplier, Dice dice) {
    this.limitMax = limitMax;
    this.probeMultiplier = probeMultiplier;
    this.dice = dice;
    this.limit = beginningWith(initial);
    this.jitter = nextJitter();
  }

  @Override
  public void onSample(long startNanos, long roundTripNanos, int inFlight, boolean dropped) {
    sinceProbe++;
    if (jitter * probeMultiplier * limit.getLimit() <= sinceProbe) {
      sinceProbe = 0;
      jitter = nextJitter();
      limit = beginningWith(limit.getLimit());
    }
    limit.onSample(startNanos, roundTripNanos, inFlight, dropped);
  }

  @Override
  public int getLimit() {
    return limit.getLimit();
  }

  @Override
  public void notifyOnChange(Consumer<Integer> listener) {
    throw new UnsupportedOperationException("the limit must be asked for, no listener is told");
  }

  private double nextJitter() {
    return 0.5 + dice.nextDouble() / 2;
  }

  private VegasLimit beginningWith(int workers) {
    return VegasLimit.newBuilder()
        .initialLimit(workers)
        .maxConcurrency(limitMax)
        .probeMultiplier(Integer.MAX_VALUE)
        .build();
  }
}
