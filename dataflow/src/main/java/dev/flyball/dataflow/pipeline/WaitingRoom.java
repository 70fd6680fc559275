package dev.flyball.dataflow.pipeline;

import dev.flyball.dataflow.network.Overflow;
import dev.flyball.dataflow.pipeline.completion.Outcome;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The records that wait before a stage, and what becomes of those for which there is no room.
 * Guarded by the lock of the stage's queue.
 *
 * <p>Records leave in the order in which they came: while some are put aside, those that come are
 * put behind them. How many are put aside is counted here, so that a {@link Spill} that fails, even
 * with an error of the machine, costs one record at a time and no more.
 */
final class WaitingRoom {

  private final String stage;
  private final Overflow overflow;
  private final Optional<Spill<Object>> spill;
  private final DeadLetterOffice office;
  private final WaitingRecords records;
  private final QueueFigures figures = new QueueFigures();
  private final SpilledTickets tickets;
  private long aside; // records in the spill
  private int kept; // places that are kept for records which were asked for
  private List<Runnable> toTell = new ArrayList<>();

  WaitingRoom(StagePlan<?, ?> plan, DeadLetterOffice office) {
    this.stage = plan.name;
    this.overflow = plan.overflow;
    this.spill = plan.spill;
    this.office = office;
    this.records =
        plan.key.isPresent()
            ? new KeyLanes(plan.queueCapacity, plan.key.get(), this::withoutKey)
            : new RecordRing(plan.queueCapacity);
    this.aside = spill.isPresent() ? spill.get().size() : 0; // left by an earlier program
    this.tickets = new SpilledTickets(aside);
  }

  // ---- In

  /** Whether a producer that puts a record now has to wait. */
  boolean mustWait() {
    return overflow == Overflow.BLOCK && records.room() <= kept;
  }

  /** Takes in a record, which need not wait; false when it was dropped. */
  boolean admit(Object record, long stamp) {
    figures.arrived(1, stamp);
    if (records.room() > 0 && aside == 0) {
      records.add(record, stamp);
      return true;
    }
    return admitToFull(record, stamp);
  }

  /**
   * Takes in as many of these records as need not wait; returns how many. Their places are empty
   * afterwards: what still stands in one, even if this throws, has not been taken in.
   */
  int admit(@Nullable Object[] brought, int from, int to, long stamp) {
    int fitting = aside > 0 ? 0 : Math.max(0, Math.min(to - from, records.room() - kept));
    if (fitting > 0) {
      figures.arrived(fitting, stamp);
      records.addAll(brought, from, fitting, stamp);
      Arrays.fill(brought, from, from + fitting, null);
    }
    if (overflow == Overflow.BLOCK) {
      return fitting;
    }
    for (int i = from + fitting; i < to; i++) {
      figures.arrived(1, stamp);
      admitToFull(present(brought[i]), stamp);
      brought[i] = null;
    }
    return to - from;
  }

  /**
   * Keeps places, so many at most, where a full queue makes those wait that bring; how many. It is
   * half of those that are free: the others are for those that bring without asking, and would wait
   * until the records come for which all places are kept.
   */
  int keep(int most) {
    if (overflow != Overflow.BLOCK) {
      return most;
    }
    int more = Math.max(0, Math.min(most, (records.room() - kept + 1) / 2));
    kept += more;
    return more;
  }

  /** So many of the kept places are needed no longer. */
  void unkeep(int places) {
    kept -= overflow == Overflow.BLOCK ? places : 0;
  }

  /** Takes in a record for which a place was kept. */
  void admitKept(Object record, long stamp) {
    unkeep(1);
    if (overflow == Overflow.BLOCK) {
      figures.arrived(1, stamp);
      records.add(record, stamp);
    } else {
      admit(record, stamp);
    }
  }

  static Object present(@Nullable Object record) {
    if (record == null) {
      throw new IllegalStateException("a record must be there but was not");
    }
    return record;
  }

