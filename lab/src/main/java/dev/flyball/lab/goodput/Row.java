package dev.flyball.lab.goodput;

import dev.flyball.base.Dice;
import dev.flyball.base.Require;
import dev.flyball.lab.load.Load.Arrival;
import dev.flyball.lab.load.Load.KindMix;
import dev.flyball.lab.load.Load.Schedule;
import dev.flyball.sim.workload.Arrivals;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * One row of the board: a backend, a load of independent arrivals, a deadline, and what happens
 * meanwhile. Every server gets the same arrivals.
 *
 * @param name its name on the command line
 * @param backend what a request needs
 * @param ratePerSecond the arrivals per second, but for the time of an event that says otherwise
 * @param deadline how long a client waits for its answer
 * @param event what happens in the middle of it; without one the row is steady
 * @param pile how many requests come at once at the very beginning
 * @param rightSize how many requests at once are best, all through the row
 */
public record Row(
    String name,
    Backend backend,
    double ratePerSecond,
    Duration deadline,
    Optional<Event> event,
    int pile,
    int rightSize) {

  /** In deadlines: by then the queues of a steady overload have got as long as they get. */
  private static final int LEAD_DEADLINES = 4;

  private static final double LEAD_PART_MAX = 0.5;

  /** The event begins after this part of the run, and ends after that. */
  private static final double EVENT_FROM = 0.25;

  private static final double EVENT_TO = 0.55;

  /**
   * What happens in the middle of a row.
   *
   * @param words what it is called
   * @param load the arrivals per second, as a multiple of those before and after
   * @param speed the backend's speed: 1 as ever, 0 for none
   */
  public record Event(String words, double load, double speed) {}

  /**
   * A stretch of a run that has a figure of its own.
   *
   * @param name the row's name, and which part
   * @param fromNanos its begin, since the start of the load
   * @param toNanos its end
   */
  public record Stretch(String name, long fromNanos, long toNanos) {

    /** Whether a request that is due then belongs to it. */
    public boolean has(long dueNanos) {
      return dueNanos >= fromNanos && dueNanos < toNanos;
    }
  }

  public Row {
    Require.notBlank("name", name);
    Require.above("ratePerSecond", 0, ratePerSecond);
    Require.positive("deadline", deadline);
    Require.atLeast("pile", 0, pile);
    Require.atLeast("rightSize", 1, rightSize);
  }

  static Row steady(String name, Backend backend, double load, Duration deadline) {
    double rate = load * backend.capacityPerSecond();
    return new Row(name, backend, rate, deadline, Optional.empty(), 0, backend.width());
  }

  /** The same, beginning with so many requests at once: a server may never get rid of them. */
  Row withPile(int requests) {
    return new Row(name, backend, ratePerSecond, deadline, event, requests, rightSize);
  }

  static Row with(
      Event event, String name, Backend backend, double ratePerSecond, Duration deadline) {
    return new Row(name, backend, ratePerSecond, deadline, Optional.of(event), 0, backend.width());
  }

  /** The stretches that are counted, of a run of so long. */
  public List<Stretch> stretches(Duration length) {
    if (event.isEmpty()) {
      return List.of(new Stretch(name, leadNanos(length), length.toNanos()));
    }
    return List.of(
        new Stretch(name + ", during", eventFromNanos(length), eventToNanos(length)),
        new Stretch(name + ", after", eventToNanos(length), length.toNanos()));
  }

  /** The lead-in of a steady row, in which queues get as long as they get; it is not counted. */
  private long leadNanos(Duration length) {
    return (long) Math.min(LEAD_DEADLINES * deadline.toNanos(), LEAD_PART_MAX * length.toNanos());
  }

  long eventFromNanos(Duration length) {
    return (long) (EVENT_FROM * length.toNanos());
  }

  long eventToNanos(Duration length) {
    return (long) (EVENT_TO * length.toNanos());
  }

  /** The arrivals of a run. */
  public Schedule schedule(Duration length, long seed) {
    long nanos = length.toNanos();
    List<Arrival> arrivals = new ArrayList<>(Collections.nCopies(pile, new Arrival(0, 0)));
    if (event.isEmpty()) {
      add(arrivals, ratePerSecond, 0, nanos, Dice.stream(seed, 0));
    } else {
      long from = eventFromNanos(length);
      long to = eventToNanos(length);
      add(arrivals, ratePerSecond, 0, from, Dice.stream(seed, 0));
      add(arrivals, ratePerSecond * event.get().load(), from, to, Dice.stream(seed, 1));
      add(arrivals, ratePerSecond, to, nanos, Dice.stream(seed, 2));
    }
    return new Schedule(arrivals, KindMix.only(""), length, seed);
  }

  private static void add(
      List<Arrival> arrivals, double perSecond, long fromNanos, long toNanos, Dice dice) {
    LongSupplier times = Arrivals.poisson(perSecond).times(dice.nextLong());
    for (long at = fromNanos + times.getAsLong();
        at < toNanos;
        at = fromNanos + times.getAsLong()) {
      arrivals.add(new Arrival(at, 0));
    }
  }

  /** The row in a sentence. */
  public String words() {
    String text =
        String.format(
            Locale.ROOT,
            "%s, %.0f requests/s, deadline %.1f s",
            backend.words(),
            ratePerSecond,
            deadline.toNanos() / 1e9);
    String event = this.event.map(what -> "; for a third of the run " + what.words()).orElse("");
    return text + (pile > 0 ? "; begins with " + pile + " requests at once" : "") + event;
  }
}
