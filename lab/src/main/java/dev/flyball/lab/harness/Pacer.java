package dev.flyball.lab.harness;

import java.util.Iterator;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A thread that hands over what is due, each at its time.
 *
 * <p>It waits for nothing but the clock. When it is late, what has become due meanwhile is handed
 * over at once; what that cost shows in times that are counted from the intended one. Safe for use
 * by any number of threads.
 */
public final class Pacer implements AutoCloseable {

  private final LongSupplier clock;
  private final Thread thread;
  private volatile boolean stopped;

  /**
   * A pacer that is not yet started.
   *
   * @param name the thread's name
   * @param clock the time now, in nanoseconds; what is due is measured by it
   * @param pacing what the thread does: calls of {@link #pace}, one for each plan
   */
  public Pacer(String name, LongSupplier clock, Consumer<Pacer> pacing) {
    this.clock = clock;
    this.thread = new Thread(() -> pacing.accept(this), name);
    thread.setDaemon(true);
  }

  /** What is to come, for one pacer. */
  public interface Plan<A> {

    /** When the next one is due; {@link Long#MAX_VALUE} as long as there is none. */
    long nextNanos();

    /** Takes the next one. */
    A take();

    /** A plan whose times are known in advance, ascending. */
    static <A> Plan<A> of(Iterator<A> arrivals, ToLongFunction<A> atNanos) {
      return new Plan<>() {
        private @Nullable A next = following();

        private @Nullable A following() {
          return arrivals.hasNext() ? arrivals.next() : null;
        }

        @Override
        public long nextNanos() {
          return next == null ? Long.MAX_VALUE : atNanos.applyAsLong(next);
        }

        @Override
        public A take() {
          A taken = Objects.requireNonNull(next, "there must be a next one");
          next = following();
          return taken;
        }
      };
    }
  }

  /** Starts the thread. */
  public void start() {
    thread.start();
  }

  /**
   * Hands over all that is due before the end, each at its time, and returns at the end; at once
   * when the pacer is closed. For its own thread.
   *
   * @return whether the pacer goes on
   */
  public <A> boolean pace(Plan<A> plan, long endNanos, Consumer<A> sink) {
    while (!stopped) {
      long atNanos = Math.min(plan.nextNanos(), endNanos);
      long leftNanos = atNanos - clock.getAsLong();
      if (leftNanos > 0) {
        LockSupport.parkNanos(this, leftNanos);
      } else if (atNanos == endNanos) {
        return true;
      } else {
        sink.accept(plan.take());
      }
    }
    return false;
  }

  /** Makes it look at its plan again, for there is something new in it. */
  public void wake() {
    LockSupport.unpark(thread);
  }

  /** Hands over nothing more; returns at once. */
  @Override
  public void close() {
    stopped = true;
    wake();
  }
}
