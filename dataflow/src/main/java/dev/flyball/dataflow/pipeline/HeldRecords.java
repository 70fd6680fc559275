package dev.flyball.dataflow.pipeline;

import dev.flyball.dataflow.pipeline.completion.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The records that a worker's instance of its stage was given since it was last flushed, and may
 * still hold. The worker's own.
 */
final class HeldRecords {

  private final FlushRule rule;
  private final boolean counted;
  private int count;
  private int takenSinceFlush;
  private long firstStamp;
  private List<Ticket> tickets = new ArrayList<>();

  HeldRecords(FlushRule rule) {
    this.rule = rule;
    this.counted = rule.ever();
  }

  /** The instance is given a record, at about that time. */
  void add(long stamp) {
    if (!counted) {
      return;
    }
    if (count == 0) {
      firstStamp = stamp;
    }
    count++;
    takenSinceFlush++;
  }

  /** The worker has taken a record that the instance is not given. */
  void addNone() {
    takenSinceFlush += counted ? 1 : 0;
  }

  /** How many of the records that the worker took last may have an output that it still holds. */
  int takenSinceFlush() {
    return takenSinceFlush;
  }

  /** Whether there are as many as there may be. */
  boolean isFull() {
    return count >= rule.records();
  }

  /** Whether the first one has been here for as long as it may. */
  boolean isDue(long nowStamp) {
    return count > 0 && nowStamp - firstStamp >= rule.nanos();
  }

  /** Whether they are to be flushed before the worker waits for a record. */
  boolean isDueBeforeWait(long nowStamp) {
    return (rule.idle() && count > 0) || isDue(nowStamp);
  }

  /** How long to wait for a record, where no more than so long; 0 is for as long as it takes. */
  long waitNanos(long nanosMax, long nowStamp) {
    if (count == 0 || rule.nanos() == Long.MAX_VALUE) {
      return nanosMax;
    }
    long left = Math.max(1, rule.nanos() - (nowStamp - firstStamp));
    return nanosMax == 0 ? left : Math.min(nanosMax, left);
  }

  // ---- Tickets

  /** The instance has worked on a tracked record; it ends with the next flush if there is any. */
  void worked(Ticket ticket) {
    if (counted) {
      tickets.add(ticket);
    } else {
      ticket.end(Outcome.DONE);
    }
  }

  /** They are flushed: the ticket of the tracked ones, as one; null where none is. */
  @Nullable Ticket flushed() {
    count = 0;
    takenSinceFlush = 0;
    if (tickets.isEmpty()) {
      return null;
    }
    List<Ticket> all = tickets;
    tickets = new ArrayList<>();
    return Ticket.of(all);
  }
}
