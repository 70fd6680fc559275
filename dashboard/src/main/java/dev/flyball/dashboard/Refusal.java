package dev.flyball.dashboard;

import dev.flyball.base.OneLine;

/** A request that is not done: the status to answer with, and one line that says why. */
final class Refusal extends Exception {

  private static final long serialVersionUID = 1;

  private final int status;

  Refusal(int status, String why) {
    super(why);
    this.status = status;
  }

  int status() {
    return status;
  }

  /** Why, in one line. */
  String why() {
    return OneLine.of(String.valueOf(getMessage()));
  }
}
