package dev.flyball.control;

import dev.flyball.base.Dice;
import dev.flyball.measure.HostMeter;
import dev.flyball.measure.SnapshotDiff;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Quantiles;
import dev.flyball.policy.standard.FlyballPolicy;
import dev.flyball.pool.adopt.PolledMeter;
import dev.flyball.pool.foreign.ForeignPool.Processor;
import dev.flyball.pool.foreign.PoolReading;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.function.LongConsumer;

/**
 * Several pools in virtual time, whose tasks may wait for workers of others: a worker is kept while
 * its task waits for another pool and while that one works for it, as a thread that acquires a
 * permit.
 *
 * <p>Each pool has a governor with the standard policy, which looks when the policy wants to.
 */
final class VirtualShop {

  private static final long REFERENCE_NANOS = 100_000_000;
  private static final double CORES = 64;

  /** As often as an adopted pool of some ten threads is read, at half a percent of a processor. */
  private static final long POLL_NANOS = 15_000_000;

  private final Dice dice;
  private final PriorityQueue<Event> events =
      new PriorityQueue<>(
          Comparator.comparingLong(Event::atNanos).thenComparingLong(Event::number));
  final List<Pool> pools = new ArrayList<>();
  private long nowNanos;
  private long number;

  private record Event(long atNanos, long number, Runnable action) {}

  VirtualShop(long seed) {
    this.dice = new Dice(seed);
  }

  /** A pool of so many workers, that computes nothing. */
  Pool pool(String name, int workers) {
    return pool(name, workers, false);
  }

  /**
   * The same.
   *
   * @param polled whether its governor sees it as a pool that others own: counts that are read now
   *     and then, no single times, no waits
   */
  Pool pool(String name, int workers, boolean polled) {
    Pool pool = new Pool(name, workers, polled);
    pools.add(pool);
    return pool;
  }

  /** Runs until so many seconds have passed since the beginning. */
  void runTo(double seconds) {
    long untilNanos = Math.round(seconds * 1e9);
    while (!events.isEmpty() && events.peek().atNanos() <= untilNanos) {
      Event next = events.remove();
      nowNanos = next.atNanos();
      next.action().run();
    }
    nowNanos = untilNanos;
  }

  private void after(double nanos, Runnable action) {
    events.add(new Event(nowNanos + Math.round(nanos), number++, action));
  }

  /** A task, and the pools whose workers it keeps. */
  private static final class Task {
    final Map<Pool, Long> startsNanos = new HashMap<>();
  }

  /** A task that wants a worker. */
  private record Request(Task task, long arrivedNanos, Runnable then) {}

  /**
   * A call of another pool, that keeps a worker there for so long on average, and then for as long
   * as its own calls take.
   */
  record Call(Pool pool, double seconds, List<Call> inner) {

    Call(Pool pool, double seconds) {
      this(pool, seconds, List.of());
    }
  }

  /** A pool with a queue. */
  final class Pool implements Resizable {

    final String name;
    final Governor governor;
    private final boolean polled;
    int workers;
    int busy;
    private final Deque<Request> waiting = new ArrayDeque<>();
    int bears = Integer.MAX_VALUE;
    double speed = 1;
    double load = 1; // how many times as many tasks come
    ResizeCost cost = ResizeCost.FREE;
    long came;
    long ended;
    long resizes;
    private long inSystem;
    private double inSystemNanos;
    private double workerNanos;
    private LongConsumer onWait = nanos -> {};
    private Task current = new Task();
    private final Looks looks;

    private long windowNanos;
    private long changedNanos;
    private double busyNanos;
    private double queuedNanos;
    private long arrived;
    private long started;
    private long completed;
    private long serviceNanos;
    private long waitedNanos;

    private Pool(String name, int workers, boolean polled) {
      this.name = name;
      this.workers = workers;
      this.polled = polled;
      this.governor =
          Governor.of(name, polled ? new Polled(this) : this, FlyballPolicy.standard())
              .size(workers)
              .clock(() -> nowNanos)
              .build();
      this.looks = new Looks(governor);
    }

    /** How long a task of so many seconds takes: longer beside more than what is behind bears. */
    private double nanos(double seconds) {
      return dice.nextExponential(seconds * 1e9) / speed * Math.max(1, (double) busy / bears);
    }

    /** Has tasks come at this rate, from now on, each with work of its own and these calls. */
    void tasks(double perSecond, double ownSeconds, Call... calls) {
      after(
          dice.nextExponential(1e9 / (load * perSecond)),
          () -> {
            arrive(ownSeconds, calls);
            tasks(perSecond, ownSeconds, calls);
          });
    }

    /** Has so many come at once. */
    void burst(int count, double ownSeconds, Call... calls) {
      for (int i = 0; i < count; i++) {
        arrive(ownSeconds, calls);
      }
    }

    /** Seconds that its own tasks have spent, and a tenth of those of its workers. */
    double costSeconds() {
      passed();
      return (inSystemNanos + 0.1 * workerNanos) / 1e9;
    }

    private void arrive(double ownSeconds, Call... calls) {
      Task task = new Task();
      passed();
      inSystem++;
      take(
          task,
          () ->
              after(
                  dice.nextExponential(ownSeconds * 1e9),
                  () -> call(task, Arrays.asList(calls), () -> leave(task))));
    }

    private void leave(Task task) {
      give(task);
      inSystem--;
    }

