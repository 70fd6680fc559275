package dev.flyball.dataflow.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A ring of records in the order of their arrival, with the time of each. Not safe for threads. */
final class RecordRing implements WaitingRecords {

  private final @Nullable Object[] records;
  private final long[] stamps;
  private int head;
  private int length;

  RecordRing(int capacity) {
    this.records = new Object[capacity];
    this.stamps = new long[capacity];
  }

  @Override
  public int capacity() {
    return records.length;
  }

  @Override
  public int length() {
    return length;
  }

  @Override
  public int ready(KeyHold hold) {
    return length;
  }

  @Override
  public boolean anyReady() {
    return length > 0;
  }

  @Override
  public void add(Object record, long stamp) {
    Objects.requireNonNull(record, "record must not be null");
    int at = wrap(head + length - records.length);
    records[at] = record;
    stamps[at] = stamp;
    length++;
  }

  @Override
  public void addAll(@Nullable Object[] from, int start, int count, long stamp) {
    int at = wrap(head + length - records.length);
    int first = Math.min(count, records.length - at);
    System.arraycopy(from, start, records, at, first);
    System.arraycopy(from, start + first, records, 0, count - first);
    for (int i = 0; i < first; i++) {
      stamps[at + i] = stamp;
    }
    for (int i = 0; i < count - first; i++) {
      stamps[i] = stamp;
    }
    length += count;
  }

  @Override
  public void moveTo(Batch batch, int count, KeyHold hold) {
    int first = Math.min(count, records.length - head);
    move(batch, 0, head, first);
    move(batch, first, 0, count - first);
    head = wrap(head + count - records.length);
    length -= count;
  }

  private void move(Batch batch, int to, int from, int count) {
    System.arraycopy(records, from, batch.records, to, count);
    System.arraycopy(stamps, from, batch.stamps, to, count);
    for (int i = 0; i < count; i++) {
      records[from + i] = null;
    }
  }

  @Override
  public Object remove() {
    Object oldest = records[head];
    if (oldest == null) {
      throw new IllegalStateException("length must be at least 1 but was " + length);
    }
    records[head] = null;
    head = wrap(head + 1 - records.length);
    length--;
    return oldest;
  }

  @Override
  public List<Object> removeAll() {
    List<Object> all = new ArrayList<>(length);
    while (length > 0) {
      all.add(remove());
    }
    return all;
  }

  /** A position that may lie one round ahead, given less that round. */
  private int wrap(int lessRound) {
    return lessRound < 0 ? lessRound + records.length : lessRound;
  }
}
