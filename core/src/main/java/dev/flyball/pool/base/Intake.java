package dev.flyball.pool.base;

import dev.flyball.admission.ShedCause;
import dev.flyball.admission.TaskShedException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The answer to a task that is offered: it is taken, or refused, or shed by the rule. */
public final class Intake {

  /** It was taken in. */
  public static final Intake TAKEN = new Intake(null);

  /** There is no room. */
  public static final Intake REFUSED = new Intake(null);

  /** Nothing more is taken. */
  public static final Intake CLOSED = new Intake(null);

  private final @Nullable TaskShedException why;

  private Intake(@Nullable TaskShedException why) {
    this.why = why;
  }

  /** The rule has turned it away. */
  public static Intake shed(TaskShedException why) {
    return new Intake(why);
  }

  public boolean isTaken() {
    return this == TAKEN;
  }

  /** Whether room is all that it lacks. */
  public boolean lacksRoom() {
    return this == REFUSED || (why != null && why.shedCause() == ShedCause.FULL);
  }

  /** Why the rule has turned it away, if it has. */
  public Optional<TaskShedException> shed() {
    return Optional.ofNullable(why);
  }
}
