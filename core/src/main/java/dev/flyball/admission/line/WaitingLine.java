package dev.flyball.admission.line;

import dev.flyball.admission.Admission;
import dev.flyball.admission.Arrival;
import dev.flyball.admission.Importance;
import dev.flyball.admission.PoolState;
import dev.flyball.admission.ShedCause;
import dev.flyball.admission.Verdict;
import dev.flyball.admission.Verdict.Answer;
import dev.flyball.measure.AdmissionCount;
import dev.flyball.measure.KindProfile;
import dev.flyball.policy.Reason;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Queue;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;
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
 * <p><b>A rule that throws</b>, or lets in more than there is room for, does no harm: the task is
 * let in if there is room, and the failure is counted.
 *
 * <p><b>Cost.</b> Every call takes O(log n) steps, and finds at most {@value #SHEDS_MAX} tasks that
 * must go, so that none is long in a lock.
 *
 * <p>Not thread-safe. No clock: every call is told the time.
 *
 * @param <T> a task as its pool knows it; no two that wait are equal
 */
public final class WaitingLine<T> {

  /** Tasks that one call sheds at most. */
  private static final int SHEDS_MAX = 64;

  private static final double LEFT_MIN = 0.02;
  private static final int CLASSES = Importance.values().length;

  private final Admission.Order order;
  private final boolean importantFirst;
  private final int capacity;
  private final Consumer<Shed<T>> shedder;
  private final Arrivals arrivals = new Arrivals();
  private final Freshness freshness = new Freshness();
  private final Tenants tenants = new Tenants();

  /** All that wait, those that came first before the others. */
  private final Map<T, Place<T>> places = new LinkedHashMap<>();

  /** The same by rank, in the order in which they start. */
  private final List<WorkTree<T>> classes = new ArrayList<>();

  private final NavigableSet<Place<T>> byDeadline =
      new TreeSet<>(
          Comparator.comparingLong((Place<T> place) -> place.who.deadlineNanos())
              .thenComparingLong(place -> place.number));

  private long numbers;
  private Admission rule;
  private long failures;
  private @Nullable Throwable failure;

  /**
   * An empty line.
   *
   * @param capacity how many may wait, besides those for which a worker is free
   * @param shedder is told of each task that had been let in and then has to go, within the call
   *     that finds it
   */
  public WaitingLine(Admission rule, int capacity, Consumer<Shed<T>> shedder) {
    this.rule = rule;
    this.order = rule.order();
    this.importantFirst = rule.importantFirst();
    this.capacity = capacity;
    this.shedder = shedder;
    for (int i = 0; i < CLASSES; i++) {
      classes.add(new WorkTree<>(comparator(order)));
    }
  }

  private static <T> Comparator<Place<T>> comparator(Admission.Order order) {
    Comparator<Place<T>> byNumber = Comparator.comparingLong(place -> place.number);
    return switch (order) {
      case ARRIVAL -> byNumber;
      case NEWEST -> byNumber.reversed();
      case DEADLINE ->
          Comparator.comparingLong((Place<T> place) -> place.who.deadlineNanos())
              .thenComparing(byNumber);
      case FAIR ->
          Comparator.comparingDouble((Place<T> place) -> place.startTag).thenComparing(byNumber);
    };
  }

  /**
   * A task that was let in and then turned away.
   *
   * @param cause the kind of reason
   * @param why the reason
   * @param retryNanos in how long one like it would be let in, as far as one can tell
   */
  public record Shed<T>(T task, Arrival who, ShedCause cause, Reason why, long retryNanos) {

    /** A task that goes for this verdict. */
    public static <T> Shed<T> of(T task, Arrival who, Verdict verdict) {
      return new Shed<>(
          task, who, verdict.cause().orElseThrow(), verdict.why(), verdict.retryNanos());
    }
  }

  /**
   * The workers at a moment.
   *
   * @param nowNanos the moment
   * @param workers the workers asked for
   * @param free workers without a task
   * @param growing whether there will soon be more
   */
  public record Workers(long nowNanos, int workers, int free, boolean growing) {}

  public int size() {
    return places.size();
  }

  public boolean isEmpty() {
    return places.isEmpty();
  }

  /** How long a task takes on average, of those that come; 0 while nothing is known. */
  public double meanServiceNanos() {
    return arrivals.meanNanos();
  }

  /** Whether any service time is known. */
  public boolean knowsServiceTimes() {
    return arrivals.isKnown();
  }

  /** Notes that tasks of a kind have come which the rule was not asked about. */
  public void passedBy(
      KindProfile kind, Importance importance, int tasks, long deadlineNanos, long nowNanos) {
    arrivals.came(kind, importance, tasks, deadlineNanos, nowNanos);
  }

  /** What the rule has seen so far, where so many tasks were shed. */
  public AdmissionCount count(long shed) {
    return arrivals.count(shed);
  }

  // ---- In

  /** Asks the rule about a task that comes; where it is let in, it waits here. */
  public Verdict offer(T task, Arrival who, KindProfile kind, Workers workers) {
    return offer(task, who, kind, workers, true);
  }

  /**
   * The same.
   *
   * @param counts whether the task is to be counted as one that has come: if it was not offered
   *     before
   */
  public Verdict offer(T task, Arrival who, KindProfile kind, Workers workers, boolean counts) {
    shedLate(workers);
    Place<T> place = place(task, who, kind);
    if (counts) {
      arrivals.came(kind, who.importance(), 1, who.deadlineNanos(), workers.nowNanos());
    }
    PoolState now = situation(place, workers, size(), ownBefore(place, workers.nowNanos()));
    Verdict verdict = withinRoom(asked(() -> rule.arriving(who, now)), now);
    if (verdict.answer() == Answer.OUT) {
      if (counts) {
        arrivals.turnedAway(kind);
      }
      freshness.turnedAway(kind, workers.nowNanos());
      return verdict;
    }
    Place<T> last = last();
    if (verdict.answer() == Answer.IN_FOR_THE_LAST && last != null) {
      shed(last, verdict); // and the new one has its place, also where more wait than may
    }
    add(place);
    return verdict;
  }

  /** A rule may let in more than there is room for; so may one that throws. */
  private Verdict withinRoom(Verdict verdict, PoolState now) {
    boolean givesPlace = verdict.answer() == Answer.IN_FOR_THE_LAST && !isEmpty();
    if (verdict.answer() == Answer.OUT || givesPlace || size() < now.capacity()) {
      return verdict;
    }
    Reason full = Reason.of("full: %{waiting}d wait", size());
    return Verdict.out(ShedCause.FULL, full, 0, rule);
  }

  /** Has a task wait that was let in elsewhere; the rule is not asked. */
  public void admit(T task, Arrival who, KindProfile kind) {
    add(place(task, who, kind));
  }

  private Place<T> place(T task, Arrival who, KindProfile kind) {
    Place<T> place = new Place<>(task, who, kind, arrivals.serviceNanos(kind), numbers++);
    place.startTag = order == Admission.Order.FAIR ? tenants.startTag(who.tenant()) : 0;
    return place;
  }

  /** What may fail for want of memory comes first, and leaves nothing behind. */
  private void add(Place<T> place) {
    if (order == Admission.Order.FAIR) {
      try {
        tenants.waits(place, rule, size());
      } catch (Throwable e) {
        failed(e);
      }
    }
    boolean added = false;
    try {
      if (place.who.hasDeadline()) {
        byDeadline.add(place);
      }
      places.put(place.task, place);
      added = true;
    } finally {
      if (!added) {
        byDeadline.remove(place);
        places.remove(place.task); // it may be there: a map grows after it has added
        tenants.leaves(place);
      }
    }
    of(place).add(place);
  }

  // ---- Out

  /**
   * The task to be started now, which leaves the line. Null where none waits that may start, or so
   * many had to go that the caller should look after those first: then it is not empty.
   */
  public @Nullable T poll(Workers workers) {
    shedLate(workers);
    Place<T> first = first();
    for (int sheds = 0; first != null && sheds < SHEDS_MAX; sheds++) {
      Verdict verdict = starting(first, workers, size() - 1);
      if (verdict.answer() != Answer.OUT) {
        return started(first);
      }
      shed(first, verdict);
      first = first();
    }
    return null;
  }

  /** The same without asking the rule: the one whose turn it is. */
  public @Nullable T pollUnasked() {
    Place<T> first = first();
    if (first == null) {
      return null;
    }
    return started(first);
  }

  private T started(Place<T> first) {
    remove(first);
    tenants.starts(first);
    return first.task;
  }

  /** Takes out the task that has waited longest. */
  public @Nullable T removeOldest() {
    if (places.isEmpty()) {
      return null;
    }
    Place<T> oldest = places.values().iterator().next();
    leave(oldest);
    return oldest.task;
  }

  /** Takes a task out; false when it does not wait here. */
  public boolean remove(T task) {
    Place<T> place = places.get(task);
    if (place == null) {
      return false;
    }
    leave(place);
    return true;
  }

  /** Takes all out, the one that would start first at the head. */
  public Queue<T> drain() {
    Queue<T> drained = new ArrayDeque<>(size());
    for (Place<T> first = first(); first != null; first = first()) {
      drained.add(first.task);
      remove(first);
    }
    return drained;
  }

  /** Those that wait, those that came first before the others. */
  public Iterable<T> waiting() {
    return places.keySet();
  }

  /** Asks the rule about a task that is about to start without having waited here. */
  public Verdict starting(T task, Arrival who, KindProfile kind, Workers workers) {
    Place<T> place = new Place<>(task, who, kind, arrivals.serviceNanos(kind), numbers);
    return starting(place, workers, size());
  }

  private Verdict starting(Place<T> place, Workers workers, int others) {
    PoolState now = situation(place, workers, others, 0);
    Verdict verdict = asked(() -> rule.starting(place.who, now));
    if (verdict.answer() == Answer.OUT) {
      freshness.turnedAway(place.kind, workers.nowNanos());
    }
    return verdict;
  }

  /** Takes out what has not started. */
  private void leave(Place<T> place) {
    remove(place);
    tenants.leaves(place);
  }

  private void remove(Place<T> place) {
    places.remove(place.task);
    byDeadline.remove(place);
    of(place).remove(place);
    if (isEmpty()) {
      tenants.rest();
    }
  }

  private void shed(Place<T> place, Verdict verdict) {
    shedder.accept(Shed.of(place.task, place.who, verdict));
    leave(place);
  }

  /** Sheds those whose deadline is so near that they would be late if they started now. */
  private void shedLate(Workers workers) {
    for (int sheds = 0; sheds < SHEDS_MAX && !byDeadline.isEmpty(); sheds++) {
      Place<T> soonest = byDeadline.first();
      double believed = freshness.of(soonest.kind, workers.nowNanos());
      if (soonest.who.deadlineNanos() - workers.nowNanos()
          > believed * arrivals.serviceNanos(soonest.kind)) {
        return;
      }
      Verdict verdict = starting(soonest, workers, size() - 1);
      if (verdict.answer() != Answer.OUT) {
        return;
      }
      shed(soonest, verdict);
    }
  }

  // ---- The order

  private WorkTree<T> of(Place<T> place) {
    return classes.get(rank(place));
  }

  /** The most important ones have rank 0; so have all in a line in which importance counts not. */
  private int rank(Place<T> place) {
    return importantFirst ? place.who.importance().ordinal() : 0;
  }

  private @Nullable Place<T> first() {
    for (int i = 0; i < CLASSES; i++) {
      if (!classes.get(i).isEmpty()) {
        return classes.get(i).first();
      }
    }
    return null;
  }

  private @Nullable Place<T> last() {
    for (int i = CLASSES - 1; i >= 0; i--) {
      if (!classes.get(i).isEmpty()) {
        return classes.get(i).last();
      }
    }
    return null;
  }

  // ---- The rule

  private Verdict asked(Supplier<Verdict> question) {
    try {
      Verdict verdict = question.get();
      rule = verdict.next();
      return verdict;
    } catch (Throwable e) {
      failed(e);
      return Verdict.in(rule);
    }
  }

  private void failed(Throwable e) {
    failures++;
    failure = failures == 1 ? e : failure;
  }

  /** How often the rule has thrown something, where it should have answered. */
  public long ruleFailures() {
    return failures;
  }

  /** Whether there is something to be taken by {@link #takeFirstFailure}. */
  public boolean hasFailure() {
    return failure != null;
  }

  /** What the rule has thrown first, if it was not taken before. */
  public @Nullable Throwable takeFirstFailure() {
    Throwable first = failure;
    failure = null;
    return first;
  }

  /**
   * The work of equally important tasks that start before a new one. Their order counts only where
   * it matters: where it would be late if all of them did.
   */
  private double ownBefore(Place<T> place, long nowNanos) {
    double all = of(place).sumNanos();
    return switch (order) {
      case ARRIVAL -> all;
      case NEWEST -> 0;
      case DEADLINE, FAIR ->
          place.who.hasDeadline() && all > place.who.deadlineNanos() - nowNanos - place.workNanos
              ? of(place).sumBeforeNanos(place)
              : all;
    };
  }

  /**
   * What the rule is told of a task.
   *
   * @param others how many wait, this one not counted
   * @param own the work of those of them that start before it and are equally important
   */
  private PoolState situation(Place<T> place, Workers workers, int others, double own) {
    int rank = rank(place);
    int importance = place.who.importance().ordinal();
    double before = 0;
    double offeredBefore = 0;
    double offeredUpTo = 0;
    double all = 0;
    double offered = 0;
    for (int i = 0; i < CLASSES; i++) {
      before += i < rank ? classes.get(i).sumNanos() : 0;
      offeredBefore += i < rank ? arrivals.offeredNanos(i) : 0;
      offeredUpTo += i <= importance ? arrivals.offeredNanos(i) : 0;
      all += classes.get(i).sumNanos();
      offered += arrivals.offeredNanos(i);
    }
    double mean = arrivals.meanNanos();
    double believed = freshness.of(place.kind, workers.nowNanos());
    double capacityNanos = workers.workers() * Arrivals.LOAD_NANOS;
    double left = Math.max(LEFT_MIN, 1 - offeredBefore / capacityNanos);
    Place<T> last = last();
    return new PoolState(
        workers.nowNanos(),
        workers.workers(),
        workers.growing(),
        others,
        (int) Math.min(Integer.MAX_VALUE, (long) capacity + Math.max(0, workers.free())),
        (long) (believed * arrivals.serviceNanos(place.kind)),
        (long) (believed * arrivals.longNanos(place.kind)),
        (long) mean,
        workers.free() > size() ? 0 : (long) ((before + own + mean) / workers.workers() / left),
        (long) (all / workers.workers()),
        offered / capacityNanos,
        offered > 0 ? offeredUpTo / offered : 1,
        last == null ? Optional.empty() : Optional.of(last.who));
  }
}
