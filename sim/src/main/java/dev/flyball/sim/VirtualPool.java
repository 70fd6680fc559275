package dev.flyball.sim;

import dev.flyball.admission.Admission;
import dev.flyball.admission.Arrival;
import dev.flyball.admission.Importance;
import dev.flyball.admission.Verdict;
import dev.flyball.admission.line.Growth;
import dev.flyball.admission.line.WaitingLine;
import dev.flyball.admission.line.WaitingLine.Workers;
import dev.flyball.control.Resizable;
import dev.flyball.control.ResizeCost;
import dev.flyball.measure.AdmissionCount;
import dev.flyball.measure.ArrivalMeter;
import dev.flyball.measure.HostMeter;
import dev.flyball.measure.KindProfile;
import dev.flyball.measure.MeterSnapshot;
import dev.flyball.measure.MeterSum;
import dev.flyball.measure.RunQueueWait;
import dev.flyball.measure.SnapshotDiff;
import dev.flyball.measure.WorkerMeter;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Signals;
import dev.flyball.pool.foreign.ForeignPool.Processor;
import dev.flyball.pool.foreign.PoolReading;
import dev.flyball.sim.TaskAccount.Ending;
import dev.flyball.sim.scenario.Kind;
import dev.flyball.sim.scenario.Pool;
import dev.flyball.sim.scenario.RetryRule;
import dev.flyball.sim.scenario.Streams;
import dev.flyball.sim.scenario.TaskDice;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A pool of virtual workers that behaves like {@code AdaptivePool} and is measured by the same
 * meters, so a policy sees the same observation.
 *
 * <p>The rules are those of the real pool's dispatcher. Tasks start in the order of their arrival.
 * A task wakes the worker that went idle last; if none is idle, a worker is hired when fewer exist
 * than were requested. A worker without a task leaves after the idle time. Shrinking ends idle
 * workers at once, the longest idle first, and busy ones after their task. A task is rejected when
 * more tasks wait than the queue may hold, not counting tasks already destined for a free worker.
 * The time that waking takes is left out. A pool of others may shrink otherwise, and a change of
 * its size may cost something: {@link PoolTraits}.
 */
final class VirtualPool implements Resizable, ArrivalGenerator.EntryPoint, PoolCounts {

  private static final int NO_TASK = -1;

  private final Simulation run;
  private final VirtualClock clock;
  private final Tasks tasks;
  private final int index;
  private final Pool plan;
  private final PoolTraits traits;
  private final int queueCapacity;
  private final TaskDice dice;
  private final Place[][] ways; // per kind, the places of its steps
  private final KindProfile[] profiles;
  private final ArrivalGenerator generator;
  private final int idleSlot;
  private final int timeoutSlot;
  private final DueHeap timeouts = new DueHeap();
  private final Pauses retries;
  private final TaskDice retryDice;
  private final TaskAccount account;
  private int pausing;

  private final IntQueue queue = new IntQueue();
  private final @Nullable WaitingLine<Integer> line; // in the place of the queue, with a rule
  private final Growth growth;
  private final IdleTimes idle = new IdleTimes();
  private int asked;
  private int alive;
  private int starting;
  private Runnable alarm = () -> {};

  private final WorkerMeter meter = new WorkerMeter();
  private final ArrivalMeter arrivals = new ArrivalMeter();
  private final List<Contender.SizeAt> sizes = new ArrayList<>();
  private long rejected;
  private long shed;
  private long completed;
  private long workersRefused;
  private int aliveMax;
  private long aliveNanos;
  private long aliveAtNanos;
  private double resizeNanos; // worker time lost by changes of the size
  private final int[] inSystemByClass = new int[Importance.values().length];
  private long started;
  private long waitedNanos;
  private int inSystem;
  private long inSystemNanos;
  private long inSystemAtNanos;
  private double oversleptBefore;
  private double oversleptSquaredBefore;
  private final MeterSnapshot beginning;
  private final SnapshotDiff window;

