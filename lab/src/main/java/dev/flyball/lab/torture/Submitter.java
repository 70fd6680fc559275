package dev.flyball.lab.torture;

import dev.flyball.admission.Importance;
import dev.flyball.admission.TaskOptions;
import dev.flyball.lab.torture.Round.Deadline;
import dev.flyball.lab.torture.RoundPlan.Pace;
import dev.flyball.lab.torture.RoundPlan.Refusing;
import dev.flyball.lab.torture.TimedTask.Timing;
import dev.flyball.lab.torture.TortureReport.Counted;
import dev.flyball.lab.torture.TortureTask.Answer;
import dev.flyball.lab.torture.TortureTask.Way;
import dev.flyball.lab.torture.TortureWork.Deed;
import dev.flyball.pool.Refusal;
import dev.flyball.pool.ScheduledPool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The part that makes tasks, submits them, and records the executor's answers.
 *
 * <p><b>Threads.</b> Any. While a thread is in here, what it runs itself it runs as the caller.
 * What it keeps of refusals is the calling thread's own, and no thread hands in tasks in more than
 * one round.
 */
record Submitter(TaskLedger ledger, TortureTarget target) {

  private static final String[] KINDS = {"short", "long", "odd"};
  private static final int MANY_MAX = 6;
  private static final int BURST_MAX = 20;
  private static final long PAUSE_NANOS_MAX = 3_000_000;

  private static final ThreadLocal<Integer> DEPTH = ThreadLocal.withInitial(() -> 0);

  private static final ThreadLocal<@Nullable Throwable> THROWN = new ThreadLocal<>();

  /** How often the thread was refused so far. */
  private static final ThreadLocal<Long> ASKED = ThreadLocal.withInitial(() -> 0L);

  /**
   * Hands in a producer's share of the tasks.
   *
   * @param over whether the executor is at its end, so that no answer may be waited for
   */
  void produce(Random random, BooleanSupplier over) {
    Pace pace = ledger.plan.pace();
    int burst = 1 + random.nextInt(BURST_MAX);
    for (int left = ledger.plan.tasksEach(); left > 0; left--) {
      TortureContext.become(ledger.contexts.incrementAndGet());
      List<TortureTask> handedIn = handInNext(random);
      if (pace == Pace.ONE_AT_A_TIME) {
        handedIn.forEach(task -> await(task, over));
      } else if (pace == Pace.IN_BURSTS && --burst == 0) {
        burst = 1 + random.nextInt(BURST_MAX);
        // About as long as a worker may be idle, so that it ends just as the next task comes.
        double nanos = ledger.plan.idleMicros() * 1000.0 * (0.5 + random.nextDouble());
        LockSupport.parkNanos((long) Math.min(PAUSE_NANOS_MAX, nanos));
      }
      Thread.interrupted(); // the interrupt has no meaning here
    }
  }

  private void await(TortureTask task, BooleanSupplier over) {
    Future<?> future = task.future;
    Deadline deadline = new Deadline();
    while (future != null && !future.isDone() && !over.getAsBoolean()) {
      try {
        future.get(1, TimeUnit.MILLISECONDS);
      } catch (TimeoutException | InterruptedException e) { // an interrupt means nothing here
        if (deadline.isOver()) {
          ledger.fault(task + " is stuck");
          return;
        }
      } catch (ExecutionException | CancellationException e) {
        return; // how the task ends is its own affair
      }
    }
  }

  /** Whether this thread is handing in a task right now. */
  boolean isHandingIn() {
    return DEPTH.get() > 0;
  }

  /** Hands in the next task, or the next few, and says what was handed in. */
  private List<TortureTask> handInNext(Random random) {
    if (ledger.plan.invokes() && random.nextInt(8) == 0) {
      return handInMany(random);
    }
    if (target.scheduled().isPresent() && random.nextInt(6) == 0) {
      schedule(target.scheduled().get(), random);
      return List.of();
    }
    TortureTask task = task(random, Way.values()[random.nextInt(4)]);
    handIn(task);
    return List.of(task);
  }

