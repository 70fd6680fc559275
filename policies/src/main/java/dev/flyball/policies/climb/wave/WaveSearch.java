package dev.flyball.policies.climb.wave;

import dev.flyball.policy.Reason;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The state machine of {@link WaveClimb}: where the wave is, between which bounds the optimum lies,
 * what is known of the curve.
 *
 * <pre>{@code
 * USUAL -> USUAL          a rise or a fall: the wave moves
 * USUAL -> PLATEAU        neither, with the highest wave: the curve is flat here
 * PLATEAU -> PLATEAU      flat here too: down by the flexible step
 * PLATEAU -> USUAL        a rise or a fall: this is not flat any more
 * USUAL, PLATEAU -> OPTIMIZED   the bounds are nearer than eps
 * OPTIMIZED -> USUAL      the workload has changed
 * OPTIMIZED -> PLATEAU    it has, and there are fewer connections than workers: it is flat here
 * }</pre>
 *
 * @param state one of the three
 * @param wave the wave; in the optimized state its foot is the size that is held
 * @param bounds where the optimum lies
 * @param jumps the jumps forward so far
 * @param curve what is known of the curve
 * @param level the watch of the optimized state
 * @param reinits how often the search began again
 */
record WaveSearch(
    WaveState state,
    Wave wave,
    WaveBounds bounds,
    WaveJumps jumps,
    WaveCurve curve,
    WaveLevel level,
    long reinits) {

  private static final int EPS_LEAST = 3;

  /** A search that begins at a size. */
  static WaveSearch from(int size, WaveTuning tuning) {
    return new WaveSearch(
        WaveState.USUAL,
        Wave.at(size, tuning.firstMagnitude(size)),
        WaveBounds.NONE,
        WaveJumps.NONE,
        WaveCurve.EMPTY,
        WaveLevel.EMPTY,
        0);
  }

  /** Begins again at a size: only the scale of the jumps is kept, and the count goes up. */
  WaveSearch again(int size, WaveTuning tuning) {
    return new WaveSearch(
        WaveState.USUAL,
        Wave.at(size, tuning.firstMagnitude(size)),
        WaveBounds.NONE,
        jumps,
        WaveCurve.EMPTY,
        WaveLevel.EMPTY,
        reinits + 1);
  }

  /** Whether there is nothing that beginning again would forget. */
  boolean untouched() {
    return state == WaveState.USUAL && wave.pairs().isEmpty() && bounds.equals(WaveBounds.NONE);
  }

  WaveSearch with(WaveState other) {
    return new WaveSearch(other, wave, bounds, jumps, curve, level, reinits);
  }

  WaveSearch with(Wave other) {
    return new WaveSearch(state, other, bounds, jumps, curve, level, reinits);
  }

  WaveSearch with(WaveBounds other) {
    return new WaveSearch(state, wave, other, jumps, curve, level, reinits);
  }

  WaveSearch with(WaveJumps other) {
    return new WaveSearch(state, wave, bounds, other, curve, level, reinits);
  }

  WaveSearch with(WaveCurve other) {
    return new WaveSearch(state, wave, bounds, jumps, other, level, reinits);
  }

  WaveSearch with(WaveLevel other) {
    return new WaveSearch(state, wave, bounds, jumps, curve, other, reinits);
  }

  /** The size that is asked for while nothing is known to be wrong with it. */
  int size(WaveParameters parameters) {
    return state == WaveState.OPTIMIZED ? wave.foot() : wave.size(parameters.wavePeriod());
  }

  Reason words() {
    Reason where =
        state == WaveState.OPTIMIZED
            ? Reason.of("optimized at %d", wave.foot())
            : Reason.of(
                "%s %d+%d", state.name().toLowerCase(Locale.ROOT), wave.foot(), wave.magnitude());
    return bounds.equals(WaveBounds.NONE) ? where : Reason.of("%s in %s", where, bounds);
  }

  /** The reason of a reinit, for the journal. */
  static Reason because(WaveReinit cause, Optional<Reason> figures) {
    return figures
        .map(known -> Reason.of("reinit: %s (%s)", cause.words(), known))
        .orElseGet(() -> Reason.of("reinit: %s", cause.words()));
  }

  /**
   * Where the bounds say the optimum is known, in workers; empty while they are too far apart.
   *
   * <p>Two sizes are near enough whatever eps is: no wave between them could tell which is better.
   */
  OptionalInt found(int eps) {
    boolean near = bounds.closed() && bounds.width() < Math.max(EPS_LEAST, eps);
    boolean atTheEnd = bounds.flat() && bounds.upper().orElse(0) == 1;
    return near || atTheEnd ? OptionalInt.of(Math.max(1, bounds.optimum())) : OptionalInt.empty();
  }
}
