package dev.flyball.lab.bench;

import dev.flyball.base.Dice;
import dev.flyball.sim.scenario.Source;
import dev.flyball.sim.workload.TimeDistribution;
import java.util.PriorityQueue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The thinking clients of a closed source; each has dice of its own, as in virtual time.
 *
 * <p>Workers bring clients back; one pacer takes them when they have thought enough. One lock
 * guards everything.
 */
final class Clients {

  private static final long PAUSE_AFTER_REFUSAL_NANOS = 10_000_000;

  private final TimeDistribution think;
  private final int first;
  private final Dice[] dice;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final PriorityQueue<Turn> thinking = new PriorityQueue<>();
  private boolean awakened;

  /** The moment at which a client will have thought enough. */
  private record Turn(long atNanos, int client) implements Comparable<Turn> {
    @Override
    public int compareTo(Turn other) {
      int byTime = Long.compare(atNanos, other.atNanos);
      return byTime != 0 ? byTime : Integer.compare(client, other.client);
    }
  }

  /**
   * @param seed the seed of their phase
   * @param first the number of the first of them; those of earlier phases have lower ones
   * @param fromNanos when they begin to think
   */
  Clients(Source.Closed closed, long seed, int first, long fromNanos) {
    this.think = closed.think();
    this.first = first;
    this.dice = new Dice[closed.clients()];
    for (int client = 0; client < dice.length; client++) {
      dice[client] = Dice.stream(seed, client);
      thinking.add(new Turn(fromNanos + think.drawNanos(dice[client]), first + client));
    }
  }

  /** A client's task has ended, or was turned away; one of another phase is gone for good. */
  void comeBack(int client, long nowNanos, boolean turnedAway) {
    lock.lock();
    try {
      if (client >= first && client - first < dice.length) {
        long pause = think.drawNanos(dice[client - first]);
        long least = turnedAway ? PAUSE_AFTER_REFUSAL_NANOS : 0;
        thinking.add(new Turn(nowNanos + Math.max(least, pause), client));
        changed.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until a client has thought enough, and says when it had; or until the end, which it
   * returns then.
   */
  long awaitNext(RunClock clock, long endNanos) {
    lock.lock();
    try {
      while (!awakened) {
        Turn next = thinking.peek();
        long at = next == null ? endNanos : Math.min(next.atNanos(), endNanos);
        long leftNanos = at - clock.nanos();
        if (leftNanos <= 0) {
          return at;
        }
        changed.awaitNanos(leftNanos);
      }
      return endNanos;
    } catch (InterruptedException e) {
      return endNanos; // a pacer is interrupted only to end it
    } finally {
      lock.unlock();
    }
  }

  /** The client whose turn it is. */
  int take() {
    lock.lock();
    try {
      return thinking.remove().client();
    } finally {
      lock.unlock();
    }
  }

  /** Ends the waiting of the pacer. */
  void wake() {
    lock.lock();
    try {
      awakened = true;
      changed.signal();
    } finally {
      lock.unlock();
    }
  }
}
