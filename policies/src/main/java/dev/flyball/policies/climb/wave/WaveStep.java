package dev.flyball.policies.climb.wave;

import static dev.flyball.base.Require.atLeast;

import dev.flyball.policy.Reason;

/**
 * The answer of a {@link WaveSearch} to one sample.
 *
 * @param size the size to ask for during the next sample
 * @param why what was decided, with its figures
 * @param next the search to give the next sample to
 */
record WaveStep(int size, Reason why, WaveSearch next) {

  WaveStep {
    atLeast("size", 1, size);
  }
}
