package dev.flyball.dataflow.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.flyball.control.Clock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Real threads, each with a clock of its own that its records move. */
class RateTrialTest {

  private final Map<Thread, Long> nanosOfThread = new ConcurrentHashMap<>();
  private final AtomicInteger open = new AtomicInteger();

  private final Clock clock = () -> nanosOfThread.getOrDefault(Thread.currentThread(), 0L);

  private void passes(long nanos) {
    nanosOfThread.merge(Thread.currentThread(), nanos, Long::sum);
  }

  private RateTrial trial(NodeTasks tasks, Duration patience) {
    return new RateTrial(
        "feeder", tasks, Duration.ofMillis(30), Duration.ofMillis(95), clock, patience);
  }

  @Test
  void theRateIsExactWhereRecordsAreEqual() throws Exception {
    TrialReading reading = trial(() -> () -> passes(10_000_000), Duration.ofMinutes(1)).run(3);
    assertThat(reading.threads()).isEqualTo(3);
    assertThat(reading.records()).isEqualTo(30);
    assertThat(reading.perSecond()).isCloseTo(300, within(1e-9));
    assertThat(reading.serviceSeconds()).isCloseTo(0.01, within(1e-12));
    assertThat(reading.variation()).isCloseTo(0, within(1e-12));
  }

  /** Of 5 ms and 15 ms by turns: mean 10, variance 25, unbiased 25 * n / (n - 1). */
  @Test
  void variationIsVarianceBySquareOfMean() throws Exception {
    TrialReading reading =
        trial(
                () -> {
                  AtomicInteger count = new AtomicInteger();
                  return () -> passes(count.getAndIncrement() % 2 == 0 ? 5_000_000 : 15_000_000);
                },
                Duration.ofMinutes(1))
            .run(1);
    assertThat(reading.records()).isEqualTo(10);
    assertThat(reading.perSecond()).isCloseTo(100, within(1e-9));
    assertThat(reading.variation()).isCloseTo(0.25 * 10 / 9, within(1e-9));
  }

  /** One thread that computes beside many that do so, too: most of its time it has no processor. */
  @Test
  void aBusyMachineIsSeen() throws Exception {
    assumeTrue(Files.isReadable(Path.of("/proc/thread-self/schedstat")));
    AtomicBoolean over = new AtomicBoolean();
    List<Thread> others = new ArrayList<>();
    for (int i = 0; i < 4 * Runtime.getRuntime().availableProcessors(); i++) {
      Thread other =
          new Thread(() -> {
            while (!over.get()) {
              Thread.onSpinWait();
            }
          });
      other.setDaemon(true);
      other.start();
      others.add(other);
    }
    RecordTask computes =
        () -> {
          for (int i = 0; i < 100_000; i++) {
            Thread.onSpinWait();
          }
        };
    TrialReading reading =
        new RateTrial(
                "computes",
                () -> computes,
                Duration.ofMillis(30),
                Duration.ofMillis(600),
                Clock.SYSTEM,
                Duration.ofMinutes(1))
            .run(1);
    over.set(true);
    for (Thread other : others) {
      other.join();
    }
    assertThat(reading.readyShare().orElseThrow()).isGreaterThan(0.3);
  }

  @Test
  void eachThreadsTaskIsClosed() throws Exception {
    NodeTasks tasks =
        () -> {
          open.incrementAndGet();
          return new RecordTask() {
            @Override
            public void processOne() {
              passes(1_000_000);
            }

            @Override
            public void close() {
              open.decrementAndGet();
            }
          };
        };
    trial(tasks, Duration.ofMinutes(1)).run(4);
    assertThat(open).hasValue(0);
  }

  @Test
  void whatATaskThrowsIsTold() {
    NodeTasks broken =
        () ->
            () -> {
              throw new IOException("no such table");
            };
    assertThatThrownBy(() -> trial(broken, Duration.ofMinutes(1)).run(2))
        .isInstanceOf(TrialFailedException.class)
        .hasMessage("node 'feeder' failed: java.io.IOException: no such table")
        .hasCauseInstanceOf(IOException.class);
  }

  @Test
  void whatStopsATaskFromBeingMadeIsTold() {
    NodeTasks broken =
        () -> {
          throw new NoClassDefFoundError("com/example/Driver");
        };
    assertThatThrownBy(() -> trial(broken, Duration.ofMinutes(1)).run(2))
        .isInstanceOf(TrialFailedException.class)
        .hasMessageContaining("NoClassDefFoundError: com/example/Driver");
  }

  @Test
  void aRecordWithoutAnEndIsNotWaitedFor() {
    CountDownLatch never = new CountDownLatch(1);
    assertThatThrownBy(() -> trial(() -> never::await, Duration.ofMillis(20)).run(2))
        .isInstanceOf(TrialFailedException.class)
        .hasMessage("node 'feeder' must do a record within PT0.02S but did not");
  }

  @Test
  void itCanBeInterrupted() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch never = new CountDownLatch(1);
    AtomicInteger interrupted = new AtomicInteger();
    NodeTasks waits =
        () ->
            () -> {
              begun.countDown();
              never.await();
            };
    Thread runs =
        new Thread(() -> {
          try {
            trial(waits, Duration.ofMinutes(1)).run(1);
          } catch (InterruptedException e) {
            interrupted.incrementAndGet();
          }
        });
    runs.start();
    begun.await();
    runs.interrupt();
    runs.join();
    assertThat(interrupted).hasValue(1);
  }
}