  private boolean admitToFull(Object record, long stamp) {
    switch (overflow) {
      case DROP_NEW -> drop(record);
      case DROP_OLD -> {
        drop(records.remove());
        records.add(record, stamp);
      }
      case SPILL -> putAside(record);
      case BLOCK -> throw new IllegalStateException("who brings to a full queue must wait");
    }
    return overflow != Overflow.DROP_NEW;
  }

  private void drop(Object record) {
    figures.dropped(1);
    if (record instanceof Tracked tracked) {
      toTell.add(() -> tracked.ticket().end(Outcome.DROPPED));
    }
  }

  private void putAside(Object record) {
    try {
      tickets.adding(record);
      spill.orElseThrow().append(Tracked.bare(record));
      tickets.added();
      aside++;
      figures.spilled();
    } catch (Throwable e) {
      tickets.notAdded();
      figures.unspillable();
      addLetter(Optional.of(record), e);
    }
  }

  // ---- Out

  /** A record without a key, where the stage is ordered by key, is a dead letter. */
  private void withoutKey(Object record, Throwable cause) {
    figures.withoutKey();
    addLetter(Optional.of(record), cause);
  }

  /**
   * Takes back what was put aside, if a worker that holds these keys may take fewer than a batch; a
   * batch of them at most.
   */
  void takeBack(int batch, KeyHold hold) {
    int most = aside == 0 || records.ready(hold) >= batch ? 0 : Math.min(batch, records.room());
    for (int i = 0; i < most && aside > 0; i++) {
      aside--;
      Optional<Ticket> ticket = tickets.remove();
      try {
        Object record = spill.orElseThrow().remove();
        Object back = ticket.isPresent() ? new Tracked(record, ticket.get()) : record;
        records.add(back, System.nanoTime());
      } catch (Throwable e) {
        figures.unspillable();
        addLetter(Optional.empty(), e);
        ticket.ifPresent(lost -> toTell.add(() -> lost.end(office.outcomeOf(e))));
      }
    }
  }

  void moveTo(Batch batch, int count, KeyHold hold) {
    records.moveTo(batch, count, hold);
  }

  /** Takes back what a worker has taken and not begun, where the stage is ordered by key. */
  void takeBackFrom(StageWorker worker) {
    records.takeBackFrom(worker.batch, worker.keys());
  }

  /** What came of all but the last of the records that were taken for these keys is delivered. */
  void delivered(KeyHold hold, int allBut) {
    records.delivered(hold, allBut);
  }

  /** How many records a worker that holds these keys may take now. */
  int ready(KeyHold hold) {
    return records.ready(hold);
  }

  /** Whether there are records that any worker may take now. */
  boolean anyReady() {
    return records.anyReady() || (aside > 0 && records.room() > 0);
  }

  /**
   * Whether a record has come since this was last asked that only a worker which waits may take.
   */
  boolean callsForHolder() {
    return records.callsForHolder();
  }

  /** Takes out all that are not put aside; the sources of those that are need not wait for them. */
  List<Object> removeAll() {
    toTell.add(() -> tickets.endAll(Outcome.ABORTED));
    return records.removeAll();
  }

  // ---- What users are told: it is written down under the lock, and told without it

  void addLetter(Optional<Object> record, Throwable cause) {
    toTell.add(() -> office.send(stage, record.orElse(null), cause));
  }

  boolean hasToTell() {
    return !toTell.isEmpty();
  }

  /** A subscriber is to look whether it asks for more. */
  void addSettling(EntrySubscriber<?> subscriber) {
    toTell.add(subscriber::settle);
  }

  /** What is to be told, none of which throws; from now on nothing is. */
  List<Runnable> takeToTell() {
    if (toTell.isEmpty()) {
      return List.of();
    }
    List<Runnable> taken = toTell;
    toTell = new ArrayList<>();
    return taken;
  }

  // ---- Figures

  int length() {
    return records.length();
  }

  int capacity() {
    return records.capacity();
  }

  boolean isEmpty() {
    return records.length() == 0 && aside == 0;
  }

  boolean isHalfFree() {
    return 2 * records.length() <= records.capacity();
  }

  boolean hasRoom() {
    return records.room() > kept;
  }

  long spilled() {
    return aside;
  }

  QueueFigures figures() {
    return figures;
  }
}
