package dev.flyball.sim;

/** A place where a task spends the time of one of its steps, together with others or alone. */
interface Place {

  /**
   * A task arrives with so much work, in nanoseconds; the place's callback runs when it is done.
   */
  void enter(int task, long workNanos);

  /**
   * The place works at another speed from now on.
   *
   * @param factor 1 for its own speed, 0 for none
   */
  void speed(double factor);

  /**
   * A task gives up what it does here.
   *
   * @return false where it cannot be interrupted, as while it computes; then it goes on
   */
  default boolean leave(int task) {
    return false;
  }
}
