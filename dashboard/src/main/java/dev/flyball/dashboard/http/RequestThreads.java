package dev.flyball.dashboard.http;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The threads that answer requests, each with a deadline for its work on a connection.
 *
 * <p>A connection whose other end stopped reading holds its thread until the deadline. Then the
 * thread is interrupted, which closes the connection, since its channel is an interruptible one. No
 * other thread waits for it meanwhile. A thread that waits for something other than its connection
 * has {@linkplain #unhurried() no deadline}.
 */
public final class RequestThreads extends ThreadPoolExecutor {

  private static final int WAITING_MAX = 256;
  private static final AtomicInteger NUMBER = new AtomicInteger();

  private final long patienceNanos;

  /** When each thread that is busy with its connection is to be interrupted. */
  private final Map<Thread, Long> deadlines = new ConcurrentHashMap<>();

  /**
   * So many threads.
   *
   * @param patienceMillis how long a connection may take for one reading or writing
   */
  public RequestThreads(int threads, long patienceMillis) {
    super(
        threads,
        threads,
        10,
        TimeUnit.SECONDS,
        new LinkedBlockingQueue<>(WAITING_MAX),
        RequestThreads::made);
    this.patienceNanos = TimeUnit.MILLISECONDS.toNanos(patienceMillis);
    allowCoreThreadTimeOut(true);
  }

  private static Thread made(Runnable work) {
    Thread thread = new Thread(work, "flyball-dashboard-" + NUMBER.incrementAndGet());
    thread.setDaemon(true);
    return thread;
  }

  @Override
  protected void beforeExecute(Thread thread, Runnable work) {
    super.beforeExecute(thread, work);
    deadlines.put(thread, System.nanoTime() + patienceNanos);
  }

  @Override
  protected void afterExecute(Runnable work, @Nullable Throwable thrown) {
    unhurried();
    super.afterExecute(work, thrown);
  }

  /** The calling thread turns to its connection: its patience begins anew. */
  public void hurried() {
    deadlines.put(Thread.currentThread(), System.nanoTime() + patienceNanos);
  }

  /** The calling thread waits for something else. */
  public void unhurried() {
    deadlines.remove(Thread.currentThread());
  }

  /** Interrupts the threads whose deadline is over, each once. */
  public void interruptLate() {
    long nowNanos = System.nanoTime();
    deadlines
        .keySet()
        .forEach(thread -> deadlines.computeIfPresent(thread, interrupting(nowNanos)));
  }

  /**
   * In one step for the map: a thread that has taken its deadline away is interrupted no more, or
   * it would be in the middle of its next connection.
   */
  private static BiFunction<Thread, Long, @Nullable Long> interrupting(long nowNanos) {
    return (thread, deadlineNanos) -> {
      if (nowNanos - deadlineNanos <= 0) {
        return deadlineNanos;
      }
      thread.interrupt();
      return null;
    };
  }
}
