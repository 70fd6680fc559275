package dev.flyball.lab.torture;

import dev.flyball.lab.torture.RoundPlan.Refusing;
import dev.flyball.lab.torture.TortureTask.Answer;
import dev.flyball.lab.torture.TortureTask.Deed;
import dev.flyball.lab.torture.TortureTask.Way;
import dev.flyball.pool.Refusal;
import dev.flyball.pool.Rejection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * A submitter that makes tasks, submits them, and records the executor's answers.
 *
 * <p><b>Threads.</b> Any. While a thread is in here, what it runs itself it runs as the caller.
 */
final class Submitter {

  private static final String[] KINDS = {"short", "long", "odd"};
  private static final int MANY_MAX = 6;

  private static final ThreadLocal<Integer> DEPTH = ThreadLocal.withInitial(() -> 0);

  private final RoundPlan plan;
  private final TaskLedger ledger;
  private final CountedRejection rejection;
  private final TortureTarget target;

  Submitter(RoundPlan plan, TaskLedger ledger, CountedRejection rejection, TortureTarget target) {
    this.plan = plan;
    this.ledger = ledger;
    this.rejection = rejection;
    this.target = target;
  }

  /** Where it is written down. */
  TaskLedger ledger() {
    return ledger;
  }

  /** Whether this thread is handing in a task right now. */
  boolean isHandingIn() {
    return DEPTH.get() > 0;
  }

  /** Hands in the next task, or the next few, and says what was handed in. */
  List<TortureTask> handInNext(Random random) {
    if (plan.invokes() && random.nextInt(8) == 0) {
      return handInMany(random);
    }
    TortureTask task = task(random, Way.values()[random.nextInt(4)]);
    handIn(task);
    return List.of(task);
  }

  /** What a task hands in; it hands in no other. */
  void handInChild(long draw) {
    Random random = new Random(draw);
    Way way = Way.values()[random.nextInt(4)];
    TortureTask child = new TortureTask(ledger.nextNumber(), way, Deed.NOTHING, draw, this);
    ledger.add(child);
    handIn(child);
  }

  private TortureTask task(Random random, Way way) {
    Deed[] deeds = Deed.values();
    // Most do nothing, for it is between tasks that an executor fails.
    Deed deed = random.nextInt(3) == 0 ? deeds[random.nextInt(deeds.length)] : Deed.NOTHING;
    long draw = random.nextLong() & Long.MAX_VALUE;
    TortureTask task = new TortureTask(ledger.nextNumber(), way, deed, draw, this);
    ledger.add(task);
    return task;
  }

  private void handIn(TortureTask task) {
    long askedBefore = rejection.asked();
    DEPTH.set(DEPTH.get() + 1);
    try {
      give(task);
      boolean asked = rejection.asked() > askedBefore;
      task.answer = asked && rejection.way() == Refusing.DISCARD ? Answer.DISCARDED : Answer.TAKEN;
    } catch (RejectedExecutionException e) {
      task.answer = Answer.REFUSED;
      refused(e);
    } catch (Throwable e) {
      task.answer = Answer.TAKEN;
      if (!task.ranInCaller) { // what it throws is not the executor's
        ledger.fault(task + " could not be handed in: " + e);
      }
    } finally {
      rejection.askedOnly(askedBefore);
      DEPTH.set(DEPTH.get() - 1);
    }
  }

  private void give(TortureTask task) {
    String kind = KINDS[task.number % KINDS.length];
    switch (task.way) {
      case EXECUTE -> target.executor().execute(task);
      case EXECUTE_KIND -> target.executing().accept(kind, task);
      case SUBMIT -> keep(task, target.executor().submit((Runnable) task));
      default -> keep(task, target.submitting().submit(kind, task));
    }
  }

  private void keep(TortureTask task, Future<?> future) {
    task.future = future;
    ledger.remember(future, task.number);
  }

  private void refused(RejectedExecutionException e) {
    if (rejection.threw(e)) {
      return; // counted there
    }
    ledger.turnedAway.incrementAndGet();
    if (CountedRejection.noWorker(e)) {
      ledger.stranded.incrementAndGet();
    } else {
      ledger.fault("refused without asking the rejection: " + e);
    }
  }

  /** Many at once; of these it is known how many were taken, not always which. */
  private List<TortureTask> handInMany(Random random) {
    Way way = mayInvokeAny() && random.nextBoolean() ? Way.INVOKE_ANY : Way.INVOKE_ALL;
    List<TortureTask> many = new ArrayList<>();
    for (int i = 1 + random.nextInt(MANY_MAX); i > 0; i--) {
      many.add(task(random, way));
    }
    long askedBefore = rejection.asked();
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
    long turnedAway = plan.refusing().turnsAwayInSilence() ? rejection.asked() - askedBefore : 0;
    ledger.manyTakenMin.addAndGet(allWereGiven ? many.size() - turnedAway : 0);
    ledger.manyTakenMax.addAndGet(many.size() - (allWereGiven ? turnedAway : 0));
    return List.of();
  }

  /** It waits for a future that a rejection which cancels what it drops does not see. */
  private boolean mayInvokeAny() {
    return plan.refusing() != Refusing.DISCARD && plan.refusing() != Refusing.DISCARD_OLDEST;
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

  /**
   * One of the ways to refuse a task, counted.
   *
   * <p><b>Threads.</b> Any; what {@link #asked} and {@link #threw} answer is the calling thread's
   * own, and no thread hands in tasks in more than one round.
   */
  static final class CountedRejection implements Rejection {

    private static final Duration WAIT_MAX = Duration.ofMillis(3);

    private static final ThreadLocal<@Nullable Throwable> THROWN = new ThreadLocal<>();
    private static final ThreadLocal<Long> ASKED = ThreadLocal.withInitial(() -> 0L);

    private final Refusing way;
    private final Rejection counted;
    private final TaskLedger ledger;

    CountedRejection(Refusing way, TaskLedger ledger) {
      this.way = way;
      this.ledger = ledger;
      this.counted =
          switch (way) {
            case ABORT -> Rejection.abort();
            case CALLER_RUNS -> Rejection.callerRuns();
            case DISCARD -> Rejection.discard();
            case DISCARD_OLDEST -> Rejection.discardOldest();
            case BLOCK -> Rejection.block(WAIT_MAX);
          };
    }

    @Override
    public void reject(Refusal refusal) {
      ledger.refusals.incrementAndGet();
      ASKED.set(ASKED.get() + 1);
      boolean well = false;
      try {
        counted.reject(refusal);
        well = true;
      } catch (RejectedExecutionException e) {
        THROWN.set(e);
        if (noWorker(e)) {
          ledger.stranded.incrementAndGet();
        }
        throw e;
      } finally {
        if (!well || way.turnsAwayInSilence()) {
          ledger.turnedAway.incrementAndGet();
        }
      }
    }

    /** Whether it says that no worker could be started. */
    static boolean noWorker(RejectedExecutionException e) {
      return e.getCause() != null && !(e.getCause() instanceof InterruptedException);
    }

    /** How often this thread was refused so far. */
    long asked() {
      return ASKED.get();
    }

    /** Forgets refusals of this thread, those of a task that it handed in while it ran another. */
    void askedOnly(long count) {
      ASKED.set(count);
    }

    /** Whether this very exception came from here, in this thread. */
    @SuppressWarnings("ReferenceEquality")
    boolean threw(RejectedExecutionException e) {
      return THROWN.get() == e;
    }

    Refusing way() {
      return way;
    }
  }
}