  VirtualPool(
      Simulation run,
      int index,
      Pool plan,
      PoolTraits traits,
      int initial,
      int queueCapacity,
      Function<PoolCounts, Optional<Admission>> admission,
      TaskDice dice) {
    this.run = run;
    this.clock = run.clock();
    this.tasks = run.tasks();
    this.index = index;
    this.plan = plan;
    this.traits = traits;
    this.queueCapacity = queueCapacity;
    this.dice = dice;
    this.account = new TaskAccount(plan.kinds(), run.speedMax());
    this.ways = plan.kinds().stream().map(run::way).toArray(Place[][]::new);
    this.profiles =
        plan.kinds().stream().map(kind -> new KindProfile(kind.name())).toArray(KindProfile[]::new);
    this.idleSlot = clock.slot(this::idledOut);
    boolean ends = plan.kinds().stream().anyMatch(kind -> kind.retryRule().ends());
    boolean retried = plan.kinds().stream().anyMatch(kind -> kind.retryRule().retries() > 0);
    this.timeoutSlot = ends ? clock.slot(this::timedOut) : idleSlot;
    this.retries = new Pauses(clock, retried, this::retry);
    this.retryDice = new TaskDice(plan, Streams.retries(run.seed(), index));
    this.generator =
        new ArrivalGenerator(clock, this, index, plan, run.seed(), run.scenario().lengthNanos());
    this.asked = initial;
    this.growth = new Growth(initial);
    this.line =
        admission
            .apply(this)
            .map(rule -> new WaitingLine<Integer>(rule, queueCapacity, this::shed))
            .orElse(null);
    sizes.add(new Contender.SizeAt(0, initial));
    this.beginning = totals();
    this.window = SnapshotDiff.from(beginning);
  }

  // ---- Tasks in

  private void retry(int task) {
    pausing(-1);
    comeAgain(task);
  }

  @Override
  public void arrive(int client) {
    arrive(dice.nextKind(), client);
  }

  @Override
  public void arriveOf(int kind) {
    arrive(kind, Tasks.NO_CLIENT);
  }

  private void arrive(int kind, int client) {
    int task = tasks.add();
    tasks.pool[task] = index;
    tasks.kind[task] = kind;
    tasks.client[task] = client;
    tasks.tries[task] = 0;
    tasks.firstNanos[task] = clock.nanoTime();
    draw(task, dice);
    account.offered(tasks, task, stepsOf(kind));
    come(task);
  }

  private void draw(int task, TaskDice drawn) {
    int kind = tasks.kind[task];
    drawn.drawTimes(kind, tasks.stepNanos, tasks.times(task));
    tasks.fails[task] = drawn.fails(kind);
  }

  private int stepsOf(int kind) {
    return ways[kind].length;
  }

  /** A failed task is retried, drawn anew, from dice used for nothing else. */
  private void comeAgain(int task) {
    draw(task, retryDice);
    account.retried();
    come(task);
  }

  private void come(int task) {
    tasks.step[task] = 0;
    tasks.timedOut[task] = false;
    if (!admits(task)) {
      rejected++;
      alarm.run();
      answer(task, Answer.TURNED_AWAY);
      return;
    }
    arrivals.arrived(clock.nanoTime(), profiles[tasks.kind[task]]);
    inSystem(task, 1);
    callOrHire();
    if (isShort()) {
      alarm.run();
    }
  }

  /** Whether a task may wait, where it then does. */
  private boolean admits(int task) {
    tasks.arrivalNanos[task] = clock.nanoTime();
    if (line != null) {
      KindProfile kind = profiles[tasks.kind[task]];
      boolean in =
          line.offer(task, arrivalOf(task), kind, workers()).answer() != Verdict.Answer.OUT;
      shed += in ? 0 : 1;
      return in;
    }
    boolean hasRoom = queue.size() < queueCapacity + (long) free();
    if (hasRoom) {
      queue.add(task);
    }
    return hasRoom;
  }

  private Arrival arrivalOf(int task) {
    Kind kind = plan.kinds().get(tasks.kind[task]);
    return new Arrival(
        kind.name(),
        kind.importance(),
        kind.tenant(),
        tasks.arrivalNanos[task],
        Math.max(
            tasks.arrivalNanos[task],
            VirtualClock.later(tasks.firstNanos[task], plan.deadlineNanos(kind))));
  }

