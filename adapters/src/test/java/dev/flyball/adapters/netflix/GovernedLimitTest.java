package dev.flyball.adapters.netflix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.netflix.concurrency.limits.Limiter;
import com.netflix.concurrency.limits.MetricRegistry;
import com.netflix.concurrency.limits.internal.EmptyMetricRegistry;
import com.netflix.concurrency.limits.limiter.SimpleLimiter;
import dev.flyball.Flyball;
import dev.flyball.adapters.base.Load;
import dev.flyball.base.Await;
import dev.flyball.policy.FixedSize;
import dev.flyball.pool.AdoptedPool;
import dev.flyball.pool.foreign.ForeignPool;
import dev.flyball.pool.foreign.PoolReading;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A limiter of Netflix concurrency-limits whose limit is governed. */
@Timeout(60)
class GovernedLimitTest {

  private final GovernedLimit limit = new GovernedLimit(3);
  private final Map<String, LongAdder> theirs = new ConcurrentHashMap<>();

  /** A registry that the application has already. */
  private final class Theirs implements MetricRegistry {

    @Override
    public Counter counter(String id, String... tags) {
      String name = id + Arrays.toString(tags);
      return () -> theirs.computeIfAbsent(name, key -> new LongAdder()).increment();
    }

    @Override
    public SampleListener distribution(String id, String... tags) {
      return EmptyMetricRegistry.INSTANCE.distribution(id, tags);
    }

    @Override
    public void gauge(String id, Supplier<Number> value, String... tags) {
      theirs.put(id, new LongAdder());
    }
  }

  private SimpleLimiter<Void> limiter() {
    return SimpleLimiter.newBuilder()
        .named("backend")
        .limit(limit)
        .metricRegistry(limit.counting(new Theirs()))
        .build();
  }

  private static Limiter.Listener acquired(Limiter<Void> limiter) {
    return limiter.acquire(null).orElseThrow();
  }

  @Test
  void countsCallsHoweverTheyEndAndHandsMetricsOn() {
    SimpleLimiter<Void> limiter = limiter();
    ForeignPool calls = limit.of(limiter);
    Limiter.Listener first = acquired(limiter);
    Limiter.Listener second = acquired(limiter);
    Limiter.Listener third = acquired(limiter);
    assertThat(limiter.acquire(null)).isEmpty();
    assertThat(calls.read()).isEqualTo(new PoolReading(3, 3, 3, 0, 0, 1));
    first.onSuccess();
    second.onDropped();
    third.onIgnore();
    assertThat(calls.read()).isEqualTo(new PoolReading(3, 3, 0, 0, 3, 1));
    assertThat(theirs).containsKey("limit");
    for (String status : List.of("success", "dropped", "ignored", "rejected")) {
      String name = "call[id, backend, status, " + status + "]";
      assertThat(theirs.getOrDefault(name, new LongAdder()).sum()).as(name).isEqualTo(1);
    }
  }

  @Test
  void theLimiterFollowsAndIsGivenBack() {
    SimpleLimiter<Void> limiter = limiter();
    AdoptedPool governed =
        AdoptedPool.named("followed", limit.of(limiter)).governedBy(new FixedSize(5)).build();
    Await.until(() -> limiter.getLimit() == 5);
    for (int i = 0; i < 5; i++) {
      acquired(limiter);
    }
    assertThat(limiter.acquire(null)).isEmpty();
    governed.close();
    governed.close();
    assertThat(limiter.getLimit()).isEqualTo(3);
  }

  @Test
  void isGovernedOnlyOnce() {
    SimpleLimiter<Void> limiter = limiter();
    try (AdoptedPool first = Flyball.govern("first", limit.of(limiter))) {
      assertThatThrownBy(() -> Flyball.govern("second", limit.of(limiter)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("pool must be governed once but is so already: ");
      assertThat(Flyball.targets()).contains(first);
    }
    Flyball.govern("second", limit.of(limiter)).close();
  }

  @Test
  void namesALimiterWhoseCallsAreNotCounted() {
    SimpleLimiter<Void> limiter = SimpleLimiter.newBuilder().limit(limit).build();
    assertThatThrownBy(() -> limit.of(limiter))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(
            "limiter must have been built with metricRegistry(limit.counting(..))");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 200})
  @Tag("slow")
  void findsItsSizeUnderALoadThatHoldsTwenty(int found) {
    GovernedLimit wrong = new GovernedLimit(found);
    SimpleLimiter<Void> limiter =
        SimpleLimiter.newBuilder().limit(wrong).metricRegistry(wrong.counting()).build();
    ExecutorService callers = Executors.newCachedThreadPool();
    Load load =
        new Load(done ->
            callers.execute(() -> {
              Optional<Limiter.Listener> slot = limiter.acquire(null);
              slot.ifPresent(call -> {
                Load.serve();
                call.onSuccess();
              });
              done.accept(slot.isPresent());
            }));
    try (AdoptedPool governed = Flyball.govern("calls", wrong.of(limiter))) {
      load.send(400, Duration.ofSeconds(8));
      long failedBefore = load.failed();
      load.send(400, Duration.ofSeconds(2));
      load.awaitAll();
      assertThat(load.failed() - failedBefore).as(governed.toString()).isLessThan(40);
      // 33 where 60 % are in use; more where bursts were turned away, which cannot wait here
      assertThat(governed.workersTarget()).isBetween(20, 100);
    } finally {
      callers.shutdown();
    }
    assertThat(limiter.getLimit()).isEqualTo(found);
  }
}