    private void call(Task task, List<Call> calls, Runnable then) {
      if (calls.isEmpty()) {
        then.run();
        return;
      }
      Call next = calls.get(0);
      next.pool()
          .take(
              task,
              () ->
                  after(
                      next.pool().nanos(next.seconds()),
                      () ->
                          call(
                              task,
                              next.inner(),
                              () -> {
                                next.pool().give(task);
                                call(task, calls.subList(1, calls.size()), then);
                              })));
    }

    private void take(Task task, Runnable then) {
      passed();
      arrived++;
      came++;
      waiting.add(new Request(task, nowNanos, then));
      serve();
      if (!waiting.isEmpty() && !polled) {
        looks.alarm();
      }
    }

    private void give(Task task) {
      passed();
      busy--;
      ended++;
      completed++;
      serviceNanos += nowNanos - Objects.requireNonNull(task.startsNanos.remove(this));
      serve();
    }

    private void serve() {
      while (busy < workers && !waiting.isEmpty()) {
        Request next = waiting.remove();
        busy++;
        started++;
        long waits = nowNanos - next.arrivedNanos();
        waitedNanos += waits;
        if (waits > 0 && !next.task().startsNanos.isEmpty()) {
          tell(next.task(), waits);
        }
        next.task().startsNanos.put(this, nowNanos);
        next.then().run();
      }
    }

    private void tell(Task task, long waits) {
      pools.forEach(pool -> pool.current = task);
      onWait.accept(waits);
      pools.forEach(pool -> pool.current = new Task());
    }

    private void passed() {
      busyNanos += (double) busy * (nowNanos - changedNanos);
      queuedNanos += (double) waiting.size() * (nowNanos - changedNanos);
      inSystemNanos += (double) inSystem * (nowNanos - changedNanos);
      workerNanos += (double) Math.max(busy, workers) * (nowNanos - changedNanos);
      changedNanos = nowNanos;
    }

    /** As if all had taken equally long: what counts is that each time is known. */
    private Quantiles quantiles() {
      long each = completed == 0 ? 0 : (serviceNanos + waitedNanos) / completed;
      return Quantiles.of(completed, each, each, each, each, each);
    }

    @Override
    public Observation observe() {
      passed();
      long length = Math.max(1, nowNanos - windowNanos);
      Observation seen =
          Observation.of(windowNanos, length)
              .workers(workers)
              .busy(busyNanos / length)
              .queued(queuedNanos / length, waiting.size())
              .arrived(arrived)
              .started(started)
              .completed(completed)
              .serviceNanos(serviceNanos)
              .waitNanos(waitedNanos)
              .responseNanos(serviceNanos + waitedNanos)
              .responseQuantiles(quantiles())
              .referenceNanos(completed * REFERENCE_NANOS, OptionalDouble.empty())
              .offered(arrived, 0, 0, arrived * REFERENCE_NANOS)
              .cores(CORES)
              .build();
      windowNanos = nowNanos;
      busyNanos = 0;
      queuedNanos = 0;
      arrived = 0;
      started = 0;
      completed = 0;
      serviceNanos = 0;
      waitedNanos = 0;
      return seen;
    }

    @Override
    public void resize(int wanted) {
      passed();
      resizes += wanted == workers ? 0 : 1;
      workers = wanted;
      serve();
    }

    @Override
    public ResizeCost resizeCost() {
      return cost;
    }

    @Override
    public void onWait(LongConsumer waited) {
      onWait = waited;
    }

    @Override
    public boolean worksHere() {
      return current.startsNanos.containsKey(this);
    }
  }

  /** A pool as its governor sees it where others own it, through the meter of adopted pools. */
  private final class Polled implements Resizable {

    private final Pool pool;
    private final PolledMeter meter;
    private final SnapshotDiff window;

    Polled(Pool pool) {
      this.pool = pool;
      this.meter = new PolledMeter(reading(), nowNanos);
      this.window = SnapshotDiff.from(meter.totals(Processor.UNKNOWN, this::host));
      after(POLL_NANOS, this::poll);
    }

    private PoolReading reading() {
      int size = pool.workers;
      int workers = Math.max(pool.busy, size);
      int queued = pool.waiting.size();
      return new PoolReading(size, workers, pool.busy, queued, pool.ended, 0);
    }

    private HostMeter.Reading host() {
      return new HostMeter.Reading(nowNanos, CORES, OptionalLong.empty(), OptionalLong.empty());
    }

    private void poll() {
      PoolReading now = reading();
      meter.note(now, nowNanos);
      if (now.queued() > 0 && now.busy() >= now.size()) {
        pool.looks.alarm();
      }
      after(POLL_NANOS, this::poll);
    }

    @Override
    public Observation observe() {
      meter.note(reading(), nowNanos);
      return window.cut(meter.totals(Processor.UNKNOWN, this::host));
    }

    @Override
    public void resize(int wanted) {
      pool.resize(wanted);
    }

    @Override
    public ResizeCost resizeCost() {
      return pool.cost;
    }
  }

  /** The looks of one governor, as its thread has them. */
  private final class Looks {
    private final Governor governor;
    private PollSchedule plan;
    private boolean alarmed;
    private long turn;

    Looks(Governor governor) {
      this.governor = governor;
      this.plan = PollSchedule.from(nowNanos, governor.nextPoll());
      await();
    }

    void alarm() {
      if (!alarmed) {
        alarmed = true;
        await();
      }
    }

    private void await() {
      long mine = ++turn;
      after(
          Math.max(0, plan.leftNanos(nowNanos, alarmed)),
          () -> {
            if (mine == turn) {
              alarmed = false;
              governor.step();
              plan = plan.looked(nowNanos, governor.nextPoll());
              await();
            }
          });
    }
  }
}
