package dev.flyball.admission;

import dev.flyball.base.Require;
import dev.flyball.policy.Reason;
import java.util.Objects;
import java.util.Optional;

/**
 * A decision about one task, with the rule to be asked next.
 *
 * @param answer what becomes of it
 * @param cause the kind of reason, of a task that is turned away: this one, or the last that waits
 * @param why the reason that the owner of that task is told
 * @param retryNanos in how long a task like this would be let in, as far as one can tell; 0 where
 *     it is let in, or nothing is known
 * @param next the rule to be asked from now on
 */
public record Verdict(
    Answer answer, Optional<ShedCause> cause, Reason why, long retryNanos, Admission next) {

  private static final Reason ROOM = Reason.of("there is room");

  public Verdict {
    Objects.requireNonNull(answer, "answer must not be null");
    Objects.requireNonNull(cause, "cause must not be null");
    Objects.requireNonNull(why, "why must not be null");
    Objects.requireNonNull(next, "next must not be null");
    Require.countAtLeast("retryNanos", 0, retryNanos);
    if (cause.isEmpty() && answer != Answer.IN) {
      throw new IllegalArgumentException("cause must be there where a task is turned away");
    }
  }

  /** What becomes of a task. */
  public enum Answer {
    /** It waits, or starts. */
    IN,
    /** It waits, and the one that would start last of those that wait is turned away. */
    IN_FOR_THE_LAST,
    /** It is turned away. */
    OUT
  }

  /** It is let in. */
  public static Verdict in(Admission next) {
    return new Verdict(Answer.IN, Optional.empty(), ROOM, 0, next);
  }

  /** It is let in, and the last of those that wait is turned away, with this reason. */
  public static Verdict inForTheLast(Reason why, Admission next) {
    return new Verdict(Answer.IN_FOR_THE_LAST, Optional.of(ShedCause.DISPLACED), why, 0, next);
  }

  /** It is turned away. */
  public static Verdict out(ShedCause cause, Reason why, long retryNanos, Admission next) {
    return new Verdict(Answer.OUT, Optional.of(cause), why, Math.max(0, retryNanos), next);
  }
}
