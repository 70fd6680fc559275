package dev.flyball.dataflow.pipeline.completion;

import java.util.ArrayDeque;
import java.util.function.Consumer;

/**
 * The offset in a log below which every record is settled, whatever the order in which records are
 * done. A consumer that commits only this mark processes each record at least once.
 *
 * <pre>{@code
 * LowWaterMark mark = new LowWaterMark(consumer.position(partition)); // one for each partition
 * for (ConsumerRecord<K, V> record : consumer.poll(timeout)) {
 *   pipeline.put(record, mark.begin(record.offset()));
 * }
 * consumer.commitSync(Map.of(partition, new OffsetAndMetadata(mark.offset())));
 * }</pre>
 *
 * <p><b>What comes again</b> after the process was killed: the records at and above the committed
 * mark, those among them that were done too. A record whose outcome is {@linkplain Outcome.Kind
 * aborted} holds the mark where it is.
 *
 * <p><b>Threads.</b> Any thread may call any method. Offsets are begun in increasing order, so by
 * one thread at a time. A record that is done writes one field and takes no lock.
 */
public final class LowWaterMark {

  /** Those begun and not known to be settled, in order. Guarded by this. */
  private final ArrayDeque<Begun> open = new ArrayDeque<>();

  private long next; // guarded by this

  /** A mark at the offset of the first record to come, or below. */
  public LowWaterMark(long start) {
    this.next = start;
  }

  /** One record; it is told the outcome. */
  private static final class Begun implements Consumer<Outcome> {
    private final long offset;
    private volatile boolean settled;

    Begun(long offset) {
      this.offset = offset;
    }

    @Override
    public void accept(Outcome outcome) {
      settled = outcome.settled();
    }
  }

  /**
   * Begins a record.
   *
   * @param offset above that of the record before; offsets may be left out
   * @return to be told the record's outcome
   * @throws IllegalArgumentException when the offset is not above the last one
   */
  public synchronized Consumer<Outcome> begin(long offset) {
    if (offset < next) {
      throw new IllegalArgumentException("offset must be at least " + next + " but was " + offset);
    }
    next = offset + 1;
    Begun begun = new Begun(offset);
    forgetSettled();
    open.add(begun);
    return begun;
  }

  /**
   * The offset of the first record that is not settled; when all are, that after the last record
   * begun. Never falls.
   */
  public synchronized long offset() {
    forgetSettled();
    return open.isEmpty() ? next : open.element().offset;
  }

  /** The number of records begun at or above {@link #offset}. */
  public synchronized int pending() {
    forgetSettled();
    return open.size();
  }

  private void forgetSettled() {
    while (!open.isEmpty() && open.element().settled) {
      open.remove();
    }
  }
}
