package dev.flyball.pool;

import dev.flyball.policy.Reason;
import dev.flyball.pool.admit.LimiterLook;
import dev.flyball.pool.dispatch.DispatcherLook.Standing;
import java.util.Optional;

/** What an executor says about its tasks that wait for tasks of the executor itself. */
final class OwnWaitsNote {

  private OwnWaitsNote() {}

  /** The note on those that wait now; empty for none. */
  static Optional<Reason> of(Standing now) {
    if (now.suspects() > 0) {
      return Optional.of(
          Reason.by(
              "own-waits",
              "%{ownWaits}d workers wait for tasks of their own pool, and %{suspects}d more seem to",
              now.ownWaits(),
              now.suspects()));
    }
    return now.ownWaits() == 0
        ? Optional.empty()
        : Optional.of(
            Reason.by(
                "own-waits",
                "%{ownWaits}d workers wait for tasks of their own pool",
                now.ownWaits()));
  }

  /** The note on a limiter's tasks that wait for others of it now; empty for none. */
  static Optional<Reason> of(LimiterLook.Standing now) {
    if (now.suspects() > 0) {
      return Optional.of(
          Reason.by(
              "own-waits",
              "%{ownWaits}d tasks wait for tasks of their own limiter, and %{suspects}d more seem to",
              now.lent(),
              now.suspects()));
    }
    return now.lent() == 0
        ? Optional.empty()
        : Optional.of(
            Reason.by(
                "own-waits", "%{ownWaits}d tasks wait for tasks of their own limiter", now.lent()));
  }

  /** That, and what has happened for want of threads, to be appended to a line. */
  static String text(Standing now) {
    String waits = of(now).map(note -> "; " + note).orElse("");
    return now.inPlace() == 0
        ? waits
        : waits + "; " + now.inPlace() + " tasks ran in workers that waited for them";
  }
}
