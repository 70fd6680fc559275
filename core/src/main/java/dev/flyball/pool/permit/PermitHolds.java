package dev.flyball.pool.permit;

import dev.flyball.measure.KindProfile;
import dev.flyball.measure.thread.CpuSample;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The permits that are held: by which thread, and since when.
 *
 * <p>Not thread-safe: guarded by the lock of the queue.
 */
final class PermitHolds {

  /** The hold that a thread began last, those before it behind; longest holding threads first. */
  private final Map<Thread, Hold> latest = new LinkedHashMap<>();

  private int size;

  /**
   * One permit that is held.
   *
   * @param arrivalStamp when it was asked for
   * @param startStamp when it was given
   * @param kind what it is held for
   * @param sample measures its processor time, if it is one of those that are measured
   * @param atEnd what is to be done when it is released
   * @param before another permit that the same thread held already
   */
  record Hold(
      long arrivalStamp,
      long startStamp,
      KindProfile kind,
      @Nullable CpuSample sample,
      Optional<Runnable> atEnd,
      @Nullable Hold before) {

    /** Its thread goes on to other things. */
    void leave() {
      if (sample != null) {
        sample.end();
      }
    }

    void endDeadline() {
      atEnd.ifPresent(Runnable::run);
    }
  }

  int size() {
    return size;
  }

  /** How many permits this thread holds. */
  int of(Thread holder) {
    int held = 0;
    for (Hold hold = latest.get(holder); hold != null; hold = hold.before()) {
      held++;
    }
    return held;
  }

  void begin(Waiter holder, long startStamp) {
    Thread thread = holder.thread;
    latest.put(
        thread,
        new Hold(
            holder.arrivalStamp,
            startStamp,
            holder.kind,
            holder.sample,
            holder.beginDeadline(),
            latest.get(thread)));
    size++;
  }

  /**
   * Ends the last hold of this thread, or of another one where it has none; null where no thread
   * has one.
   */
  @Nullable Hold end(Thread releasing) {
    Hold own = latest.get(releasing);
    if (own == null && !latest.isEmpty()) {
      Map.Entry<Thread, Hold> longest = latest.entrySet().iterator().next();
      size--;
      return taken(longest.getKey(), longest.getValue());
    }
    Hold ended = detach(releasing);
    size -= ended == null ? 0 : 1;
    return ended;
  }

  /** Takes the last hold from this thread, which goes on; null where it has none. */
  @Nullable Hold detach(Thread holder) {
    Hold own = latest.get(holder);
    return own == null ? null : taken(holder, own);
  }

  /** Ends a hold that no thread has any more. */
  void endDetached() {
    size--;
  }

  private Hold taken(Thread holder, Hold ended) {
    Hold before = ended.before();
    if (before == null) {
      latest.remove(holder);
    } else {
      latest.put(holder, before);
    }
    return ended;
  }
}
