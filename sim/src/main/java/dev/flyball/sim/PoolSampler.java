package dev.flyball.sim;

import dev.flyball.measure.SnapshotDiff;
import dev.flyball.policy.Observation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;

/** A sampler that polls a pool now and then, with windows of its own. */
final class PoolSampler {

  private final VirtualPool pool;
  private final Supplier<String> why;
  private final SnapshotDiff window;
  private final List<PoolOutcome.Sample> samples = new ArrayList<>();

  PoolSampler(VirtualPool pool, Supplier<String> why) {
    this.pool = pool;
    this.why = why;
    this.window = SnapshotDiff.from(pool.totals());
  }

  /** What was seen so far. */
  List<PoolOutcome.Sample> samples() {
    return Collections.unmodifiableList(samples);
  }

  void sample() {
    Observation seen = window.cut(pool.totals());
    samples.add(PoolOutcome.Sample.of(seen.window().endNanos(), seen, why.get()));
  }
}
