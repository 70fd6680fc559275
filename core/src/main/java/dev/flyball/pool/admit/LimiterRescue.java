package dev.flyball.pool.admit;

import dev.flyball.pool.base.Offspring;
import dev.flyball.pool.standstill.RescuePace;
import dev.flyball.pool.standstill.Standstill;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The rescue of a limiter that stands still because its tasks wait for tasks in its line in a way
 * that it cannot see; when it is due, {@link Standstill} says.
 *
 * <p><b>When?</b> While no task gets a slot or gives one back, and an inner task waits. The threads
 * of a limiter are not listed, but each inner task knows the task that has submitted it, its
 * <i>parent</i>, and that one's thread is known. So the tasks that are suspected of waiting are
 * parents of inner tasks that wait, and are parked.
 *
 * <p><b>What is done?</b> The slots of suspects are lent, and all inner tasks that wait are the
 * first of the line from then on. A suspect has its slot again when it is seen to run, waits in a
 * way that the limiter sees, or ends; and is neither busy nor in service until then. Where all
 * parents have ended or have lent their slots, and it still stands still, 1, 2, 4, ... tasks run
 * beyond the limit, at most as many again as the limit, until no inner task waits.
 *
 * <p><b>Joins.</b> Of a task that is parked in {@code join} or {@code get} of a {@code
 * CompletableFuture} while some of its {@link Offspring} have not ended it need not be guessed: its
 * slot is lent at the next look, and goes back in the thread that ends the last of them.
 *
 * <p>Of the thread that watches for standstills; what it shares is guarded by the lock of the
 * slots.
 */
final class LimiterRescue implements Standstill.Rescue {

  /**
   * The pause after each lending, for each task that waits: to look through a line of very many
   * takes some 25 ns for each, and so about a twentieth of the time. It is no multiple of the time
   * that the look has taken: without a processor for a second meanwhile, it would be twenty.
   */
  private static final long PAUSE_NANOS_PER_TASK = 500;

  private final AdmissionControl admission;
  private final LentSlots slots;
  private final Set<RunningTask> guessed = new LinkedHashSet<>();
  private final Set<RunningTask> joining = new LinkedHashSet<>();
  private long handedOutBefore;
  private int takenBefore;
  private boolean hasLentMore;
  private boolean resumedSince; // the last look
  private long lendNanos = System.nanoTime(); // when slots of tasks that join may be lent again

  LimiterRescue(AdmissionControl admission, LentSlots slots) {
    this.admission = admission;
    this.slots = slots;
  }

  @Override
  public boolean look(RescuePace pace) {
    try {
      LentSlots.Line seen = slots.line();
      boolean resumed = letGo(guessed) || resumedSince;
      resumedSince = false;
      boolean moved = seen.handedOut() != handedOutBefore || seen.taken() != takenBefore;
      List<RunningTask> inner = moved && !hasLentMore ? List.of() : slots.inner();
      if (inner.isEmpty() && hasLentMore) {
        slots.takeBackMore();
        hasLentMore = false;
      }
      if (pace.standsStill(moved || inner.isEmpty(), resumed)) {
        rescue(inner, pace);
      }
      LentSlots.Line now = slots.line();
      handedOutBefore = now.handedOut();
      takenBefore = now.taken();
      return now.mayHoldInner() || now.suspects() > 0 || now.mayJoin();
    } catch (OutOfMemoryError e) {
      return true; // another look will follow
    }
  }

  /**
   * Lends the slots of tasks that join tasks of this limiter while others wait, whatever other
   * tasks do.
   *
   * @return whether another look may be of use
   */
  boolean lendJoining() {
    try {
      resumedSince |= letGo(guessed);
      boolean isOfUse = letGo(joining) || !joining.isEmpty();
      long nowNanos = System.nanoTime();
      int waiting = slots.waitingNow();
      if (waiting == 0 || nowNanos - lendNanos < 0) {
        return isOfUse || waiting > 0;
      }
      List<RunningTask> lenders = slots.mayJoin();
      isOfUse |= !lenders.isEmpty();
      lenders.removeIf(run -> !RescuePace.isJoining(run.thread));
      if (!lenders.isEmpty()) {
        joining.addAll(slots.suspect(lenders, true));
        lendNanos = nowNanos + waiting * PAUSE_NANOS_PER_TASK;
        admission.startWaiting();
      }
      return isOfUse;
    } catch (OutOfMemoryError e) {
      return true; // another look will follow
    }
  }

  /** Gives the slots back of those that run; says whether any has its slot again. */
  private boolean letGo(Set<RunningTask> lenders) {
    int before = lenders.size();
    List<RunningTask> running = new ArrayList<>(lenders);
    running.removeIf(LimiterRescue::isParked);
    slots.resume(lenders, running);
    return lenders.size() < before;
  }

  private static boolean isParked(RunningTask run) {
    Thread thread = run.thread;
    return thread != null && RescuePace.isParked(thread);
  }

  private void rescue(List<RunningTask> inner, RescuePace pace) {
    List<RunningTask> joins = new ArrayList<>();
    List<RunningTask> parked = new ArrayList<>();
    boolean anyRuns = false;
    for (RunningTask parent : parents(inner)) {
      Thread thread = parent.thread;
      if (thread == null || guessed.contains(parent) || joining.contains(parent)) {
        continue;
      }
      if (RescuePace.isParked(thread)) {
        boolean isJoining = RescuePace.isJoining(thread);
        if (!isJoining || !parent.hasOpenOffspring()) { // or it is known, and no guess
          (isJoining ? joins : parked).add(parent);
        }
      } else {
        anyRuns = true;
      }
    }
    List<RunningTask> lenders = pace.lenders(joins, parked);
    if (!lenders.isEmpty()) {
      guessed.addAll(slots.suspect(lenders, false));
      admission.startWaiting();
    } else if (joins.isEmpty() && parked.isEmpty() && !anyRuns && pace.places() > 0) {
      hasLentMore |= slots.lendMore(pace.places()) > 0;
      pace.lent();
      admission.startWaiting();
    }
  }

  private static Set<RunningTask> parents(List<RunningTask> inner) {
    Set<RunningTask> parents = new LinkedHashSet<>();
    for (RunningTask run : inner) {
      RunningTask parent = run.parent;
      if (parent != null) {
        parents.add(parent);
      }
    }
    return parents;
  }
}
