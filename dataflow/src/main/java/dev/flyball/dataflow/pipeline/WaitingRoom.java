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
  private final RecordRing ring;
  private final QueueFigures figures = new QueueFigures();
  private final SpilledTickets tickets;
  private long aside; // records in the spill
  private List<Runnable> toTell = new ArrayList<>();

  WaitingRoom(StagePlan<?, ?> plan, DeadLetterOffice office) {
    this.stage = plan.name;
    this.overflow = plan.overflow;
    this.spill = plan.spill;
    this.office = office;
    this.ring = new RecordRing(plan.queueCapacity);
    this.aside = spill.isPresent() ? spill.get().size() : 0; // left by an earlier program
    this.tickets = new SpilledTickets(aside);
  }

  // ---- In

  /** Whether a producer that puts a record now has to wait. */
  boolean mustWait() {
    return overflow == Overflow.BLOCK && ring.room() == 0;
  }

  /** Takes in a record, which need not wait; false when it was dropped. */
  boolean admit(Object record, long stamp) {
    figures.arrived(1, stamp);
    if (ring.room() > 0 && aside == 0) {
      ring.add(record, stamp);
      return true;
    }
    return admitToFull(record, stamp);
  }

  /**
   * Takes in as many of these records as need not wait; returns how many. Their places are empty
   * afterwards: what still stands in one, even if this throws, has not been taken in.
   */
  int admit(@Nullable Object[] records, int from, int to, long stamp) {
    int fitting = aside > 0 ? 0 : Math.min(to - from, ring.room());
    if (fitting > 0) {
      figures.arrived(fitting, stamp);
      ring.addAll(records, from, fitting, stamp);
      Arrays.fill(records, from, from + fitting, null);
    }
    if (overflow == Overflow.BLOCK) {
      return fitting;
    }
    for (int i = from + fitting; i < to; i++) {
      figures.arrived(1, stamp);
      admitToFull(present(records[i]), stamp);
      records[i] = null;
    }
    return to - from;
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
        drop(ring.remove());
        ring.add(record, stamp);
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

  /** Takes back what was put aside, if fewer than a batch are here; a batch of them at most. */
  void takeBack(int batch) {
    int most = aside == 0 || ring.length() >= batch ? 0 : Math.min(batch, ring.room());
    for (int i = 0; i < most && aside > 0; i++) {
      aside--;
      Optional<Ticket> ticket = tickets.remove();
      try {
        Object record = spill.orElseThrow().remove();
        Object back = ticket.isPresent() ? new Tracked(record, ticket.get()) : record;
        ring.add(back, System.nanoTime());
      } catch (Throwable e) {
        figures.unspillable();
        addLetter(Optional.empty(), e);
        ticket.ifPresent(lost -> toTell.add(() -> lost.end(office.outcomeOf(e))));
      }
    }
  }

  void moveTo(Batch batch, int count) {
    ring.moveTo(batch, count);
  }

  /** Takes out all that are not put aside; the sources of those that are need not wait for them. */
  List<Object> removeAll() {
    toTell.add(() -> tickets.endAll(Outcome.ABORTED));
    List<Object> all = new ArrayList<>();
    while (ring.length() > 0) {
      all.add(ring.remove());
    }
    return all;
  }

  // ---- What users are told: it is written down under the lock, and told without it

  void addLetter(Optional<Object> record, Throwable cause) {
    toTell.add(() -> office.send(stage, record.orElse(null), cause));
  }

  boolean hasToTell() {
    return !toTell.isEmpty();
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
    return ring.length();
  }

  int capacity() {
    return ring.capacity();
  }

  boolean isEmpty() {
    return ring.length() == 0 && aside == 0;
  }

  boolean isHalfFree() {
    return 2 * ring.length() <= ring.capacity();
  }

  boolean hasRoom() {
    return ring.room() > 0;
  }

  long spilled() {
    return aside;
  }

  QueueFigures figures() {
    return figures;
  }
}
