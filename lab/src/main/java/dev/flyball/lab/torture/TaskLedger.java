package dev.flyball.lab.torture;

import dev.flyball.admission.ShedCause;
import dev.flyball.admission.TaskShedException;
import dev.flyball.lab.torture.TortureReport.Counted;
import dev.flyball.policy.Reason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The record of one round: its plan, the calls to the executor, and its answers. This is the truth
 * that the executor's own figures are held against.
 *
 * <p><b>Threads.</b> Any thread may write; it is read as a whole when all have ended.
 */
final class TaskLedger {

  private static final int FUTURES_KEPT = 64;
  private static final int FAULTS_MAX = 20;

  final RoundPlan plan;
  final Queue<TortureTask> tasks = new ConcurrentLinkedQueue<>();

  /** The scheduled tasks. */
  final Queue<TimedTask> timed = new ConcurrentLinkedQueue<>();

  /** The last context that a producer had. */
  final AtomicLong contexts = new AtomicLong();

  /** Whether the executor has ended. */
  volatile boolean ended;

  /** Tells a task inside of its decoration that it was handed back. */
  final TaskShedException handedBack =
      new TaskShedException(
          "torture", ShedCause.GONE, Reason.by("torture", "handed back"), Duration.ZERO);

  /** The futures that were handed back; for the thread that ends the executor. */
  final Set<Future<?>> futuresBack = Collections.newSetFromMap(new IdentityHashMap<>());

  private final AtomicReferenceArray<@Nullable Future<?>> recent =
      new AtomicReferenceArray<>(FUTURES_KEPT);
  private final List<String> faults = new ArrayList<>(); // guarded by this
  private final AtomicLongArray counts = new AtomicLongArray(Counted.values().length);

  /** Refusals because no worker could be started: such a task was in the queue for a moment. */
  final AtomicLong stranded = new AtomicLong();

  /** Refusals that the executor asked its rejection about. */
  final AtomicLong refusals = new AtomicLong();

  /** Tasks taken in of those handed in many at a time: at least, and at most. */
  final AtomicLong manyTakenMin = new AtomicLong();

  final AtomicLong manyTakenMax = new AtomicLong();

  /** What executed tasks threw and the threads' handlers were told. */
  final AtomicLong handled = new AtomicLong();

  /** Tasks that workers run now, and the most that ever ran at one time. */
  private final AtomicInteger running = new AtomicInteger();

  final AtomicInteger runningMax = new AtomicInteger();

  TaskLedger(RoundPlan plan) {
    this.plan = plan;
  }

  /** Something happened so many times more; returns how often it has. */
  long count(Counted what, long more) {
    return counts.addAndGet(what.ordinal(), more);
  }

  /** How often something has happened. */
  long of(Counted what) {
    return counts.get(what.ordinal());
  }

  /** A worker begins with a task. */
  void begins() {
    int now = running.incrementAndGet();
    if (now > runningMax.get()) {
      runningMax.accumulateAndGet(now, Math::max);
    }
  }

  /** A worker has done with a task. */
  void ends() {
    running.decrementAndGet();
  }

  void remember(Future<?> future, int at) {
    recent.set(Math.floorMod(at, FUTURES_KEPT), future);
  }

  @Nullable Future<?> remembered(int at) {
    return recent.get(Math.floorMod(at, FUTURES_KEPT));
  }

  /** Writes down something that must not be; after so many, no more. */
  synchronized void fault(String what) {
    if (faults.size() < FAULTS_MAX) {
      faults.add(what);
    }
  }

  synchronized List<String> faults() {
    return List.copyOf(faults);
  }
}