  /** What a task hands in; it hands in no other. */
  void handInChild(long draw) {
    handIn(task(Way.values()[new Random(draw).nextInt(4)], Deed.NOTHING, draw));
  }

  /** The same, for a task that waits for what it hands in. */
  TortureTask handInAwaitedChild(long draw) {
    TortureTask child = task(draw % 2 == 0 ? Way.SUBMIT : Way.SUBMIT_KIND, Deed.NOTHING, draw);
    handIn(child);
    return child;
  }

  private TortureTask task(Random random, Way way) {
    // Most do nothing, for it is between tasks that an executor fails.
    Deed deed = random.nextInt(3) == 0 ? RoundPlan.any(random, Deed.values()) : Deed.NOTHING;
    return task(way, deed, random.nextLong() & Long.MAX_VALUE);
  }

  private TortureTask task(Way way, Deed deed, long draw) {
    TortureTask task = new TortureTask(way, work(deed, draw));
    ledger.tasks.add(task);
    return task;
  }

  private TortureWork work(Deed deed, long draw) {
    int number = (int) ledger.count(Counted.TASKS, 1) - 1;
    ledger.count(Counted.DECORATED, ledger.plan.decorated() ? 1 : 0);
    return new TortureWork(number, deed, draw, this);
  }

  /** Schedules a task, mostly one that is due soon; after a shutdown none is taken. */
  private void schedule(ScheduledPool at, Random random) {
    Timing timing = RoundPlan.any(random, Timing.values());
    Deed deed = random.nextBoolean() ? RoundPlan.any(random, Deed.values()) : Deed.NOTHING;
    TortureWork work = work(deed, random.nextLong() & Long.MAX_VALUE);
    int delayNanos = random.nextInt(RoundPlan.any(random, 1, 10_000, 300_000, 5_000_000));
    int periodNanos = 1 + random.nextInt(RoundPlan.any(random, 1, 20_000, 1_000_000));
    int runsMax = timing == Timing.ONCE ? 1 : 1 + random.nextInt(20);
    TimedTask task = new TimedTask(timing, work, delayNanos, periodNanos, runsMax);
    ledger.timed.add(task);
    ledger.count(Counted.SCHEDULED, 1);
    try {
      ledger.remember(task.schedule(at), work.number());
    } catch (RejectedExecutionException e) {
      if (!at.isShutdown()) {
        ledger.fault(task + " was refused: " + e);
      }
    }
  }

  private void handIn(TortureTask task) {
    long askedBefore = ASKED.get();
    DEPTH.set(DEPTH.get() + 1);
    try {
      give(task);
      boolean discards = ledger.plan.refusing() == Refusing.DISCARD;
      task.answer = discards && ASKED.get() > askedBefore ? Answer.DISCARDED : Answer.TAKEN;
    } catch (RejectedExecutionException e) {
      task.answer = Answer.REFUSED;
      refused(e);
    } catch (Throwable e) {
      task.answer = Answer.TAKEN;
      if (!task.ranInCaller) { // what it throws is not the executor's
        ledger.fault(task + " could not be handed in: " + e);
      }
    } finally {
      ASKED.set(askedBefore); // without those of a task that it handed in while it ran another
      DEPTH.set(DEPTH.get() - 1);
    }
  }

  private void give(TortureTask task) {
    TaskOptions options = options(task);
    switch (task.way) {
      case EXECUTE -> target.executor().execute(task);
      case EXECUTE_KIND -> target.executing().accept(options, task);
      case SUBMIT -> keep(task, target.executor().submit((Runnable) task));
      default -> keep(task, target.submitting().apply(options, task));
    }
  }

  private TaskOptions options(TortureTask task) {
    TaskOptions options = TaskOptions.kind(KINDS[task.number % KINDS.length]);
    Random random = new Random(task.number ^ ledger.plan.seed());
    if (ledger.plan.order().isEmpty() || random.nextInt(4) == 0) {
      return options;
    }
    options = options.importance(RoundPlan.any(random, Importance.values()));
    if (random.nextBoolean()) {
      options = options.tenant(KINDS[random.nextInt(KINDS.length)]);
    }
    int nanosMax = RoundPlan.any(random, 0, 1, 100_000, 10_000_000);
    return nanosMax == 0 ? options : options.within(Duration.ofNanos(1 + random.nextInt(nanosMax)));
  }

