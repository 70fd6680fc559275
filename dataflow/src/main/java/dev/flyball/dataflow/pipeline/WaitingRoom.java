package dev.flyball.dataflow.pipeline;

import dev.flyball.dataflow.network.Overflow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The records that wait before a stage, and what becomes of those for which there is no room.
 * Guarded by the lock of the stage's queue.
 *
 * <p>Records leave in the order in which they came: while some are put aside, those that come are
 * put behind them.
 */
final class WaitingRoom {

  private final String stage;
  private final Overflow overflow;
  private final Optional<Spill<Object>> spill;
  private final DeadLetterOffice office;
  private final RecordRing ring;
  private final QueueFigures figures = new QueueFigures();
  private List<DeadLetter> letters = new ArrayList<>();

  WaitingRoom(StagePlan<?, ?> plan, DeadLetterOffice office) {
    this.stage = plan.name;
    this.overflow = plan.overflow;
    this.spill = plan.spill;
    this.office = office;
    this.ring = new RecordRing(plan.queueCapacity);
  }

  // ---- In

  /** Whether who brings a record now has to wait. */
  boolean mustWait() {
    return overflow == Overflow.BLOCK && ring.room() == 0;
  }

  /** Takes in a record, which need not wait; false when it was dropped. */
  boolean admit(Object record, long stamp) {
    figures.arrived(1, stamp);
    if (ring.room() > 0 && spilled() == 0) {
      ring.add(record, stamp);
      return true;
    }
    return admitToFull(record, stamp);
  }

  /** Takes in as many of these records as need not wait; returns how many. */
  int admit(@Nullable Object[] records, int from, int to, long stamp) {
    int fitting = spilled() > 0 ? 0 : Math.min(to - from, ring.room());
    if (fitting > 0) {
      figures.arrived(fitting, stamp);
      ring.addAll(records, from, fitting, stamp);
    }
    if (overflow == Overflow.BLOCK) {
      return fitting;
    }
    for (int i = from + fitting; i < to; i++) {
      figures.arrived(1, stamp);
      admitToFull(present(records[i]), stamp);
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
      case DROP_NEW -> figures.dropped(1);
      case DROP_OLD -> {
        ring.remove();
        figures.dropped(1);
        ring.add(record, stamp);
      }
      case SPILL -> putAside(record);
      case BLOCK -> throw new IllegalStateException("who brings to a full queue must wait");
    }
    return overflow != Overflow.DROP_NEW;
  }

  private void putAside(Object record) {
    try {
      spill.orElseThrow().append(record);
      figures.spilled();
    } catch (Exception e) {
      figures.unspillable();
      addLetter(Optional.of(record), e);
    }
  }

  // ---- Out

  /** Takes back what was put aside as long as there is room. */
  void takeBack() {
    while (spilled() > 0 && ring.room() > 0) {
      try {
        ring.add(spill.orElseThrow().remove(), System.nanoTime());
      } catch (Exception e) {
        figures.unspillable();
        addLetter(Optional.empty(), e);
      }
    }
  }

  void moveTo(Batch batch, int count) {
    ring.moveTo(batch, count);
  }

  /** Takes out all that are not put aside. */
  List<Object> removeAll() {
    List<Object> all = new ArrayList<>();
    while (ring.length() > 0) {
      all.add(ring.remove());
    }
    return all;
  }

  // ---- Dead letters: they are written under the lock, and sent without it

  void addLetter(Optional<Object> record, Throwable cause) {
    letters.add(office.letter(stage, record, cause));
  }

  /** Those to be sent; from now on none is. */
  List<DeadLetter> takeLetters() {
    if (letters.isEmpty()) {
      return List.of();
    }
    List<DeadLetter> toSend = letters;
    letters = new ArrayList<>();
    return toSend;
  }

  // ---- Figures

  int length() {
    return ring.length();
  }

  int capacity() {
    return ring.capacity();
  }

  boolean isEmpty() {
    return ring.length() == 0 && spilled() == 0;
  }

  boolean isHalfFree() {
    return 2 * ring.length() <= ring.capacity();
  }

  boolean hasRoom() {
    return ring.room() > 0;
  }

  long spilled() {
    return spill.isPresent() ? spill.get().size() : 0;
  }

  QueueFigures figures() {
    return figures;
  }
}
