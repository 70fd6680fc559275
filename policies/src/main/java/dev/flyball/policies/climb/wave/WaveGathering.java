package dev.flyball.policies.climb.wave;

import dev.flyball.policy.Observation;
import dev.flyball.policy.part.Sampled;
import dev.flyball.policy.part.Sensor;
import dev.flyball.policy.part.Windows;
import java.util.OptionalDouble;

/**
 * The windows of an incomplete {@link WaveSample}.
 *
 * @param size the size that was asked for during them; 0 while there is none
 * @param nanos their length together
 * @param completed tasks that ended in them
 * @param responseSeconds their response times, summed
 * @param connectionSeconds connections times length, summed
 */
record WaveGathering(
    int size, long nanos, double completed, double responseSeconds, double connectionSeconds) {

  static final WaveGathering NOTHING = new WaveGathering(0, 0, 0, 0, 0);

  /** With one more window; what was gathered at another size is dropped. */
  WaveGathering with(Observation seen) {
    int asked = seen.size().workersTarget();
    WaveGathering before = asked == size ? this : NOTHING;
    double seconds = seen.window().seconds();
    double clients = Sensor.clients(seen);
    return new WaveGathering(
        asked,
        Windows.sum(before.nanos, seen.window().lengthNanos()),
        before.completed + seen.flow().completed(),
        before.responseSeconds + seen.times().responseNanosSum() / 1e9,
        Math.min(Double.MAX_VALUE, before.connectionSeconds + clients * seconds));
  }

  /** Whether the next window of this length would end farther from the interval than this one. */
  boolean complete(long intervalNanos, long windowNanos) {
    return Sampled.isOver(nanos, windowNanos, intervalNanos);
  }

  WaveSample sample() {
    double seconds = nanos / 1e9;
    return new WaveSample(
        size,
        completed / seconds,
        Math.min(Double.MAX_VALUE, connectionSeconds / seconds),
        completed > 0 ? OptionalDouble.of(responseSeconds / completed) : OptionalDouble.empty());
  }
}
