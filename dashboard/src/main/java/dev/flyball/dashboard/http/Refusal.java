package dev.flyball.dashboard.http;

import dev.flyball.base.OneLine;

/** A request that is not done: the status to answer with, and one line that says why. */
public final class Refusal extends Exception {

  private static final long serialVersionUID = 1;

  private final int status;

  /** A refusal with that status, such as 404, and its reason. */
  public Refusal(int status, String why) {
    super(why);
    this.status = status;
  }

  /** The status to answer with. */
  public int status() {
    return status;
  }

  /** Why, in one line. */
  public String why() {
    return OneLine.of(String.valueOf(getMessage()));
  }
}
