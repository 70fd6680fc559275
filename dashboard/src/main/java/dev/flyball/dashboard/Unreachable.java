package dev.flyball.dashboard;

/** A place that cannot be reached now, and so none of its pools. */
final class Unreachable extends IllegalStateException {

  private static final long serialVersionUID = 1;

  Unreachable(String why) {
    super(why);
  }

  Unreachable(String why, Throwable cause) {
    super(why, cause);
  }
}
