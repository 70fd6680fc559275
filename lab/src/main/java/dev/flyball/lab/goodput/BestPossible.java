package dev.flyball.lab.goodput;

import dev.flyball.lab.goodput.Row.Event;
import dev.flyball.lab.load.Load.Arrival;
import dev.flyball.lab.load.Load.Schedule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;

/**
 * The best that any server could do with the arrivals of a run: which of them can be answered in
 * time.
 *
 * <p><b>How.</b> The backend is taken as so many servers as it does best with, each call as long as
 * it is with all of them busy. The requests are taken in the order in which they come; one is
 * served when the server that is free first can end it before its deadline, and else it is turned
 * away at once. All requests take equally long and have as much time, so no choice of others serves
 * more. <b>Assumes</b> that nothing else costs time: no network, no scheduler. A collapsing backend
 * does no more with fewer calls than with the best number, so this bounds it too.
 *
 * <p>A backend that changes its speed is followed on a clock of its own, which runs at that speed:
 * on it every call takes the same time.
 */
final class BestPossible {

  private final Row row;
  private final Duration length;

  private BestPossible(Row row, Duration length) {
    this.row = row;
    this.length = length;
  }

  /** The due times of the requests that can be answered in time. */
  static List<Long> of(Row row, Schedule schedule) {
    return new BestPossible(row, schedule.length()).served(schedule);
  }

  private List<Long> served(Schedule schedule) {
    long taken = row.backend().nanosAtBest();
    List<Long> served = new ArrayList<>();
    PriorityQueue<Double> freeAt = new PriorityQueue<>();
    for (Arrival arrival : schedule.arrivals()) {
      double comes = reading(arrival.atNanos());
      boolean anyNew = freeAt.size() < row.backend().width();
      double starts = anyNew || freeAt.peek() < comes ? comes : freeAt.peek();
      if (starts + taken <= reading(arrival.atNanos() + row.deadline().toNanos())) {
        if (!anyNew) {
          freeAt.remove();
        }
        freeAt.add(starts + taken);
        served.add(arrival.atNanos());
      }
    }
    return served;
  }

  /** The backend's own clock at a moment. */
  private double reading(long atNanos) {
    double speed = row.event().map(Event::speed).orElse(1.0);
    long from = row.eventFromNanos(length);
    long to = row.eventToNanos(length);
    double within = Math.max(0, Math.min(atNanos, to) - from);
    return atNanos - within + within * speed;
  }
}
