package dev.flyball.lab.bench;

import dev.flyball.lab.harness.HostCalibration;
import dev.flyball.sim.scenario.Behind;
import java.util.Collections;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntToDoubleFunction;
import java.util.function.LongBinaryOperator;

/** What a step of a task calls: calls block the worker that makes them. */
@FunctionalInterface
public interface Downstream {

  /**
   * Calls it with so much work, in nanoseconds: the duration of the call when nothing delays it.
   */
  void call(long nanos) throws InterruptedException;

  /** Sets its speed, for calls under way too: 1 as described, 0 for no progress at all. */
  default void speed(double factor) {
    throw new UnsupportedOperationException("it has the speed of this machine");
  }

  /** Makes what was described. */
  static Downstream of(Behind behind) {
    if (behind instanceof Behind.Servers servers) {
      return servers(servers.servers());
    }
    if (behind instanceof Behind.Collapse collapse) {
      return new Paced(calls -> calls == 0 ? 1 : collapse.speed(calls), Long::sum, false);
    }
    return behind instanceof Behind.RateLimit limit ? limited(limit.perSecond()) : locked();
  }

  /**
   * Servers with one queue.
   *
   * <p>A server is not handed from call to call, which would cost a wake-up each time: in the order
   * of the calls each is given the reading of the clock at which its server will be free.
   */
  private static Downstream servers(int servers) {
    PriorityQueue<Long> freeAt = new PriorityQueue<>(Collections.nCopies(servers, 0L));
    return new Paced(
        calls -> 1,
        (now, nanos) -> {
          long end = Math.max(now, freeAt.remove()) + nanos;
          freeAt.add(end);
          return end;
        },
        false);
  }

  /** A rate limit: each call is given the next slot, and its own time begins then. */
  private static Downstream limited(double perSecond) {
    double[] nextSlot = {0}; // guarded by the lock of what it is paced by
    return new Paced(
        calls -> 1,
        (now, nanos) -> {
          double slot = Math.max(now, nextSlot[0]);
          nextSlot[0] = slot + 1e9 / perSecond;
          return (long) slot;
        },
        true);
  }

  /** A real lock, first come first served, whose holder really uses a processor. */
  private static Downstream locked() {
    ReentrantLock lock = new ReentrantLock(true);
    return nanos -> {
      lock.lockInterruptibly();
      try {
        HostCalibration.here().spin(nanos);
      } finally {
        lock.unlock();
      }
    };
  }

  /**
   * Calls that end at a reading of a clock with a variable speed, by which they count their work.
   *
   * <p><b>How is it designed, and why?</b> A call that needs 10 ms of work at a speed of 1/5 lasts
   * 50 ms, and when the speed changes half way, so does the rest. If every call computed that for
   * itself, every change would wake them all. But all calls here run at one common speed, so they
   * end in the order of their readings. Each call gets the reading at which it ends; only the first
   * sleeps by a timer, the others until it is their turn. A change wakes one.
   *
   * <p><b>Assumptions.</b> The speed depends on a factor from outside and on the number of calls
   * here. <b>Guarantees.</b> A waiting thread returns when the clock has reached its reading, late
   * by as much as the system's timers are late; an interrupted thread leaves at once. A speed of 0
   * stops the clock. <b>Progress.</b> One lock guards everything; it is held for a few instructions
   * at a time.
   */
  final class Paced implements Downstream {

    private final IntToDoubleFunction speedOf;
    private final LongBinaryOperator endOf;
    private final boolean thenWorks;
    private final ReentrantLock lock = new ReentrantLock();

    // Guarded by lock.
    private final PriorityQueue<Call> calls =
        new PriorityQueue<>(Comparator.comparingDouble(Call::end).thenComparingLong(Call::number));
    private double factor = 1;
    private double reading;
    private long readAtNanos = System.nanoTime();
    private long entered;

    /**
     * A thread that waits for a reading; those of the same reading leave in the order they came.
     */
    private record Call(double end, long number, Condition turn) {}

    /**
     * @param speedOf the speed with so many calls at once, 1 for a clock that keeps time
     * @param endOf from the reading now and the work, the one at which a call ends; called once for
     *     each, in the order of the calls
     * @param thenWorks whether the work begins only then
     */
    Paced(IntToDoubleFunction speedOf, LongBinaryOperator endOf, boolean thenWorks) {
      this.speedOf = speedOf;
      this.endOf = endOf;
      this.thenWorks = thenWorks;
    }

    @Override
    public void call(long nanos) throws InterruptedException {
      lock.lockInterruptibly();
      try {
        advance();
        long end = endOf.applyAsLong((long) reading, nanos);
        Call call = new Call(end, entered++, lock.newCondition());
        calls.add(call);
        callFirst(); // one more changes the speed, or is itself the first
        try {
          awaitTurn(call);
        } finally {
          advance();
          calls.remove(call);
          callFirst();
        }
      } finally {
        lock.unlock();
      }
      if (thenWorks) {
        HostCalibration.here().pause(nanos);
      }
    }

    private void awaitTurn(Call call) throws InterruptedException {
      long leftNanos = leftNanos(call);
      while (leftNanos > 0) {
        if (!call.equals(calls.peek()) || leftNanos == Long.MAX_VALUE) {
          call.turn.await();
        } else {
          call.turn.awaitNanos(leftNanos);
        }
        advance();
        leftNanos = leftNanos(call);
      }
    }

    /** How long it is to sleep at the speed there is now; for ever while the clock stands still. */
    private long leftNanos(Call call) {
      double speed = speed();
      return speed == 0
          ? Long.MAX_VALUE
          : (long) ((call.end - reading) / speed) - HostCalibration.here().latenessNanos();
    }

    @Override
    public void speed(double newFactor) {
      lock.lock();
      try {
        advance();
        factor = newFactor;
        callFirst();
      } finally {
        lock.unlock();
      }
    }

    private void callFirst() {
      Call first = calls.peek();
      if (first != null) {
        first.turn.signal();
      }
    }

    private void advance() {
      long nowNanos = System.nanoTime();
      reading += (nowNanos - readAtNanos) * speed();
      readAtNanos = nowNanos;
    }

    private double speed() {
      return factor == 0 ? 0 : factor * speedOf.applyAsDouble(calls.size());
    }
  }
}
