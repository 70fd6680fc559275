package dev.flyball.admission.line;

import dev.flyball.admission.Admission;
import dev.flyball.admission.Arrival;
import dev.flyball.admission.Importance;
import dev.flyball.admission.PoolState;
import dev.flyball.admission.Verdict;
import dev.flyball.measure.AdmissionCount;
import dev.flyball.policy.Reason;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Queue;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/**
 * The tasks that wait, under an admission rule: who gets in, who starts next, who goes.
 *
 * <p>The most important starts first; of equally important ones, the order is the rule's. The wait
 * of a task is estimated from the work that starts before it and from what the workers can do, less
 * what more important tasks take of that, which will go before it though they have not come yet.
 *
 * <p>A task that would be late is found when it is its turn, or when another task comes or is taken
 * while its deadline passes, whichever is sooner.
 *
 * <p>Not thread-safe. No clock: every call is told the time.
 *
 * @param <T> a task as its pool knows it
 */
public final class WaitingLine<T> {

  /** Time over which the load is averaged: long beside a burst, short beside a change. */
  private static final double LOAD_NANOS = 1e9;

  private static final double LEFT_MIN = 0.02;
  private static final int CLASSES = Importance.values().length;

  private final int capacity;
  private final Consumer<Shed<T>> shedder;
  private final ServiceTimes services = new ServiceTimes();
  private final NavigableSet<Place<T>> line;
  private final NavigableSet<Place<T>> byDeadline =
      new TreeSet<>(
          Comparator.comparingLong((Place<T> place) -> place.who.deadlineNanos())
              .thenComparingLong(place -> place.number));

  /** Work that waits, by importance, in nanoseconds of a worker. */
  private final double[] waiting = new double[CLASSES];

  /** Work that came, by importance, decaying: nanoseconds of a worker per {@link #LOAD_NANOS}. */
  private final double[] offered = new double[CLASSES];

  private final Map<String, Double> finishTags = new TreeMap<>();
  private double virtualTime;
  private long offeredNanos;
  private long numbers;
  private long shed;
  private long deadlineTasks;
  private double deadlineNanosSum;
  private Admission rule;

  /**
   * An empty line.
   *
   * @param capacity how many may wait
   * @param shedder is told of each task that had been let in and then has to go, within the call
   *     that finds it
   */
  public WaitingLine(Admission rule, int capacity, Consumer<Shed<T>> shedder) {
    this.rule = rule;
    this.capacity = capacity;
    this.shedder = shedder;
    Comparator<Place<T>> byNumber = Comparator.comparingLong(place -> place.number);
    Comparator<Place<T>> within =
        switch (rule.order()) {
          case ARRIVAL -> byNumber;
          case NEWEST -> byNumber.reversed();
          case DEADLINE ->
              Comparator.comparingLong((Place<T> place) -> place.who.deadlineNanos())
                  .thenComparing(byNumber);
          case FAIR ->
              Comparator.comparingDouble((Place<T> place) -> place.startTag)
                  .thenComparing(byNumber);
        };
    this.line =
        new TreeSet<>(
            Comparator.comparing((Place<T> place) -> place.who.importance()).thenComparing(within));
  }

  /**
   * A task that was let in and then turned away.
   *
   * @param why the reason
   * @param retryNanos in how long one like it would be let in, as far as one can tell
   */
  public record Shed<T>(T task, Arrival who, Reason why, long retryNanos) {}

  /**
   * The workers at a moment.
   *
   * @param nowNanos the moment
   * @param workers the workers asked for
   * @param free workers without a task
   * @param growing whether there will soon be more
   */
  public record Workers(long nowNanos, int workers, int free, boolean growing) {}

  private static final class Place<T> {
    private final T task;
    private final Arrival who;
    private final double workNanos;
    private final long number;
    private double startTag;

    Place(T task, Arrival who, double workNanos, long number) {
      this.task = task;
      this.who = who;
      this.workNanos = workNanos;
      this.number = number;
    }
  }

  /** What the rule has seen since the beginning. */
  public AdmissionCount count() {
    return new AdmissionCount(shed, deadlineTasks, deadlineNanosSum);
  }

  public int size() {
    return line.size();
  }

  public boolean isEmpty() {
    return line.isEmpty();
  }

  /** A task has ended that took so long on its worker. */
  public void ended(String kind, long serviceNanos) {
    services.ended(kind, serviceNanos);
  }

  /** Asks the rule about a task that comes; where it is let in, it waits here. */
  public Verdict offer(T task, Arrival who, Workers workers) {
    shedLate(workers);
    Place<T> place = new Place<>(task, who, services.mean(who.kind()), numbers++);
    place.startTag =
        Math.max(virtualTime, finishTags.getOrDefault(who.tenant(), 0.0)); // for FAIR only
    noteOffered(place, workers.nowNanos());
    if (who.hasDeadline()) {
      deadlineTasks++;
      deadlineNanosSum += (double) who.deadlineNanos() - who.arrivedNanos();
    }
    Verdict verdict = rule.arriving(who, situation(place, workers, false));
    rule = verdict.next();
    if (verdict.answer() == Verdict.Answer.OUT) {
      shed++;
      return verdict;
    }
    if (verdict.answer() == Verdict.Answer.IN_FOR_THE_LAST && !line.isEmpty()) {
      shed(line.last(), verdict);
    }
    add(place);
    return verdict;
  }

