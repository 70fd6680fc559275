package dev.flyball.adapters.netflix;

import com.netflix.concurrency.limits.MetricIds;
import com.netflix.concurrency.limits.MetricRegistry;
import com.netflix.concurrency.limits.internal.EmptyMetricRegistry;
import com.netflix.concurrency.limits.limit.AbstractLimit;
import com.netflix.concurrency.limits.limiter.AbstractLimiter;
import dev.flyball.base.Require;
import dev.flyball.pool.foreign.ForeignPool;
import dev.flyball.pool.foreign.PoolReading;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A limit for the limiters of Netflix concurrency-limits that is governed: their enforcement, our
 * number.
 *
 * <pre>{@code
 * GovernedLimit limit = new GovernedLimit(20);
 * SimpleLimiter<Void> limiter =
 *     SimpleLimiter.newBuilder().limit(limit).metricRegistry(limit.counting(registry)).build();
 * AdoptedPool governed = Flyball.govern("backend", limit.of(limiter));
 * }</pre>
 *
 * <p>Calls in flight are busy workers. Their ends, whether successful, dropped or ignored, and
 * those that are turned away are counted by the limiter's own metrics. So the limiter must have
 * been given {@link #counting}, which hands on to another registry. A limiter that blocks counts a
 * caller that waits as one that was turned away, each time that it tries: nothing else tells of it.
 *
 * <p>Safe for any number of threads. Not to be shared by limiters.
 */
public final class GovernedLimit extends AbstractLimit {

  private static final String REJECTED = "rejected";
  private static final List<String> ENDS = List.of("success", "dropped", "ignored");

  private final int found;
  private final LongAdder ended = new LongAdder();
  private final LongAdder rejected = new LongAdder();
  private volatile boolean counted;

  /**
   * Makes a limit.
   *
   * @param initial the limit until it is governed, and after that; at least 1
   */
  public GovernedLimit(int initial) {
    super(Require.atLeast("initial", 1, initial));
    this.found = initial;
  }

  /** It changes when it is governed, and not with a call. */
  @Override
  protected int _update(long startTime, long rtt, int inflight, boolean didDrop) {
    return getLimit();
  }

  /** A registry for the limiter that counts its calls, and hands all metrics on. */
  public MetricRegistry counting(MetricRegistry next) {
    Objects.requireNonNull(next, "next must not be null");
    return new Counting(next);
  }

  /** The same, where there is no other registry. */
  public MetricRegistry counting() {
    return counting(EmptyMetricRegistry.INSTANCE);
  }

  /**
   * The calls of a limiter, to be governed.
   *
   * @throws IllegalArgumentException when its calls are not counted here
   */
  public ForeignPool of(AbstractLimiter<?> limiter) {
    if (!counted) {
      throw new IllegalArgumentException(
          "limiter must have been built with metricRegistry(limit.counting(..)), or its calls are"
              + " not counted, but was "
              + limiter);
    }
    return new Calls(limiter);
  }

  /** Counts what a limiter reports. */
  private final class Counting implements MetricRegistry {

    private final MetricRegistry next;

    Counting(MetricRegistry next) {
      this.next = next;
    }

    @Override
    public Counter counter(String id, String... tags) {
      Counter theirs = next.counter(id, tags);
      if (!id.equals(MetricIds.CALL_NAME)) {
        return theirs;
      }
      List<String> of = List.of(tags);
      if (of.contains(REJECTED)) {
        return and(rejected, theirs);
      }
      if (ENDS.stream().anyMatch(of::contains)) {
        counted = true;
        return and(ended, theirs);
      }
      return theirs;
    }

    private static Counter and(LongAdder ours, Counter theirs) {
      return () -> {
        ours.increment();
        theirs.increment();
      };
    }

    @Override
    public SampleListener distribution(String id, String... tags) {
      return next.distribution(id, tags);
    }

    @Override
    public void gauge(String id, Supplier<Number> value, String... tags) {
      next.gauge(id, value, tags);
    }
  }

  /** What is governed; the same as any other of this limit. */
  private final class Calls implements ForeignPool {

    private final AbstractLimiter<?> limiter;

    Calls(AbstractLimiter<?> limiter) {
      this.limiter = limiter;
    }

    @Override
    public String kind() {
      return "Netflix limiter";
    }

    @Override
    public PoolReading read() {
      long done = ended.sum();
      int size = getLimit();
      int busy = Math.max(0, limiter.getInflight());
      return new PoolReading(size, Math.max(size, busy), busy, 0, done, rejected.sum());
    }

    @Override
    public void resize(int workers) {
      setLimit(workers);
    }

    @Override
    public void restore() {
      setLimit(found);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Calls calls && limit().equals(calls.limit());
    }

    @Override
    public int hashCode() {
      return limit().hashCode();
    }

    @Override
    public String toString() {
      return "the calls of " + limiter;
    }

    private GovernedLimit limit() {
      return GovernedLimit.this;
    }
  }
}
