package dev.flyball.pool.admit;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The slots of a limiter that are lent because it stands still: those of tasks that seem to wait
 * for others of the limiter (<i>suspects</i>), and more where such tasks are not known.
 *
 * <p>Not thread-safe: guarded by the lock of the slots.
 */
final class SuspectedWaits {

  /** Tasks under way that have submitted one that they may join. */
  private final Set<RunningTask> submitters = new LinkedHashSet<>();

  private int suspects;
  private int more;

  /** Whether a task may wait that a task of the limiter has submitted (an inner task). */
  private boolean mayHoldInner;

  /** A task begins to wait in the line. */
  void enters(RunningTask run) {
    mayHoldInner |= run.parent != null;
  }

  boolean mayHoldInner() {
    return mayHoldInner;
  }

  void submits(RunningTask run) {
    submitters.add(run);
  }

  void ends(RunningTask run) {
    submitters.remove(run);
    run.over = true;
  }

  /** Tasks that hold a slot and may join one that they have submitted. */
  List<RunningTask> mayJoin() {
    return submitters.stream()
        .filter(run -> !run.suspect && !run.waits && run.hasOpenOffspring())
        .collect(Collectors.toCollection(ArrayList::new));
  }

  /** Whether a task under way may join one that it has submitted, now or later. */
  boolean mayJoinAny() {
    return submitters.stream().anyMatch(RunningTask::hasOpenOffspring);
  }

  /** Notes that the task seems to wait; false where that is not so. */
  boolean suspect(RunningTask run, long nowStamp) {
    if (run.over || run.waits || run.suspect) {
      return false;
    }
    run.suspect = true;
    run.pauses(nowStamp);
    suspects++;
    return true;
  }

  /** Notes that the task runs; false where it was no suspect. */
  boolean resumes(RunningTask run) {
    if (!run.suspect) {
      return false;
    }
    run.suspect = false;
    run.goesOn(System.nanoTime());
    suspects--;
    return true;
  }

  /** How many of so many slots are lent beyond the limit now, at most as many as the limit. */
  int lendMore(int places, int limit) {
    int lent = Math.max(0, Math.min(places, limit - more));
    more += lent;
    return lent;
  }

  int takeBackMore() {
    int back = more;
    more = 0;
    return back;
  }

  /** Slots beyond the limit that no suspect has lent. */
  int more() {
    return more;
  }

  /** All slots that are lent so. */
  int places() {
    return suspects + more;
  }

  /** Whether no task is a suspect. */
  boolean isNone() {
    return suspects == 0;
  }

  /** All inner tasks that wait, in the order of the lines. */
  List<RunningTask> inner(WaitingLines lines) {
    List<RunningTask> found = new ArrayList<>();
    if (mayHoldInner) {
      lines.forEach(run -> {
        if (run.parent != null) {
          found.add(run);
        }
      });
      mayHoldInner = !found.isEmpty();
    }
    return found;
  }

  /**
   * Moves all inner tasks before the others, the youngest first, or all parents would begin; once
   * each.
   */
  void innerFirst(WaitingLines lines) {
    for (RunningTask run : inner(lines)) {
      if (!run.movedFirst && lines.remove(run)) {
        run.movedFirst = true;
        lines.inOrder.addFirst(run);
      }
    }
  }
}
