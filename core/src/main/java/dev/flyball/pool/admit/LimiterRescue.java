package dev.flyball.pool.admit;

import dev.flyball.pool.standstill.RescuePace;
import dev.flyball.pool.standstill.Standstill;
import java.util.ArrayList;
import java.util.HashSet;
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
 * <p>Of the thread that watches for standstills; what it shares is guarded by the lock of the
 * slots.
 */
final class LimiterRescue implements Standstill.Rescue {

  private final AdmissionControl admission;
  private final LentSlots slots;
  private final Set<RunningTask> suspects = new LinkedHashSet<>();
  private int suspectsBefore;
  private long handedOutBefore;
  private int takenBefore;
  private boolean hasLentMore;
  private boolean resumedSince; // the last look

  LimiterRescue(AdmissionControl admission, LentSlots slots) {
    this.admission = admission;
    this.slots = slots;
  }

  @Override
  public boolean look(RescuePace pace) {
    try {
      LentSlots.Line seen = slots.line();
      boolean resumed = letGo() || resumedSince;
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
      return now.mayHoldInner() || now.suspects() > 0;
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
      resumedSince |= letGo();
      List<RunningTask> joining = slots.mayJoin();
      boolean isOfUse = !joining.isEmpty() || !suspects.isEmpty();
      joining.removeIf(run -> !RescuePace.isJoining(run.thread));
      if (!joining.isEmpty() && slots.anyWaits()) {
        suspects.addAll(slots.suspectJoining(joining));
        suspectsBefore = suspects.size();
        admission.startWaiting();
      }
      return isOfUse;
    } catch (OutOfMemoryError e) {
      return true; // another look will follow
    }
  }

  /** Gives the slots back of suspects that run; says whether any has gone on. */
  private boolean letGo() {
    List<RunningTask> running = new ArrayList<>(suspects);
    running.removeIf(LimiterRescue::isParked);
    suspects.retainAll(new HashSet<>(slots.resume(suspects, running)));
    boolean resumed = suspects.size() < suspectsBefore;
    suspectsBefore = suspects.size();
    return resumed;
  }

  private static boolean isParked(RunningTask run) {
    Thread thread = run.thread;
    return thread != null && RescuePace.isParked(thread);
  }

  private void rescue(List<RunningTask> inner, RescuePace pace) {
    List<RunningTask> joining = new ArrayList<>();
    List<RunningTask> parked = new ArrayList<>();
    boolean anyRuns = false;
    for (RunningTask parent : parents(inner)) {
      Thread thread = parent.thread;
      if (thread == null || suspects.contains(parent)) {
        continue;
      }
      if (RescuePace.isParked(thread)) {
        (RescuePace.isJoining(thread) ? joining : parked).add(parent);
      } else {
        anyRuns = true;
      }
    }
    List<RunningTask> lenders = pace.lenders(joining, parked);
    if (!lenders.isEmpty()) {
      suspects.addAll(slots.suspect(lenders));
      suspectsBefore = suspects.size();
      admission.startWaiting();
    } else if (joining.isEmpty() && parked.isEmpty() && !anyRuns && pace.places() > 0) {
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
