package dev.flyball.dataflow.measure;

import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The meeting point of a trial's threads and its runner: all are ready, they begin, each has
 * measured, all stop. A thread that fails opens every gate, so that no thread waits for it.
 *
 * <p>Safe for use by several threads.
 */
final class TrialGate {

  private final CountDownLatch ready;
  private final CountDownLatch begin = new CountDownLatch(1);
  private final CountDownLatch measured;
  private volatile Optional<Throwable> failure = Optional.empty(); // written under this
  private volatile boolean stopped;

  TrialGate(int threads) {
    ready = new CountDownLatch(threads);
    measured = new CountDownLatch(threads);
  }

  /** A worker is ready; returns when all may begin. */
  void ready() throws InterruptedException {
    ready.countDown();
    begin.await();
  }

  /** A worker has measured; it goes on working until all have. */
  void measured() {
    measured.countDown();
  }

  synchronized void failed(Throwable how) {
    if (failure.isEmpty()) {
      failure = Optional.of(how);
    }
    open(ready);
    open(measured);
  }

  boolean stopped() {
    return stopped;
  }

  void stop() {
    stopped = true;
    begin.countDown();
  }

  boolean awaitReady(long nanos) throws InterruptedException {
    return ready.await(nanos, TimeUnit.NANOSECONDS);
  }

  void begin() {
    begin.countDown();
  }

  boolean awaitMeasured(long nanos) throws InterruptedException {
    return measured.await(nanos, TimeUnit.NANOSECONDS);
  }

  /** What the first thread that failed failed with. */
  Optional<Throwable> failure() {
    return failure;
  }

  private static void open(CountDownLatch latch) {
    for (long left = latch.getCount(); left > 0; left--) {
      latch.countDown();
    }
  }
}
