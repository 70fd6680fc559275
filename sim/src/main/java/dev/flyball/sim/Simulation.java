package dev.flyball.sim;

import dev.flyball.control.Governor;
import dev.flyball.control.Resizable;
import dev.flyball.policy.Advice;
import dev.flyball.sim.Contender.Sizer;
import dev.flyball.sim.scenario.Behind;
import dev.flyball.sim.scenario.Change;
import dev.flyball.sim.scenario.Kind;
import dev.flyball.sim.scenario.Kind.Step;
import dev.flyball.sim.scenario.Pool;
import dev.flyball.sim.scenario.Scenario;
import dev.flyball.sim.scenario.Streams;
import dev.flyball.sim.scenario.TaskDice;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;

/**
 * One run of a scenario: its host, its downstreams, its pools and their sizers, on one clock.
 *
 * <p>Events at the same moment happen in this order: changes of the scenario, tasks that move on,
 * then pool by pool workers that idle out, tasks whose time is over, retries, arrivals, sizes,
 * samples, and last workers hired for memory that was given back.
 */
final class Simulation {

  private static final int CPU = 0;
  private static final int PAUSE = 1;
  private static final int BEHIND = 2;

  /** As often as an adopted pool of some ten threads is read, at half a percent of a processor. */
  private static final long POLL_NANOS = 15_000_000;

  private final Scenario scenario;
  private final long seed;
  private final VirtualClock clock = new VirtualClock();
  private final Tasks tasks;
  private final Processors processors;
  private final Place[] places;
  private final VirtualPool[] pools;
  private final TaskListener[] listeners;
  private final List<List<PoolOutcome.Sample>> samples = new ArrayList<>();
  private final long[] completedInLength;
  private final int roomSlot;
  private int alive;
  private int inSystem;
  private boolean lengthIsOver; // with everything done that was due at its end

  /** A callback for the end of a pool's tasks. */
  @FunctionalInterface
  private interface TaskListener {
    TaskListener NONE = (startNanos, serviceNanos, inFlight, failed) -> {};

    void ended(long startNanos, long serviceNanos, int inFlight, boolean failed);
  }

  Simulation(Scenario scenario, long seed, Contender contender, int samplesWanted) {
    this.scenario = scenario;
    this.seed = seed;
    this.tasks = new Tasks(stepsMax(scenario));
    makeChanges();
    int poolCount = scenario.pools().size();
    this.processors =
        new Processors(
            clock, tasks, scenario.host(), poolCount, this::cpuDone, this::workerStarted);
    this.places = makePlaces();
    this.pools = new VirtualPool[poolCount];
    this.listeners = new TaskListener[poolCount];
    this.completedInLength = new long[poolCount];
    for (int pool = 0; pool < poolCount; pool++) {
      makePool(pool, contender, samplesWanted);
    }
    this.roomSlot = clock.slot(this::memoryFreed);
    once(scenario.lengthNanos(), this::lengthIsOver);
  }

  /** Runs it until all tasks have ended, or nothing can be expected any more. */
  Outcome run(String contender) {
    long lengthNanos = scenario.lengthNanos();
    long endMaxNanos = Scenario.END_LENGTHS_MAX * lengthNanos;
    boolean goesOn = true;
    while (goesOn) {
      goesOn = clock.step(endMaxNanos) && (!lengthIsOver || inSystem > 0);
    }
    List<PoolOutcome> outcomes = new ArrayList<>();
    for (int pool = 0; pool < pools.length; pool++) {
      outcomes.add(pools[pool].outcome(completedInLength[pool], samples.get(pool)));
    }
    return new Outcome(
        scenario.name(),
        contender,
        seed,
        lengthNanos,
        clock.nanoTime(),
        processors.cpuNanos() / clock.nanoTime(),
        outcomes);
  }

  // ---- The scenario, made

  private static int stepsMax(Scenario scenario) {
    return scenario.pools().stream()
        .flatMap(pool -> pool.kinds().stream())
        .mapToInt(kind -> kind.steps().size())
        .max()
        .orElse(0);
  }

