package dev.flyball.lab.tasks;

import dev.flyball.lab.harness.HostCalibration;
import dev.flyball.sim.race.Aggregate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The cost of starting a thread, and of waking a parked one, while so many other threads compute.
 *
 * <p>Each time counts from just before {@code start} or {@code unpark} to the first instruction
 * over there. With nothing else to run that is the price of the call; with every processor taken it
 * is mostly the wait for a time slice, which a new thread gets later than one that was parked.
 *
 * @param calibration what the others compute with
 * @param tries how often each is measured
 */
record StartCost(HostCalibration calibration, int tries) {

  private static final long PAUSE_NANOS = 1_000_000;

  /**
   * The measurements beside one number of computing threads, in milliseconds.
   *
   * @param computing how many threads computed
   * @param startMedian from start to first instruction, the median of the tries
   * @param startMean the same, the mean
   * @param wakeMedian from unpark to first instruction, the median of the tries
   * @param wakeMean the same, the mean
   * @param callMedian how long the call of start kept the caller, the median of the tries
   */
  record Costs(
      int computing,
      double startMedian,
      double startMean,
      double wakeMedian,
      double wakeMean,
      double callMedian) {}

  Costs beside(int computing) throws InterruptedException {
    List<Thread> others = new ArrayList<>();
    for (int i = 0; i < computing; i++) {
      others.add(started(this::computeForEver));
    }
    Sleeper sleeper = new Sleeper();
    Thread parked = started(sleeper);
    List<Double> starts = new ArrayList<>();
    List<Double> calls = new ArrayList<>();
    List<Double> wakes = new ArrayList<>();
    try {
      for (int attempt = 0; attempt < tries; attempt++) {
        start(starts, calls);
        LockSupport.parkNanos(PAUSE_NANOS);
        wakes.add(sleeper.wakeNanos(parked) / 1e6);
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    } finally {
      parked.interrupt();
      others.forEach(Thread::interrupt);
    }
    for (Thread other : others) {
      other.join();
    }
    return new Costs(
        computing,
        Aggregate.MEDIAN.of(starts, millis -> millis),
        Aggregate.MEAN.of(starts, millis -> millis),
        Aggregate.MEDIAN.of(wakes, millis -> millis),
        Aggregate.MEAN.of(wakes, millis -> millis),
        Aggregate.MEDIAN.of(calls, millis -> millis));
  }

  private static void start(List<Double> starts, List<Double> calls) throws InterruptedException {
    long[] begun = new long[1];
    Thread thread = new Thread(() -> begun[0] = System.nanoTime());
    long beforeNanos = System.nanoTime();
    thread.start();
    long afterNanos = System.nanoTime();
    thread.join();
    starts.add((begun[0] - beforeNanos) / 1e6);
    calls.add((afterNanos - beforeNanos) / 1e6);
  }

  private static Thread started(Runnable what) {
    Thread thread = new Thread(what, "flyball-start-cost");
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private void computeForEver() {
    try {
      while (true) {
        calibration.work(PAUSE_NANOS);
      }
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }

  /** A thread that parks, and tells when it was woken. */
  private static final class Sleeper implements Runnable {
    private volatile @Nullable CountDownLatch called;
    private volatile long wokenNanos;

    @Override
    public void run() {
      while (!Thread.currentThread().isInterrupted()) {
        CountDownLatch answer = called;
        if (answer == null) {
          LockSupport.park(this);
        } else {
          wokenNanos = System.nanoTime();
          called = null;
          answer.countDown();
        }
      }
    }

    long wakeNanos(Thread parked) throws InterruptedException {
      CountDownLatch answer = new CountDownLatch(1);
      long beforeNanos = System.nanoTime();
      called = answer;
      LockSupport.unpark(parked);
      answer.await();
      return wokenNanos - beforeNanos;
    }
  }
}
