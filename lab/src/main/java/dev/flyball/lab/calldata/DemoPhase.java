package dev.flyball.lab.calldata;

import dev.flyball.base.Require;
import java.time.Duration;

/**
 * A part of a demonstration in which the conditions stay as they are.
 *
 * @param name what it is called
 * @param perSecond how many tickets per second are sent on average; infinite for as many as are
 *     taken in
 * @param databaseDelay how much longer each insert takes in the server
 * @param seconds how long it lasts
 */
record DemoPhase(String name, double perSecond, Duration databaseDelay, int seconds) {

  DemoPhase {
    Require.notBlank("name", name);
    if (!(perSecond > 0)) {
      throw new IllegalArgumentException("perSecond must be above 0 but was " + perSecond);
    }
    Require.notNegative("databaseDelay", databaseDelay);
    Require.atLeast("seconds", 1, seconds);
  }

  /** Whether as many tickets come as are taken in. */
  boolean isFlood() {
    return Double.isInfinite(perSecond);
  }
}