  private void keep(TortureTask task, Future<?> future) {
    task.future = future;
    ledger.remember(future, task.number);
  }

  @SuppressWarnings("ReferenceEquality") // whether it is this very exception
  private void refused(RejectedExecutionException e) {
    boolean asked = THROWN.get() == e; // and then it was counted
    if (!asked && e.getCause() == null && isShutDownAsScheduled()) {
      return; // the pool has not seen it
    }
    if (!asked) {
      ledger.count(Counted.REFUSED, 1);
    }
    if (e.getCause() != null && !(e.getCause() instanceof InterruptedException)) {
      ledger.stranded.incrementAndGet(); // no worker could be started
    } else if (!asked) {
      ledger.fault("refused without asking the rejection: " + e);
    }
  }

  private boolean isShutDownAsScheduled() {
    return target.scheduled().filter(ScheduledPool::isShutdown).isPresent();
  }

  /** Refuses a task as the plan says, and counts it; what this thread runs, it runs as caller. */
  static void refuse(TaskLedger ledger, Refusal refusal) {
    ledger.refusals.incrementAndGet();
    ASKED.set(ASKED.get() + 1);
    boolean well = false;
    DEPTH.set(DEPTH.get() + 1); // for the timer of a scheduled pool
    try {
      ledger.plan.refusing().rejection.reject(refusal);
      well = true;
    } catch (RejectedExecutionException e) {
      THROWN.set(e);
      throw e;
    } finally {
      DEPTH.set(DEPTH.get() - 1);
      if (!well || ledger.plan.refusing().turnsAwayInSilence()) {
        ledger.count(Counted.REFUSED, 1);
      }
    }
  }

  /** Many at once; of these it is known how many were taken, not always which. */
  private List<TortureTask> handInMany(Random random) {
    Refusing refusing = ledger.plan.refusing();
    // It waits for a future that a rejection which cancels what it drops does not see.
    boolean any = refusing != Refusing.DISCARD && refusing != Refusing.DISCARD_OLDEST;
    Way way = any && random.nextBoolean() ? Way.INVOKE_ANY : Way.INVOKE_ALL;
    List<TortureTask> many = new ArrayList<>();
    for (int i = 1 + random.nextInt(MANY_MAX); i > 0; i--) {
      many.add(task(random, way));
    }
    long askedBefore = ASKED.get();
    boolean allWereGiven = false;
    DEPTH.set(DEPTH.get() + 1);
    try {
      if (way == Way.INVOKE_ALL) {
        giveAll(many);
        allWereGiven = true;
      } else {
        target.executor().invokeAny(many);
      }
    } catch (RejectedExecutionException e) {
      refused(e);
    } catch (InterruptedException e) {
      allWereGiven = way == Way.INVOKE_ALL;
    } catch (ExecutionException e) {
      allWereGiven = true; // all of them failed
    } catch (Throwable e) {
      if (many.stream().noneMatch(task -> task.ranInCaller)) {
        ledger.fault(way + " failed: " + e);
      }
    } finally {
      DEPTH.set(DEPTH.get() - 1);
    }
    long turnedAway = refusing.turnsAwayInSilence() ? ASKED.get() - askedBefore : 0;
    ledger.manyTakenMin.addAndGet(allWereGiven ? many.size() - turnedAway : 0);
    ledger.manyTakenMax.addAndGet(many.size() - (allWereGiven ? turnedAway : 0));
    return List.of();
  }

  private void giveAll(List<TortureTask> many) throws InterruptedException {
    List<Future<Integer>> futures = target.executor().invokeAll(many);
    for (int i = 0; i < futures.size(); i++) {
      many.get(i).future = futures.get(i);
      if (!futures.get(i).isDone()) {
        ledger.fault("invokeAll came back before " + many.get(i) + " was done");
      }
    }
  }
}