  private void makeChanges() {
    Iterator<Change> changes = scenario.changes().iterator();
    if (!changes.hasNext()) {
      return;
    }
    Change[] next = {changes.next()};
    int[] slot = new int[1];
    slot[0] =
        clock.slot(() -> {
          make(next[0]);
          boolean more = changes.hasNext();
          next[0] = more ? changes.next() : next[0];
          clock.set(slot[0], more ? next[0].atNanos() : VirtualClock.NEVER);
        });
    clock.set(slot[0], next[0].atNanos());
  }

  private void make(Change change) {
    if (change instanceof Change.Cores cores) {
      processors.cores(cores.cores());
    } else if (change instanceof Change.Speed speed) {
      places[BEHIND + scenario.behindIndex(speed.behind())].speed(speed.speed());
    } else if (change instanceof Change.Neighbours neighbours) {
      processors.neighbours(neighbours.busyCores());
    } else if (change instanceof Change.Capacity capacity) {
      change(capacity);
    } else if (change instanceof Change.Mix mix) {
      pools[scenario.poolIndex(mix.pool())].mix(mix.shares());
    }
  }

  private void change(Change.Capacity change) {
    int index = scenario.behindIndex(change.behind());
    Station station = (Station) places[BEHIND + index];
    if (scenario.behind().get(index) instanceof Behind.Collapse collapse) {
      station.capacity(Integer.MAX_VALUE, collapse.peakingAt(change.calls())::speed);
    } else {
      station.capacity(change.calls(), calls -> 1);
    }
  }

  /** How many times as fast as described anything behind is at the fastest. */
  double speedMax() {
    double most = 1;
    for (Change change : scenario.changes()) {
      if (change instanceof Change.Speed speed) {
        most = Math.max(most, speed.speed());
      }
    }
    return most;
  }

  private Place[] makePlaces() {
    Place[] made = new Place[BEHIND + scenario.behind().size()];
    made[CPU] = processors;
    made[PAUSE] = new Pauses(clock, this::stepDone);
    for (int i = 0; i < scenario.behind().size(); i++) {
      made[BEHIND + i] = place(scenario.behind().get(i), made[PAUSE]);
    }
    return made;
  }

  private Place place(Behind behind, Place pauses) {
    if (behind instanceof Behind.Servers servers) {
      return new Station(clock, servers.servers(), calls -> 1, this::stepDone);
    }
    if (behind instanceof Behind.Collapse collapse) {
      return new Station(clock, Integer.MAX_VALUE, collapse::speed, this::stepDone);
    }
    if (behind instanceof Behind.RateLimit limit) {
      return new RateGate(clock, limit.perSecond(), pauses);
    }
    return new LockGate(processors, tasks);
  }

  private void makePool(int index, Contender contender, int samplesWanted) {
    Pool plan = scenario.pools().get(index);
    Sizer sizer = contender.sizer(index, plan, scenario.host(), Streams.policy(seed, index));
    int initial = sizer.firstSize(plan);
    TaskDice dice = new TaskDice(plan, Streams.tasks(seed, index));
    PoolTraits traits =
        sizer instanceof Sizer.Governed governed ? governed.traits() : PoolTraits.OURS;
    VirtualPool pool =
        new VirtualPool(
            this,
            index,
            plan,
            traits,
            initial,
            contender.queueCapacity(plan),
            counts -> contender.admission(plan, counts),
            dice);
    pools[index] = pool;
    listeners[index] = TaskListener.NONE;
    Supplier<String> why = () -> "";
    if (sizer instanceof Sizer.Governed governed) {
      Governor governor = govern(pool, plan, governed);
      why = () -> governor.lastAdvice().map(Advice::why).orElse("");
    } else if (sizer instanceof Sizer.Planned planned) {
      planned.plan().stream()
          .skip(1)
          .forEach(next -> once(next.atNanos(), () -> pool.resize(next.workers())));
    } else if (sizer instanceof Sizer.PerTask perTask) {
      listeners[index] =
          (startNanos, serviceNanos, inFlight, failed) ->
              pool.resize(
                  plan.limits()
                      .clamp(perTask.limit().ended(startNanos, serviceNanos, inFlight, failed)));
    }
    PoolSampler sampler = new PoolSampler(pool, why);
    samples.add(sampler.samples());
    if (samplesWanted > 0) {
      every(Math.max(1, scenario.lengthNanos() / samplesWanted), sampler::sample);
    }
  }