  private Workers workers() {
    long now = clock.nanoTime();
    return new Workers(now, asked, free(), growth.isUnderWay(now));
  }

  /** A task that had been let in has to go. */
  private void shed(WaitingLine.Shed<Integer> gone) {
    shed++;
    arrivals.withdrawn(clock.nanoTime());
    inSystem(gone.task(), -1);
    answer(gone.task(), Answer.TURNED_AWAY);
  }

  private int waiting() {
    return line == null ? queue.size() : line.size();
  }

  /** The task to be started next; none where none waits that may start. */
  private int nextTask() {
    if (line == null) {
      return queue.isEmpty() ? NO_TASK : queue.remove();
    }
    Integer next = line.poll(workers());
    while (next == null && !line.isEmpty()) {
      next = line.poll(workers());
    }
    return next == null ? NO_TASK : next;
  }

  /** Whether a task waits that no free worker is about to take. */
  private boolean isShort() {
    return waiting() > free();
  }

  private int free() {
    return Math.max(idle.size(), asked - busy());
  }

  @Override
  public boolean onSaturation(Runnable told) {
    alarm = told;
    if (isShort()) {
      alarm.run();
    }
    return true;
  }

  private int busy() {
    return alive - idle.size() - starting;
  }

  @Override
  public int inFlight(Importance importance) {
    return inSystemByClass[importance.ordinal()];
  }

  @Override
  public int running() {
    return busy();
  }

  @Override
  public long started() {
    return started;
  }

  @Override
  public long waitedNanos() {
    return waitedNanos;
  }

  /** The callbacks to the client of a task. */
  private enum Answer {
    WELL,
    FAILED,
    TIMED_OUT,
    TURNED_AWAY
  }

  private void answer(int task, Answer answer) {
    Kind kind = plan.kinds().get(tasks.kind[task]);
    RetryRule retryRule = kind.retryRule();
    if (answer != Answer.WELL && tasks.tries[task] < retryRule.retries()) {
      tasks.tries[task]++;
      retries.enter(task, retryRule.pauseNanos());
      pausing(1);
      return;
    }
    boolean inTime = clock.nanoTime() - tasks.firstNanos[task] <= plan.deadlineNanos(kind);
    account.answered(
        tasks.kind[task],
        tasks.firstNanos[task],
        switch (answer) {
          case WELL -> inTime ? Ending.GOOD : Ending.LATE_OR_FAILED;
          case FAILED -> Ending.LATE_OR_FAILED;
          case TIMED_OUT -> Ending.TIMED_OUT;
          case TURNED_AWAY -> Ending.TURNED_AWAY;
        });
    int client = tasks.client[task];
    tasks.remove(task);
    if (client != Tasks.NO_CLIENT) {
      generator.answered(client, answer == Answer.TURNED_AWAY);
    }
  }

  private void pausing(int change) {
    pausing += change;
    run.inSystemChanged(change);
  }

  /** Other shares of the kinds from now on. */
  void mix(List<Double> shares) {
    dice.mix(shares);
  }

  // ---- Workers

  /** Finds workers for the tasks that wait: idle ones, then new ones beyond those on their way. */
  void callOrHire() {
    while (waiting() > 0 && idle.size() > 0) {
      callIdle();
      watchIdle();
      work();
    }
    while (waiting() > starting && mayHire()) {
      hire();
    }
  }

  private void callIdle() {
    if (traits.shrinksLazily()) {
      idle.popOldest();
    } else {
      idle.pop();
    }
  }

  private boolean mayHire() {
    if (alive >= asked) {
      return false;
    }
    if (run.hasMemoryForWorker()) {
      return true;
    }
    workersRefused++;
    return false;
  }

  private void hire() {
    alive(1);
    if (plan.threadStartNanos() == 0) {
      work();
    } else {
      starting++;
      run.processors().startWorker(index, plan.threadStartNanos());
    }
  }

  /** A worker that was hired is ready. */
  void workerStarted() {
    starting--;
    work();
    callOrHire();
  }

