package dev.flyball.policies.climb.wave;

/** The three states of {@link WaveClimb}; each can follow on each. */
enum WaveState {
  /** On the rising or on the falling part of the curve, on the way to its top. */
  USUAL,
  /** On the flat part of the curve, on the way down to its knee. */
  PLATEAU,
  /** At the top or at the knee: no wave, only a watch on whether the workload has changed. */
  OPTIMIZED
}
