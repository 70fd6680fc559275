package dev.flyball.policy.standard;

import dev.flyball.policy.standard.window.WorkUnit;

/** Units of work for tests. */
final class Units {

  private Units() {}

  /** A sample is so much work, and service times do not scatter. */
  static WorkUnit exactly(double nanos) {
    return scattering(nanos, 0);
  }

  /** A sample is so much work, and the slowness it shows has so large a variance. */
  static WorkUnit scattering(double nanos, double variance) {
    return new WorkUnit(nanos / 2, 0, 0, nanos, variance, 0, 0);
  }
}
