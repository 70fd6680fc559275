package dev.flyball.pool;

import dev.flyball.policy.Reason;
import dev.flyball.pool.dispatch.Dispatcher.Standing;
import java.util.Optional;

/** What a pool says about its workers that wait for tasks of the pool itself. */
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

  /** That, and what has happened for want of threads, to be appended to a line. */
  static String text(Standing now) {
    String waits = of(now).map(note -> "; " + note).orElse("");
    return now.inPlace() == 0
        ? waits
        : waits + "; " + now.inPlace() + " tasks ran in workers that waited for them";
  }
}