  /** A worker without a task takes one, or goes idle, or leaves. */
  private void work() {
    while (true) {
      if (alive > asked && !traits.shrinksLazily()) {
        alive(-1);
        return;
      }
      int task = nextTask();
      if (task == NO_TASK) {
        idle.push(clock.nanoTime());
        watchIdle();
        return;
      }
      start(task);
      if (!proceed(task)) {
        return;
      }
      end(task);
    }
  }

  private void start(int task) {
    long now = clock.nanoTime();
    tasks.startNanos[task] = now;
    tasks.running[task] = true;
    RetryRule retryRule = plan.kinds().get(tasks.kind[task]).retryRule();
    if (retryRule.ends()) {
      timeouts.add(VirtualClock.later(now, retryRule.timeoutNanos()), task);
      clock.set(timeoutSlot, timeouts.firstDue());
    }
    tasks.inFlight[task] = busy();
    started++;
    waitedNanos += now - tasks.arrivalNanos[task];
    meter.started(tasks.arrivalNanos[task], now);
  }

  /** Brings a task to the place of its present step; true when it has no step left. */
  private boolean proceed(int task) {
    Place[] way = ways[tasks.kind[task]];
    int step = tasks.step[task];
    if (step == way.length) {
      return true;
    }
    way[step].enter(task, tasks.workNanos(task));
    return false;
  }

  /** The time of running tasks is over; entries of tasks that have ended are left over. */
  private void timedOut() {
    long now = clock.nanoTime();
    while (timeouts.firstDue() <= now) {
      int task = timeouts.removeFirst();
      if (isOver(task, now)) {
        tasks.timedOut[task] = true;
        tasks.fails[task] = true;
        if (place(task).leave(task)) {
          end(task);
          work();
        }
      }
    }
    clock.set(timeoutSlot, timeouts.firstDue());
  }

  /** Whether a row is still that of a running task of this pool whose time is over now. */
  private boolean isOver(int task, long now) {
    if (tasks.pool[task] != index || !tasks.running[task]) {
      return false; // the row may be that of another pool's task, of a kind that is unknown here
    }
    long timeoutNanos = plan.kinds().get(tasks.kind[task]).retryRule().timeoutNanos();
    return VirtualClock.later(tasks.startNanos[task], timeoutNanos) == now;
  }

  /** Where the task's present step is done. */
  Place place(int task) {
    return ways[tasks.kind[task]][tasks.step[task]];
  }

  /** A task is through with its step. */
  void stepDone(int task) {
    tasks.step[task]++;
    if (tasks.timedOut[task] || proceed(task)) {
      end(task);
      work();
    }
  }

  private void end(int task) {
    long now = clock.nanoTime();
    long start = tasks.startNanos[task];
    boolean failed = tasks.fails[task];
    KindProfile kind = profiles[tasks.kind[task]];
    kind.record(now - start);
    meter.ended(tasks.arrivalNanos[task], start, now, kind.referenceNanos(), failed);
    completed++;
    inSystem(task, -1);
    tasks.running[task] = false;
    run.ended(index, start, now - start, tasks.inFlight[task], failed);
    answer(task, tasks.timedOut[task] ? Answer.TIMED_OUT : failed ? Answer.FAILED : Answer.WELL);
  }

  private void idledOut() {
    long now = clock.nanoTime();
    while (idle.size() > 0 && VirtualClock.later(idle.oldest(), plan.idleNanos()) <= now) {
      idle.popOldest();
      alive(-1);
    }
    watchIdle();
  }

  private void watchIdle() {
    boolean nobody = idle.size() == 0;
    clock.set(
        idleSlot,
        nobody ? VirtualClock.NEVER : VirtualClock.later(idle.oldest(), plan.idleNanos()));
  }

  // ---- Size

  @Override
  public void resize(int workers) {
    if (workers < 1) {
      throw new IllegalArgumentException("workers must be at least 1 but was " + workers);
    }
    if (workers == asked) {
      return;
    }
    growth.resized(workers, clock.nanoTime());
    resizeNanos += traits.costNanos(asked, workers);
    asked = workers;
    sizes.add(new Contender.SizeAt(clock.nanoTime(), workers));
    while (!traits.shrinksLazily() && alive > asked && idle.size() > 0) {
      idle.popOldest();
      alive(-1);
    }
    watchIdle();
    callOrHire();
  }

