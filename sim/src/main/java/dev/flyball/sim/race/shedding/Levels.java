package dev.flyball.sim.race.shedding;

import dev.flyball.admission.Admission;
import dev.flyball.admission.Arrival;
import dev.flyball.admission.Importance;
import dev.flyball.admission.ShedCause;
import dev.flyball.admission.Verdict;
import dev.flyball.policy.Reason;

/**
 * The levels of tasks by class and user: 0 is the most important user of the most important class.
 *
 * <p>The publications draw a level for each user of a class by a hash of the user, so that a class
 * can be let in by parts. Here each task is of a user of its own, and a retry is the same user's:
 * what is hashed is the deadline, which a retry keeps.
 */
final class Levels {

  private Levels() {}

  /** How many levels there are, with so many for each class. */
  static int count(int perClass) {
    return Importance.values().length * perClass;
  }

  /** The level of a task. */
  static int of(Arrival task, int perClass) {
    long user = task.hasDeadline() ? task.deadlineNanos() : task.arrivedNanos();
    user = (user ^ (user >>> 30)) * 0xBF58476D1CE4E5B9L; // scrambled as in SplitMix
    user = (user ^ (user >>> 27)) * 0x94D049BB133111EBL;
    user ^= user >>> 31;
    return task.importance().ordinal() * perClass + (int) Long.remainderUnsigned(user, perClass);
  }

  /**
   * The answer to a task of a level.
   *
   * @param last the last level that gets in
   * @param retryNanos in how long that may have changed
   */
  static Verdict verdict(boolean in, int level, int last, long retryNanos, Admission next) {
    return in
        ? Verdict.in(next)
        : Verdict.out(
            ShedCause.OVERLOADED,
            Reason.of("level %{level}d is above %{last}d", level, last),
            retryNanos,
            next);
  }
}
