package dev.flyball.lab.trial;

import dev.flyball.control.Decision;
import dev.flyball.lab.report.Spread;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.ConcurrentHistogram;

/**
 * The JDK's own {@link ThreadPoolExecutor}, measured from outside: the lives of its threads through
 * its thread factory, waits and busy time through a wrapper around each task.
 */
public final class JdkUnderTest implements PoolUnderTest {

  private static final int DIGITS = 3;

  private final String policyName;
  private final String why;
  private final ThreadPoolExecutor pool;
  private final long madeNanos = System.nanoTime();
  private final ConcurrentHistogram waits = new ConcurrentHistogram(DIGITS);

  // Sums since the beginning; a running or living one is added at the moment of reading.
  private final AtomicLong startedCount = new AtomicLong();
  private final AtomicLong waitNanosSum = new AtomicLong();
  private final TimeSum busy = new TimeSum();
  private final TimeSum lives = new TimeSum();

  // Guarded by this: the last sample.
  private long sampledNanos = madeNanos;
  private long sampledStarted;
  private long sampledWaitNanos;
  private long sampledBusyNanos;

  /** How long something has been the case, summed over all that it has been the case for. */
  private static final class TimeSum {
    private long nanos;
    private long changedNanos;
    private int count;

    synchronized void change(int by) {
      long now = System.nanoTime();
      nanos += count * (now - changedNanos);
      changedNanos = now;
      count += by;
    }

    synchronized long nanos() {
      change(0);
      return nanos;
    }
  }

  /**
   * @param policyName what tables call it
   * @param core its core size
   * @param max its maximum size
   * @param queue its queue, empty
   */
  public JdkUnderTest(String policyName, int core, int max, BlockingQueue<Runnable> queue) {
    this.policyName = policyName;
    this.why = "core " + core + ", at most " + (max == Integer.MAX_VALUE ? "any" : max);
    this.pool =
        new ThreadPoolExecutor(
            core,
            max,
            60,
            TimeUnit.SECONDS,
            queue,
            task ->
                new Thread(
                    () -> {
                      lives.change(1);
                      try {
                        task.run();
                      } finally {
                        lives.change(-1);
                      }
                    },
                    policyName));
  }

  @Override
  public String policy() {
    return policyName;
  }

  @Override
  public void dispatch(String kind, Runnable work) {
    executor().execute(work);
  }

  @Override
  public Executor executor() {
    return work -> {
      long arrivedNanos = System.nanoTime();
      pool.execute(() -> {
        long waitNanos = System.nanoTime() - arrivedNanos;
        startedCount.incrementAndGet();
        waitNanosSum.addAndGet(waitNanos);
        waits.recordValue(Math.max(0, waitNanos));
        busy.change(1);
        try {
          work.run();
        } finally {
          busy.change(-1);
        }
      });
    };
  }

  @Override
  public synchronized PoolSample sample() {
    long now = System.nanoTime();
    long started = startedCount.get();
    long waitNanos = waitNanosSum.get();
    long busyNanos = busy.nanos();
    long startedSince = started - sampledStarted;
    double busyMean = (double) (busyNanos - sampledBusyNanos) / (now - sampledNanos);
    double waitMillisMean = (waitNanos - sampledWaitNanos) / 1e6 / startedSince;
    sampledNanos = now;
    sampledStarted = started;
    sampledWaitNanos = waitNanos;
    sampledBusyNanos = busyNanos;
    return new PoolSample(
        (now - madeNanos) / 1e9,
        Math.max(pool.getCorePoolSize(), pool.getPoolSize()),
        pool.getPoolSize(),
        busyMean,
        pool.getQueue().size(),
        startedSince == 0 ? OptionalDouble.empty() : OptionalDouble.of(waitMillisMean),
        pool.getCorePoolSize(),
        why);
  }

  @Override
  public PoolOutcome outcome() {
    double seconds = (System.nanoTime() - madeNanos) / 1e9;
    return new PoolOutcome(
        seconds,
        lives.nanos() / 1e9 / seconds,
        pool.getLargestPoolSize(),
        OptionalLong.empty(),
        waits.getTotalCount() == 0
            ? Spread.UNKNOWN
            : Spread.ofNanos(
                waits.getValueAtPercentile(50),
                waits.getValueAtPercentile(90),
                waits.getValueAtPercentile(95),
                waits.getValueAtPercentile(99),
                waits.getMaxValue()));
  }

  @Override
  public List<Decision> decisions() {
    return List.of();
  }

  @Override
  public void close() {
    pool.shutdownNow();
  }
}