  private Governor govern(VirtualPool pool, Pool plan, Sizer.Governed governed) {
    Resizable target = seen(pool, governed.traits().sensors());
    Governor governor =
        Governor.of(plan.name(), target, governed.policy())
            .limits(plan.limits())
            .period(Duration.ofNanos(plan.periodNanos()))
            .clock(clock)
            .build();
    target.onSaturation(new Polls(clock, governor)::alarm);
    return governor;
  }

  private Resizable seen(VirtualPool pool, Sensors sensors) {
    if (sensors == Sensors.ALL) {
      return pool;
    }
    PolledPool polled = new PolledPool(pool, clock, sensors);
    every(POLL_NANOS, polled::poll);
    return polled;
  }

  private void once(long atNanos, Runnable action) {
    int[] slot = new int[1];
    slot[0] =
        clock.slot(() -> {
          clock.set(slot[0], VirtualClock.NEVER);
          action.run();
        });
    clock.set(slot[0], atNanos);
  }

  private void every(long periodNanos, Runnable action) {
    int[] slot = new int[1];
    slot[0] =
        clock.slot(() -> {
          clock.set(slot[0], VirtualClock.later(clock.nanoTime(), periodNanos));
          action.run();
        });
    clock.set(slot[0], periodNanos);
  }

  // ---- What happens

  private void stepDone(int task) {
    pools[tasks.pool[task]].stepDone(task);
  }

  private void cpuDone(int task) {
    Place place = pools[tasks.pool[task]].place(task);
    if (place instanceof LockGate lock) {
      lock.release();
    }
    stepDone(task);
  }

  private void workerStarted(int pool) {
    pools[pool].workerStarted();
  }

  private void lengthIsOver() {
    lengthIsOver = true;
    for (int pool = 0; pool < pools.length; pool++) {
      completedInLength[pool] = pools[pool].completed();
    }
  }

  /** A task of a pool has ended. */
  void ended(int pool, long startNanos, long serviceNanos, int inFlight, boolean failed) {
    listeners[pool].ended(startNanos, serviceNanos, inFlight, failed);
  }

  void aliveChanged(int change) {
    boolean full = !hasMemoryForWorker();
    alive += change;
    if (full && hasMemoryForWorker()) {
      clock.set(roomSlot, clock.nanoTime());
    }
  }

  /** A worker has left a full host: another pool's tasks may have waited for its memory. */
  private void memoryFreed() {
    clock.set(roomSlot, VirtualClock.NEVER);
    for (VirtualPool pool : pools) {
      pool.callOrHire();
    }
  }

  void inSystemChanged(int change) {
    inSystem += change;
  }

  /** Whether one more worker fits into the host's memory. */
  boolean hasMemoryForWorker() {
    return alive < scenario.host().workersMax();
  }

  // ---- What the pools are made of

  Scenario scenario() {
    return scenario;
  }

  long seed() {
    return seed;
  }

  VirtualClock clock() {
    return clock;
  }

  Tasks tasks() {
    return tasks;
  }

  Processors processors() {
    return processors;
  }

  /** The places of a kind's steps, in their order. */
  Place[] way(Kind kind) {
    return kind.steps().stream().map(this::placeOf).toArray(Place[]::new);
  }

  private Place placeOf(Step step) {
    if (step instanceof Step.Cpu) {
      return places[CPU];
    }
    if (step instanceof Step.Call call) {
      return places[BEHIND + scenario.behindIndex(call.behind())];
    }
    return places[PAUSE];
  }
}
