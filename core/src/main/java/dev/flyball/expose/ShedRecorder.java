package dev.flyball.expose;

import dev.flyball.admission.Importance;
import dev.flyball.admission.ShedCause;
import dev.flyball.admission.ShedListener;
import dev.flyball.admission.TaskShedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * The writer of {@link ShedEvent}s of one target.
 *
 * <p>Under overload a target may turn away a million tasks a second, and a recording should hold
 * the minutes before them, too. So there is one event a second for each importance and cause: 24 at
 * most, whatever the number of tasks and kinds. It tells of the task that was the first after that
 * second, and how many there were since the event before. Those after the last event are in no
 * event; the target's {@code shedTotals()} have all.
 *
 * <p>Safe for any number of threads. While the event is disabled, nothing is counted.
 */
final class ShedRecorder implements ShedListener {

  private static final long EVERY_NANOS = 1_000_000_000;

  /** The tasks of one importance and cause. */
  private static final class Row {
    final LongAdder tasks = new LongAdder();
    final AtomicLong nextNanos = new AtomicLong(System.nanoTime());
  }

  private final String pool;
  private final List<Row> rows = new ArrayList<>();

  ShedRecorder(String pool) {
    this.pool = pool;
    for (int i = 0; i < Importance.values().length * ShedCause.values().length; i++) {
      rows.add(new Row());
    }
  }

  @Override
  public void shed(String kind, Importance importance, Duration waited, TaskShedException why) {
    if (!FlightRecorder.isInitialised()) {
      return;
    }
    ShedEvent event = new ShedEvent();
    if (!event.isEnabled()) {
      return;
    }
    ShedCause cause = why.shedCause();
    Row row = rows.get(importance.ordinal() * ShedCause.values().length + cause.ordinal());
    row.tasks.increment();
    long nowNanos = System.nanoTime();
    long nextNanos = row.nextNanos.get();
    if (nowNanos - nextNanos >= 0
        && row.nextNanos.compareAndSet(nextNanos, nowNanos + EVERY_NANOS)) {
      event.pool = pool;
      event.kind = kind;
      event.importance = importance.word();
      event.cause = cause.word();
      event.waited = waited.toNanos();
      event.retryAfter = why.retryAfter().toNanos();
      event.reason = String.valueOf(why.getMessage());
      event.tasks = row.tasks.sumThenReset();
      event.commit();
    }
  }
}