  @Override
  public ResizeCost resizeCost() {
    return traits.cost();
  }

  // ---- Figures

  private void alive(int change) {
    long now = clock.nanoTime();
    aliveNanos = integrated("workers", aliveNanos, alive, now - aliveAtNanos);
    aliveAtNanos = now;
    alive += change;
    aliveMax = Math.max(aliveMax, alive);
    run.aliveChanged(change);
  }

  private void inSystem(int task, int change) {
    inSystemByClass[plan.kinds().get(tasks.kind[task]).importance().ordinal()] += change;
    inSystem(change);
  }

  private void inSystem(int change) {
    long now = clock.nanoTime();
    inSystemNanos =
        integrated("tasks in the system", inSystemNanos, inSystem, now - inSystemAtNanos);
    inSystemAtNanos = now;
    inSystem += change;
    run.inSystemChanged(change);
  }

  /** No sum of waits or services is larger than these integrals, so they guard the meters, too. */
  private static long integrated(String what, long sumNanos, int number, long nanos) {
    try {
      return Math.addExact(sumNanos, Math.multiplyExact(number, nanos));
    } catch (ArithmeticException tooMany) {
      throw new ArithmeticException(
          what + " integrated over time must be at most " + Long.MAX_VALUE + " ns but were more");
    }
  }

  long completed() {
    return completed;
  }

  @Override
  public Observation observe() {
    Observation seen = window.cut(totals());
    return seen.toBuilder().signals(signals(seen.window().lengthNanos())).build();
  }

  private SortedMap<String, Double> signals(long lengthNanos) {
    double mean = (run.processors().overslept() - oversleptBefore) / lengthNanos;
    double square = (run.processors().oversleptSquared() - oversleptSquaredBefore) / lengthNanos;
    oversleptBefore = run.processors().overslept();
    oversleptSquaredBefore = run.processors().oversleptSquared();
    SortedMap<String, Double> signals = new TreeMap<>();
    double deviationNanos = StrictMath.sqrt(Math.max(0, square - mean * mean));
    signals.put(Signals.OVERSLEEP_DEVIATION_MILLIS, deviationNanos / 1e6);
    generator.clients().ifPresent(clients -> signals.put(Signals.CONNECTIONS, (double) clients));
    return signals;
  }

  /** What is seen by one who only reads its counts. */
  PoolReading reading() {
    return new PoolReading(asked, alive, running(), waiting(), completed, rejected);
  }

  Processor processor() {
    return new Processor(
        OptionalLong.of((long) run.processors().cpuNanos(index)),
        OptionalLong.of((long) run.processors().runQueueNanos(index)));
  }

  HostMeter.Reading host() {
    Processors processors = run.processors();
    return new HostMeter.Reading(
        clock.nanoTime(),
        processors.cores(),
        OptionalLong.of((long) processors.cpuNanos()),
        OptionalLong.of((long) processors.hostBusyNanos()));
  }

  MeterSnapshot totals() {
    return totals(0);
  }

  private MeterSnapshot totals(double lostWorkerNanos) {
    alive(0);
    MeterSum sum = new MeterSum();
    meter.addTo(sum);
    Processors processors = run.processors();
    return new MeterSnapshot(
        clock.nanoTime(),
        0,
        asked,
        alive,
        aliveNanos + lostWorkerNanos,
        rejected,
        line == null ? AdmissionCount.NONE : line.count(shed),
        arrivals.copy(),
        sum,
        OptionalLong.of((long) processors.cpuNanos(index)),
        RunQueueWait.NONE.and(OptionalLong.of((long) processors.runQueueNanos(index))),
        host());
  }

  /** What came of it, at the end of the run. */
  PoolOutcome outcome(long completedInLength, List<PoolOutcome.Sample> samples) {
    inSystem(0);
    return new PoolOutcome(
        plan.name(),
        SnapshotDiff.between(beginning, totals(resizeNanos)),
        completedInLength,
        inSystemNanos,
        inSystem,
        account.total(pausing),
        aliveMax,
        workersRefused,
        sizes,
        samples);
  }
}
