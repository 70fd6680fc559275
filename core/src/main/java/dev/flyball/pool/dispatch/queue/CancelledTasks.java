package dev.flyball.pool.dispatch.queue;

import java.util.HashSet;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;

/**
 * The tasks that were cancelled while they waited in the queue, or were handed over to a worker out
 * of their turn, by their numbers: their places are void.
 *
 * <p><b>Why not take them out?</b> Workers take tasks from the head of the queue without a lock, so
 * nothing can be taken out of its middle. A cancelled task stays as an empty place: it counts no
 * more, and the worker that comes to it passes on.
 *
 * <p><b>Exactly once.</b> The thread that cancels and the worker that finds a task cancelled must
 * not both count it as withdrawn. The thread that cancels does so only if the queue's head, which
 * it reads after the future has changed its state, has not passed the task; then it notes the
 * number here. A worker advances the head before it reads the state. So a worker whose task is
 * noted here sees that it was cancelled, and counts only what is not noted. Should it have come
 * before the note, the head has passed the task, and there will be none.
 *
 * <p><b>Handed over.</b> The place is noted first and the task claimed then; a worker advances the
 * head first and claims the task then. The claim decides. If the worker has it, the note is taken
 * away; else the worker finds the task claimed, takes the note away, and counts nothing: the worker
 * that it was handed to does.
 *
 * <p>Not thread-safe: guarded by the lock of the submission queue.
 */
public final class CancelledTasks {

  /** From so many on, it pays to take them out of the queue. */
  private static final int MANY = 256;

  private final Set<Long> noted = new HashSet<>();

  /** Those of them that the head may not have passed. */
  private final Queue<Long> waiting = new PriorityQueue<>();

  public boolean isEmpty() {
    return noted.isEmpty();
  }

  public void note(long number) {
    noted.add(number);
    waiting.add(number);
  }

  /** How many of them still have a place in a queue with that head. */
  public int waiting(long head) {
    while (!waiting.isEmpty() && waiting.element() < head) {
      waiting.remove();
    }
    return waiting.size();
  }

  /** Whether most of a queue of that length and head are cancelled, and many. */
  public boolean areMost(long head, int length) {
    int now = waiting(head);
    return now > MANY && now > length / 2;
  }

  public boolean has(long number) {
    return !noted.isEmpty() && noted.contains(number);
  }

  /** Forgets a task that was taken out; false when it is none of these. */
  public boolean forget(long number) {
    return !noted.isEmpty() && noted.remove(number);
  }

  /** Tasks from that head up to that number have moved up by one place. */
  public void movedUp(long head, long number) {
    if (isEmpty()) {
      return;
    }
    Set<Long> now = new HashSet<>();
    for (long old : noted) {
      now.add(old >= head && old < number ? old + 1 : old);
    }
    noted.clear();
    noted.addAll(now);
    Queue<Long> before = new PriorityQueue<>(waiting);
    waiting.clear();
    for (long old : before) {
      waiting.add(old >= head && old < number ? old + 1 : old);
    }
  }
}
