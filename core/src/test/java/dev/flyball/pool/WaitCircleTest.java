package dev.flyball.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.base.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pools whose tasks wait for one another's results, until no worker is left. */
@Timeout(60)
class WaitCircleTest {

  private static final int WORKERS = 2;

  @RegisterExtension final PoolsUnderTest pools = new PoolsUnderTest();

  private List<AdaptivePool> chain(int length) {
    return IntStream.range(0, length)
        .mapToObj(i -> pools.build(AdaptivePool.named("p" + i).ungoverned().workers(WORKERS)))
        .toList();
  }

  /**
   * Has each worker of each pool wait for a task of the next pool, and those of the last for it.
   */
  private static void lock(List<AdaptivePool> chain, int waits) {
    CountDownLatch all = new CountDownLatch(waits * WORKERS);
    for (int i = 0; i < waits; i++) {
      AdaptivePool next = chain.get((i + 1) % chain.size());
      for (int worker = 0; worker < WORKERS; worker++) {
        chain
            .get(i)
            .execute(() -> {
              all.countDown();
              get(() -> next.submit(() -> {}), all);
            });
      }
    }
  }

  private static void get(Supplier<Future<?>> submitted, CountDownLatch first) {
    try {
      first.await();
      submitted.get().get();
    } catch (InterruptedException | ExecutionException e) {
      // the pool is stopped
    }
  }

  private static void awaitSaid(AdaptivePool pool, String awaited) {
    Await.until(() -> pool.toString().contains(awaited));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void isNamedByEachOfIts(int length) {
    List<AdaptivePool> chain = chain(length);
    lock(chain, length);
    for (int i = 0; i < length; i++) {
      List<String> path = new ArrayList<>();
      for (int step = 1; step <= length; step++) {
        path.add(
            (step == 1 ? "2 workers wait for tasks" : "2 of its workers for tasks")
                + " of pool 'p"
                + (i + step) % length
                + "'");
      }
      String circle = "; pools wait for one another: " + String.join("; ", path);
      awaitSaid(chain.get(i), circle);
    }
  }

  @Test
  void aPoolThatOnlyWaitsForAnotherIsInNone() throws Exception {
    List<AdaptivePool> chain = chain(2);
    CountDownLatch held = new CountDownLatch(1);
    Future<?> awaited =
        chain
            .get(1)
            .submit(() -> {
              held.await();
              return 1;
            });
    Future<?> waiting = chain.get(0).submit(() -> awaited.get());
    awaitSaid(chain.get(0), "1 busy");
    awaitSaid(chain.get(1), "1 busy");
    assertThat(chain.get(0).toString() + chain.get(1)).doesNotContain("one another");
    held.countDown();
    waiting.get();
  }
}
