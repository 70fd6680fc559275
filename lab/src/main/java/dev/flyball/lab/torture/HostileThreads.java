package dev.flyball.lab.torture;

import dev.flyball.base.VirtualThreads;
import dev.flyball.lab.torture.TortureReport.Counted;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/**
 * A thread factory that fails as often as it is told to, in every way that one can fail, and keeps
 * all threads that it made.
 *
 * <p><b>Threads.</b> Any.
 */
final class HostileThreads implements ThreadFactory {

  /** More than any machine can address: the start fails as it does where memory is used up. */
  private static final long STACK_BYTES_TOO_MANY = 1L << 56;

  /** Ways to fail, of which the last, the machine's own, takes milliseconds on some JDKs. */
  private static final int WAYS = 8;

  private final String name;
  private final ThreadFactory good;
  private final TaskLedger ledger;
  private final Random random; // guarded by this

  /** The threads that were made. */
  final Queue<Thread> made = new ConcurrentLinkedQueue<>();

  /** How often it fails from now on, from 0 to 1. */
  volatile double failing;

  /** Whether it never fails again. */
  volatile boolean healed;

  HostileThreads(String name, TaskLedger ledger) {
    this.name = name;
    this.good = ledger.plan.virtual() ? VirtualThreads.factory("flyball-torture") : Thread::new;
    this.ledger = ledger;
    this.random = new Random(~ledger.plan.seed());
    this.failing = ledger.plan.starts().failing;
  }

  /** A thread whose start fails as if there were no memory for it. */
  private static final class NeverStarts extends Thread {
    @Override
    public synchronized void start() {
      throw new OutOfMemoryError("unable to create native thread (on purpose)");
    }
  }

  @Override
  @SuppressWarnings("NullAway") // a factory that makes nothing is one of those to be survived
  public Thread newThread(Runnable worker) {
    int way = failure();
    if (way >= 0) {
      ledger.count(Counted.STARTS_FAILED, 1);
      return failed(way);
    }
    Thread thread = good.newThread(worker);
    thread.setName(name + "-" + ledger.count(Counted.THREADS, 1));
    thread.setDaemon(true);
    thread.setUncaughtExceptionHandler((its, thrown) -> ledger.handled.incrementAndGet());
    made.add(thread);
    return thread;
  }

  private synchronized int failure() {
    boolean fails = !healed && random.nextDouble() < failing;
    return fails ? random.nextInt(ledger.plan.virtual() ? 3 : WAYS) : -1;
  }

  private static @Nullable Thread failed(int way) {
    return switch (way) {
      case 0 -> null;
      case 1 -> throw new IllegalStateException("no thread (on purpose)");
      case 2 -> throw new OutOfMemoryError("no thread (on purpose)");
      case 3, 4, 5, 6 -> new NeverStarts();
      default -> new Thread(null, () -> {}, "too large", STACK_BYTES_TOO_MANY);
    };
  }
}
