package dev.flyball.dataflow.policy;

/**
 * The time for which a change that gained nothing is not tried again: twice as long each time.
 *
 * @param untilWindow the number of the window from which on it may be tried again
 * @param windows how long it was the last time, 0 when nothing was tried or the last try gained
 */
record BackOff(long untilWindow, int windows) {

  private static final int WINDOWS_MAX = 1 << 20;

  /** Nothing was tried in vain. */
  static final BackOff NONE = new BackOff(0, 0);

  /** Another failure, in that window. */
  BackOff failed(long window, int first) {
    int longer = windows == 0 ? first : Math.min(WINDOWS_MAX, 2 * windows);
    return new BackOff(window + longer, longer);
  }

  boolean waits(long window) {
    return window < untilWindow;
  }
}
