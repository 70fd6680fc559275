package dev.flyball.pool.standstill;

import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The rule that says when an executor that stands still lends the places of tasks that seem to wait
 * for its own tasks, and how many.
 *
 * <p>The places of tasks that are parked in {@code join} or {@code get} of a {@code
 * CompletableFuture} are lent after a tenth of a second; where there is none of those, 1, 2, 4, ...
 * places of others, after half a second each. As long as none of these tasks moves, each further
 * rescue takes twice as long to come. Where one has moved, the guess was right: for ten seconds the
 * next rescue comes at the first look, or for all places after a tenth of a second.
 *
 * <p>Not thread-safe: of the thread of the {@link StandstillWatch}.
 */
public final class RescuePace {

  private static final int LOOKS_QUICK = 4;
  private static final int LOOKS_SLOW = 20;
  private static final int LOOKS_MAX = 200;
  private static final int CONFIRMED_LOOKS = 400;
  private static final int DOUBLINGS_MAX = 6;
  private static final String JOIN = "java.util.concurrent.CompletableFuture$Signaller";

  private int stillLooks;
  private int confirmedLooks; // so many to come, since a suspect has moved
  private int rescues; // since a suspect has moved

  RescuePace() {}

  /**
   * Notes what a look has found.
   *
   * @param moved whether a task was taken, or no inner task waits
   * @param resumed whether a task that seemed to wait was seen to run
   * @return whether the executor stands still
   */
  public boolean standsStill(boolean moved, boolean resumed) {
    if (resumed) {
      rescues = 0;
      confirmedLooks = CONFIRMED_LOOKS;
    }
    confirmedLooks = Math.max(0, confirmedLooks - 1);
    stillLooks = moved || resumed ? 0 : Math.min(LOOKS_MAX, stillLooks + 1);
    return stillLooks > 0;
  }

  /** Those of the parked tasks whose places are to be lent now; none while it is too early. */
  public <T> List<T> lenders(List<T> joining, List<T> parked) {
    if (!joining.isEmpty()) {
      int first = confirmedLooks > 0 ? 1 : LOOKS_QUICK;
      int patience = Math.min(LOOKS_MAX, first << Math.min(DOUBLINGS_MAX, rescues));
      return stillLooks < patience ? List.of() : lent(joining);
    }
    if (confirmedLooks > 0) {
      return stillLooks < LOOKS_QUICK ? List.of() : lent(parked);
    }
    return lent(parked.subList(0, Math.min(parked.size(), places())));
  }

  /** So many places may be lent now whose tasks are not known; 0 while it is too early. */
  public int places() {
    return stillLooks < LOOKS_SLOW ? 0 : 1 << Math.min(DOUBLINGS_MAX, rescues);
  }

  /** Whether a suspect has moved in the last ten seconds, so that the guess was right. */
  boolean isConfirmed() {
    return confirmedLooks > 0;
  }

  /** Notes that places were lent. */
  public void lent() {
    stillLooks = 0;
    rescues++;
  }

  private <T> List<T> lent(List<T> lenders) {
    if (!lenders.isEmpty()) {
      lent();
    }
    return lenders;
  }

  /** Whether a thread waits for anything but the time. */
  public static boolean isParked(Thread thread) {
    return switch (thread.getState()) {
      case WAITING, BLOCKED -> true;
      case TIMED_WAITING -> LockSupport.getBlocker(thread) != null; // and does not sleep
      default -> false;
    };
  }

  /** Whether a thread is parked in {@code join} or {@code get} of a {@code CompletableFuture}. */
  public static boolean isJoining(@Nullable Thread thread) {
    Object blocker = thread == null ? null : LockSupport.getBlocker(thread);
    return blocker != null && blocker.getClass().getName().equals(JOIN);
  }
}