  /** The task to be started now, which leaves the line; null where none waits that may start. */
  public @Nullable T poll(Workers workers) {
    shedLate(workers);
    while (!line.isEmpty()) {
      Place<T> first = line.first();
      Verdict verdict = rule.starting(first.who, situation(first, workers, true));
      rule = verdict.next();
      if (verdict.answer() != Verdict.Answer.OUT) {
        remove(first);
        virtualTime = Math.max(virtualTime, first.startTag);
        return first.task;
      }
      shed(first, verdict);
    }
    return null;
  }

  /** Takes all out, the one that would start first at the head. */
  public Queue<T> drain() {
    Queue<T> drained = new ArrayDeque<>();
    while (!line.isEmpty()) {
      drained.add(line.first().task);
      remove(line.first());
    }
    return drained;
  }

  private void add(Place<T> place) {
    line.add(place);
    if (place.who.hasDeadline()) {
      byDeadline.add(place);
    }
    waiting[place.who.importance().ordinal()] += place.workNanos;
    if (rule.order() == Admission.Order.FAIR) {
      double share = rule.shareOf(place.who.tenant());
      finishTags.put(place.who.tenant(), place.startTag + Math.max(1, place.workNanos) / share);
    }
  }

  private void remove(Place<T> place) {
    line.remove(place);
    byDeadline.remove(place);
    int importance = place.who.importance().ordinal();
    waiting[importance] = Math.max(0, waiting[importance] - place.workNanos);
    if (line.isEmpty()) {
      finishTags.clear();
      virtualTime = 0;
      Arrays.fill(waiting, 0); // what rounding left
    }
  }

  private void shed(Place<T> place, Verdict verdict) {
    remove(place);
    shed++;
    shedder.accept(new Shed<>(place.task, place.who, verdict.why(), verdict.retryNanos()));
  }

  /** Sheds those whose deadline is so near that they would be late if they started now. */
  private void shedLate(Workers workers) {
    while (!byDeadline.isEmpty()) {
      Place<T> soonest = byDeadline.first();
      if (soonest.who.deadlineNanos() - workers.nowNanos() > services.mean(soonest.who.kind())) {
        return;
      }
      Verdict verdict = rule.starting(soonest.who, situation(soonest, workers, true));
      rule = verdict.next();
      if (verdict.answer() != Verdict.Answer.OUT) {
        return;
      }
      shed(soonest, verdict);
    }
  }

  private void noteOffered(Place<T> place, long nowNanos) {
    double kept = StrictMath.exp(-Math.max(0, nowNanos - offeredNanos) / LOAD_NANOS);
    for (int importance = 0; importance < CLASSES; importance++) {
      offered[importance] *= kept;
    }
    offeredNanos = Math.max(offeredNanos, nowNanos);
    offered[place.who.importance().ordinal()] += place.workNanos;
  }

  /**
   * The work of equally important tasks that start before a new one. They are looked through only
   * where it matters: where it would be late if all of them did.
   */
  private double ownBefore(Place<T> place, long nowNanos) {
    double all = waiting[place.who.importance().ordinal()];
    return switch (rule.order()) {
      case ARRIVAL -> all;
      case NEWEST -> 0;
      case DEADLINE, FAIR ->
          place.who.hasDeadline() && all > place.who.deadlineNanos() - nowNanos - place.workNanos
              ? line.headSet(place).stream()
                  .filter(before -> before.who.importance() == place.who.importance())
                  .mapToDouble(before -> before.workNanos)
                  .sum()
              : all;
    };
  }

  private PoolState situation(Place<T> place, Workers workers, boolean waits) {
    Arrival who = place.who;
    int importance = who.importance().ordinal();
    double before = 0;
    double offeredBefore = 0;
    for (int higher = 0; higher < importance; higher++) {
      before += waiting[higher];
      offeredBefore += offered[higher];
    }
    double capacityNanos = workers.workers() * LOAD_NANOS;
    double left = Math.max(LEFT_MIN, 1 - offeredBefore / capacityNanos);
    double own = waits ? 0 : ownBefore(place, workers.nowNanos());
    double all = DoubleStream.of(waiting).sum();
    boolean mayStartNow = workers.free() > line.size();
    return new PoolState(
        workers.nowNanos(),
        workers.workers(),
        workers.growing(),
        waits ? line.size() - 1 : line.size(),
        mayStartNow ? Integer.MAX_VALUE : capacity,
        (long) services.mean(who.kind()),
        (long) services.meanAndDeviation(who.kind()),
        (long) services.meanOfAll(),
        mayStartNow ? 0 : (long) ((before + own + services.meanOfAll()) / workers.workers() / left),
        (long) (all / workers.workers()),
        DoubleStream.of(offered).sum() / capacityNanos,
        line.isEmpty() ? Optional.empty() : Optional.of(line.last().who));
  }
}
