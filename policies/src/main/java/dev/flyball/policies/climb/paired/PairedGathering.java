package dev.flyball.policies.climb.paired;

import dev.flyball.policy.Observation;
import dev.flyball.policy.Reason;
import dev.flyball.policy.part.Sampled;
import dev.flyball.policy.part.Windows;
import java.util.Optional;

/**
 * The windows of an incomplete {@link PairedSample}.
 *
 * @param collected the windows so far
 * @param settlesNanos for how much longer what is seen is not believed
 * @param endNanos when the last window ended; empty before the first
 */
record PairedGathering(
    Optional<Observation> collected, long settlesNanos, Optional<Long> endNanos) {

  static final PairedGathering NOTHING = new PairedGathering(Optional.empty(), 0, Optional.empty());

  /** A sample goes on until so many tasks have ended, up to so many times its length. */
  private static final int TASKS_MIN = 100;

  private static final int LONGEST = 5;

  /** A window, or a gap between two, of so many samples is a stall. */
  private static final double STALL = 3;

  /** Begins anew, after a change of size. */
  PairedGathering settling(long nanos) {
    return new PairedGathering(Optional.empty(), nanos, endNanos);
  }

  /** Begins anew. */
  PairedGathering emptied() {
    return new PairedGathering(Optional.empty(), settlesNanos, endNanos);
  }

  /** Whether the target was out of sight, or stood still, for too long to go on from before. */
  Optional<Reason> stall(Observation seen, PairedSettings settings) {
    double limit = STALL * ((double) settings.sampleNanos() + settings.settleNanos());
    double length = seen.window().lengthNanos();
    double gap = endNanos.isEmpty() ? 0 : (double) seen.window().startNanos() - endNanos.get();
    if (length > limit) {
      return Optional.of(Reason.of("a window of %.2f s is no sample", length / 1e9));
    }
    return gap > limit
        ? Optional.of(Reason.of("not seen for %.2f s", gap / 1e9))
        : Optional.empty();
  }

  /** With one more window; one that came too soon after a change of size is only waited for. */
  PairedGathering with(Observation seen, PairedSettings settings) {
    long length = seen.window().lengthNanos();
    Optional<Long> end = Optional.of(Windows.sum(Math.max(0, seen.window().startNanos()), length));
    if (settlesNanos > 0 && length < settings.sampleNanos()) {
      return new PairedGathering(collected, Math.max(0, settlesNanos - length), end);
    }
    Observation whole = collected.map(some -> Windows.joined(some, seen)).orElse(seen);
    return new PairedGathering(Optional.of(whole), 0, end);
  }

  /** What was gathered, once it is enough for a sample. */
  Optional<Observation> sample(Observation seen, PairedSettings settings) {
    return collected.filter(whole -> isEnough(whole, seen.window().lengthNanos(), settings));
  }

  private static boolean isEnough(Observation whole, long windowNanos, PairedSettings settings) {
    long length = whole.window().lengthNanos();
    return Sampled.isOver(length, windowNanos, settings.sampleNanos())
        && (whole.flow().completed() >= TASKS_MIN || length / LONGEST >= settings.sampleNanos());
  }

  Reason progress(PairedSettings settings) {
    return collected
        .map(some ->
            Reason.of("%.2f of %.2f s", some.window().seconds(), settings.sampleNanos() / 1e9))
        .orElse(Reason.of("settling"));
  }
}
