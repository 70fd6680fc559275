package dev.flyball.dataflow.pipeline;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Waiting records in one lane for each key, where a stage is ordered by key. Guarded by the lock of
 * the stage's queue, with which the key is asked for, too.
 *
 * <p><b>How is it designed, and why?</b> The usual way is a fixed number of lanes, each with a
 * worker of its own, and a record's lane by its key's hash. Then keys that share a lane wait for
 * each other, and a change of the number of workers has to move lanes while records are in them.
 * Here a lane belongs to a key, exists only while records of it wait or are at work, and has no
 * worker but for that time. So workers come and go as in any other stage.
 *
 * <p><b>States of a lane.</b> Free: records wait in it, and any worker may take them - held: a
 * worker has taken some, and only this one may take more, until it has delivered the output of
 * those it has - gone, when it is empty and not held. Workers take the oldest record of those that
 * they may take, so a key with many records does not delay the others.
 *
 * <p><b>Guarantees.</b> Of two records with equal keys, the one that came later is given to a
 * worker after the output of the other was delivered, or to the same worker after the other. A
 * record that is taken back comes before those of its key that came after it.
 *
 * <p><b>Cost.</b> Adding and taking a record takes time in the logarithm of the number of lanes;
 * removing the oldest one, in that number.
 */
final class KeyLanes implements WaitingRecords {

  /** The lane whose first record came first; for lanes that have one. */
  static final Comparator<Lane> OLDEST_FIRST = Comparator.comparingLong(Lane::firstNumber);

  /**
   * A record that waits.
   *
   * @param number its place in the order of arrival
   */
  record Waiter(Object record, long stamp, long number, Lane lane) {}

  /** The records of one key. */
  static final class Lane {
    private final Object key;
    private final ArrayDeque<Waiter> waiters = new ArrayDeque<>(1);
    private int held; // records that are taken, and their output not delivered
    private @Nullable KeyHold holder; // while there are any

    private Lane(Object key) {
      this.key = key;
    }

    private long firstNumber() {
      return waiters.element().number;
    }
  }

  private final Function<Object, ?> keyOf;
  private final BiConsumer<Object, Throwable> withoutKey;
  private final int capacity;
  private final Map<Object, Lane> lanes = new HashMap<>();
  private final SortedSet<Lane> free = new TreeSet<>(OLDEST_FIRST);
  private int length;
  private int freeLength; // records in free lanes
  private long arrivals;
  private boolean callsForHolder;

  /**
   * Lanes for so many records.
   *
   * @param withoutKey is given a record that has no key, and the reason
   */
  KeyLanes(int capacity, Function<Object, ?> keyOf, BiConsumer<Object, Throwable> withoutKey) {
    this.capacity = capacity;
    this.keyOf = keyOf;
    this.withoutKey = withoutKey;
  }

  @Override
  public int capacity() {
    return capacity;
  }

  @Override
  public int length() {
    return length;
  }

  @Override
  public int ready(KeyHold hold) {
    return freeLength + hold.waiting;
  }

  @Override
  public boolean anyReady() {
    return freeLength > 0;
  }

  @Override
  public boolean callsForHolder() {
    boolean calls = callsForHolder;
    callsForHolder = false;
    return calls;
  }

  // ---- In

  @Override
  public void add(Object record, long stamp) {
    Lane lane;
    try {
      lane = laneOf(Tracked.bare(record));
    } catch (Throwable e) {
      withoutKey.accept(record, e);
      return;
    }
    withdraw(lane);
    lane.waiters.add(new Waiter(record, stamp, arrivals++, lane));
    enlist(lane);
    length++;
    callsForHolder |= lane.holder != null && lane.holder.waits;
  }

  private Lane laneOf(Object record) {
    Object key = Objects.requireNonNull(keyOf.apply(record), "key of a record must not be null");
    return lanes.computeIfAbsent(key, Lane::new);
  }

  @Override
  public void addAll(@Nullable Object[] from, int start, int count, long stamp) {
    for (int i = start; i < start + count; i++) {
      add(WaitingRoom.present(from[i]), stamp);
      from[i] = null; // also if the next one fails, or it would be a dead letter as well
    }
  }

  // ---- Out

  @Override
  public void moveTo(Batch batch, int count, KeyHold hold) {
    hold.batch.clear();
    for (int i = 0; i < count; i++) {
      Waiter oldest = takeOldest(hold);
      hold.batch.add(oldest);
      hold.taken.add(oldest.lane);
      batch.records[i] = oldest.record;
      batch.stamps[i] = oldest.stamp;
    }
  }

  private Waiter takeOldest(KeyHold hold) {
    Lane lane = oldest(hold.lanes, free);
    withdraw(lane);
    Waiter waiter = lane.waiters.remove();
    lane.held++;
    lane.holder = hold;
    enlist(lane);
    length--;
    return waiter;
  }

  private static Lane oldest(SortedSet<Lane> own, SortedSet<Lane> free) {
    if (own.isEmpty() || free.isEmpty()) {
      return own.isEmpty() ? free.first() : own.first();
    }
    return OLDEST_FIRST.compare(own.first(), free.first()) < 0 ? own.first() : free.first();
  }

  @Override
  public void takeBackFrom(Batch batch, KeyHold hold) {
    int count = batch.seize().size();
    for (int i = 0; i < count; i++) {
      Waiter last = hold.batch.remove(hold.batch.size() - 1);
      hold.taken.removeLast();
      withdraw(last.lane);
      last.lane.waiters.addFirst(last);
      letGo(last.lane);
      enlist(last.lane);
    }
    length += count;
  }

  @Override
  public void delivered(KeyHold hold, int allBut) {
    while (hold.taken.size() > allBut) {
      Lane lane = hold.taken.remove();
      withdraw(lane);
      letGo(lane);
      enlist(lane);
    }
  }

  private static void letGo(Lane lane) {
    lane.held--;
    if (lane.held == 0) {
      lane.holder = null;
    }
  }

  @Override
  public Object remove() {
    Lane lane =
        lanes.values().stream()
            .filter(some -> !some.waiters.isEmpty())
            .min(OLDEST_FIRST)
            .orElseThrow(
                () -> new IllegalStateException("length must be at least 1 but was " + length));
    withdraw(lane);
    Object oldest = lane.waiters.remove().record;
    enlist(lane);
    length--;
    return oldest;
  }

  @Override
  public List<Object> removeAll() {
    List<Waiter> all = new ArrayList<>();
    lanes.values().forEach(lane -> all.addAll(lane.waiters));
    all.sort(Comparator.comparingLong(Waiter::number));
    for (Lane lane : List.copyOf(lanes.values())) {
      withdraw(lane);
      lane.waiters.clear();
      enlist(lane);
    }
    length = 0;
    return all.stream().map(Waiter::record).toList();
  }

  // ---- Where a lane is listed: withdrawn before it is changed, and enlisted afterwards

  private void withdraw(Lane lane) {
    if (!lane.waiters.isEmpty()) {
      list(lane).remove(lane);
      count(lane, -lane.waiters.size());
    }
  }

  private void enlist(Lane lane) {
    if (!lane.waiters.isEmpty()) {
      list(lane).add(lane);
      count(lane, lane.waiters.size());
    } else if (lane.held == 0) {
      lanes.remove(lane.key);
    }
  }

  private SortedSet<Lane> list(Lane lane) {
    return lane.holder == null ? free : lane.holder.lanes;
  }

  private void count(Lane lane, int records) {
    if (lane.holder == null) {
      freeLength += records;
    } else {
      lane.holder.waiting += records;
    }
  }
}
