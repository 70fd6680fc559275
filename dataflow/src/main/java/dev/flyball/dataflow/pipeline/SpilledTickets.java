package dev.flyball.dataflow.pipeline;

import dev.flyball.dataflow.pipeline.completion.Outcome;
import java.util.ArrayDeque;
import java.util.Optional;

/**
 * The tickets of records that are put aside, which a {@link Spill} cannot store, in its order.
 * Guarded by the lock of the stage's queue.
 */
final class SpilledTickets {

  /**
   * One of them.
   *
   * @param place the number of the record among all that were put aside
   */
  private record Place(long place, Ticket ticket) {}

  private final ArrayDeque<Place> places = new ArrayDeque<>();
  private long in;
  private long out;

  /** So many records are there already, without tickets. */
  SpilledTickets(long before) {
    this.in = before;
  }

  /** A record is about to be put aside. */
  void adding(Object record) {
    if (record instanceof Tracked tracked) {
      places.add(new Place(in, tracked.ticket()));
    }
  }

  /** The record was put aside. */
  void added() {
    in++;
  }

  /** It was not. */
  void notAdded() {
    if (!places.isEmpty() && places.getLast().place == in) {
      places.removeLast();
    }
  }

  /** The ticket of the oldest record, which is taken back. */
  Optional<Ticket> remove() {
    boolean tracked = !places.isEmpty() && places.element().place == out;
    out++;
    return tracked ? Optional.of(places.remove().ticket) : Optional.empty();
  }

  /** Ends all of them; the records stay where they are. Never throws. */
  void endAll(Outcome outcome) {
    while (!places.isEmpty()) {
      places.remove().ticket.end(outcome);
    }
  }
}
