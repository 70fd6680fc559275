package dev.flyball.adapters.base;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.base.Await;
import dev.flyball.pool.foreign.ForeignPool.Processor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The threads of a pool, found by their names. */
@Timeout(60)
class NamedThreadsTest {

  private static final String PREFIX = "named-threads-test-";

  private final CountDownLatch gate = new CountDownLatch(1);
  private final List<Thread> made = new ArrayList<>();
  private final NamedThreads threads = NamedThreads.byId(PREFIX);

  private void start(int more) {
    for (int i = 0; i < more; i++) {
      Thread thread = new Thread(() -> Await.on(gate));
      thread.setName(PREFIX + thread.getId());
      thread.start();
      made.add(thread);
    }
  }

  @AfterEach
  void end() throws InterruptedException {
    gate.countDown();
    for (Thread thread : made) {
      thread.join();
    }
  }

  private Processor afterSomeReadings(int workers) {
    for (int i = 0; i < 3; i++) {
      Processor unused = threads.processor(workers, 64);
    }
    return threads.processor(workers, 64);
  }

  @Test
  void areReadWhereTheyAreAsManyAsThePoolHas() {
    start(3);
    assertThat(afterSomeReadings(3).cpuNanos()).isPresent();
    start(2);
    assertThat(threads.processor(3, 64).cpuNanos()).isPresent(); // they may be starting
    assertThat(afterSomeReadings(5).cpuNanos()).isPresent();
  }

  @Test
  void areNotKnownWhereSomeAreMissing() {
    start(3);
    assertThat(afterSomeReadings(4)).isEqualTo(Processor.UNKNOWN);
  }

  @Test
  void areNotKnownWhereThoseOfAnotherPoolHaveTheSameNames() {
    start(5);
    assertThat(afterSomeReadings(3)).isEqualTo(Processor.UNKNOWN);
  }
}
