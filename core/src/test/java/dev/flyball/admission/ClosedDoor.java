package dev.flyball.admission;

import dev.flyball.policy.Reason;
import java.time.Duration;

/**
 * A rule that lets nothing in.
 *
 * @param cause the cause that it names
 * @param retryAfter in how long it says that a task would be let in
 */
public record ClosedDoor(ShedCause cause, Duration retryAfter) implements Admission {

  @Override
  public Verdict arriving(Arrival task, PoolState now) {
    return Verdict.out(cause, Reason.of("the door is closed to %d", 1), retryAfter.toNanos(), this);
  }

  @Override
  public Verdict starting(Arrival task, PoolState now) {
    return Verdict.in(this);
  }
}
