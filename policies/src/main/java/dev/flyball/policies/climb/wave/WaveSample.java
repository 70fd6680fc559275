package dev.flyball.policies.climb.wave;

import static dev.flyball.base.Require.atLeast;
import static dev.flyball.base.Require.finiteAtLeast;

import java.util.OptionalDouble;

/**
 * The sample of one interval of {@link WaveClimb}.
 *
 * @param size the size that was asked for
 * @param throughput tasks completed per second
 * @param connections connected clients, or tasks in the system where the target has no such signal
 * @param latencySeconds mean response time; empty when nothing ended
 */
record WaveSample(int size, double throughput, double connections, OptionalDouble latencySeconds) {

  WaveSample {
    atLeast("size", 1, size);
    finiteAtLeast("throughput", 0, throughput);
    finiteAtLeast("connections", 0, connections);
  }
}
