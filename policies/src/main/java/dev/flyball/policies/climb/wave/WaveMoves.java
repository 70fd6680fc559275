package dev.flyball.policies.climb.wave;

import dev.flyball.base.Workers;
import dev.flyball.policy.Reason;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The rules by which a {@link WaveSearch} moves: what one sample changes.
 *
 * @param parameters the printed parameters
 * @param tuning the others
 * @param fence what others allow
 */
record WaveMoves(WaveParameters parameters, WaveTuning tuning, WaveFence fence) {

  /** The search after a sample that was taken as it was asked for. */
  WaveStep after(WaveSearch search, WaveSample sample) {
    if (sample.connections() <= 0) {
      return search.untouched()
          ? hold(search, Reason.of("no connections"))
          : again(search, WaveReinit.NO_CONNECTIONS, Optional.empty(), search.wave().foot());
    }
    if (sample.throughput() < parameters.minAcceptedThroughput()) {
      Reason why =
          Reason.of(
              "suspended: %.1f/s are below the %.1f/s that are accepted",
              sample.throughput(), parameters.minAcceptedThroughput());
      return hold(search.with(search.wave().again()), why);
    }
    return search.state() == WaveState.OPTIMIZED ? watch(search, sample) : climb(search, sample);
  }

  /** The search begun again, with the cause in the journal. */
  WaveStep again(WaveSearch search, WaveReinit cause, Optional<Reason> figures, int size) {
    return step(search.again(size, tuning), WaveSearch.because(cause, figures));
  }

  private static WaveStep hold(WaveSearch search, Reason why) {
    return new WaveStep(search.wave().foot(), why, search);
  }

  private WaveStep step(WaveSearch search, Reason why) {
    WaveSearch fitted =
        search.state() == WaveState.OPTIMIZED ? search : search.with(fence.fitted(search.wave()));
    return new WaveStep(fitted.size(parameters), why, fitted);
  }

  // ---- Optimized: no wave, only the watch

  private WaveStep watch(WaveSearch search, WaveSample sample) {
    WaveLevel level = search.level().with(sample, tuning.average());
    if (!level.ready(tuning.average())) {
      return step(search.with(level), Reason.of("as found"));
    }
    Optional<Reason> left = level.deviation(parameters.valuableDiff());
    if (left.isEmpty()) {
      return step(search.with(level.compared()), Reason.of("as found"));
    }
    WaveStep begun = again(search, WaveReinit.LEFT_OPTIMIZED, left, search.wave().foot());
    return sample.connections() < search.wave().foot()
        ? step(
            begun.next().with(WaveState.PLATEAU),
            begun.why().and("fewer connections than workers, so this is a plateau"))
        : begun;
  }

  // ---- Usual and plateau: the wave

  private WaveStep climb(WaveSearch search, WaveSample sample) {
    WaveCurve.Seen seen = search.curve().with(sample, parameters, tuning);
    if (seen.cause().isPresent()) {
      return again(search, seen.cause().get(), seen.figures(), search.wave().foot());
    }
    Wave wave = search.wave().with(sample);
    WaveSearch known = search.with(seen.next());
    if (!wave.whole(parameters.wavePeriod(), tuning.wavesMin())) {
      return step(known.with(wave), Reason.of("%d samples", wave.pairs().size()));
    }
    WaveSpectrum spectrum = WaveSpectrum.of(wave.pairs(), parameters.wavePeriod());
    Wave further = wave.further(spectrum.real());
    Reason why = figures(spectrum, further);
    if (Math.abs(further.progress()) >= parameters.valuableProgress()) {
      WaveSearch trend = known.with(further);
      return further.progress() > 0 ? rise(trend, sample, why) : fall(trend, sample, why);
    }
    return further.pairs().size() < parameters.vectorLength()
        ? step(known.with(further), why)
        : neither(known.with(further), sample, why);
  }

  private Reason figures(WaveSpectrum spectrum, Wave wave) {
    return Reason.of(
        "%d samples, Re %.3f, progress %.3f of %.3f",
        wave.pairs().size(),
        rounded(spectrum.real()),
        rounded(wave.progress()),
        parameters.valuableProgress());
  }

  /** To three places, so that what is nothing is not written -0.000. */
  private static double rounded(double real) {
    return Math.abs(real) < 0.0005 ? 0 : real;
  }

  private WaveStep rise(WaveSearch search, WaveSample sample, Reason why) {
    Wave wave = search.wave();
    WaveSearch above =
        search
            .with(WaveState.USUAL)
            .with(search.bounds().above(wave.foot()))
            .with(search.jumps().with(wave.magnitude(), wave.progress()));
    if (fence.within(above.bounds()).closed()) {
      return narrow(
          above, sample, Reason.of("%s: a rise", why), WaveReinit.FALSE_TRANSITION_BY_PROGRESS);
    }
    if (sample.connections() / wave.crest() < tuning.falseJump()) {
      Reason rejected =
          Reason.of(
              "%s: a rise, but a false jump (%.0f connections for %d workers)",
              why, sample.connections(), wave.crest());
      return flat(search, sample, rejected);
    }
    return step(
        above.with(
            Wave.at(wave.crest(), Math.max(wave.magnitude(), tuning.firstMagnitude(wave.crest())))),
        Reason.of("%s: up by %d", why, wave.magnitude()));
  }

  private WaveStep fall(WaveSearch search, WaveSample sample, Reason why) {
    Wave wave = search.wave();
    WaveBounds below = search.bounds().below(wave.crest());
    if (wave.foot() == 1) {
      below = below.above(0);
    }
    WaveSearch usual = search.with(WaveState.USUAL).with(below);
    if (fence.within(below).closed()) {
      return narrow(
          usual, sample, Reason.of("%s: a fall", why), WaveReinit.FALSE_TRANSITION_BY_PROGRESS);
    }
    int down = jumpDown(search);
    int foot = wave.foot() - down;
    return step(
        usual.with(Wave.at(foot, tuning.firstMagnitude(foot))),
        Reason.of("%s: down by %d", why, down));
  }

  /** Scaled by the jumps forward, at least a wave, at most half; the flexible step without any. */
  private int jumpDown(WaveSearch search) {
    int foot = search.wave().foot();
    int half = Math.max(1, foot / 2);
    OptionalInt scaled = search.jumps().down(search.wave().progress());
    return scaled.isPresent()
        ? Math.min(half, Math.max(search.wave().magnitude(), scaled.getAsInt()))
        : Math.max(1, foot - tuning.downThePlateau(foot));
  }

  private WaveStep neither(WaveSearch search, WaveSample sample, Reason why) {
    Wave wave = search.wave();
    int room = fence.within(search.bounds()).upper().orElse(Integer.MAX_VALUE) - wave.foot();
    int highest = Math.min(magnitudeMax(wave.foot()), Math.max(1, room));
    if (wave.magnitude() < highest && !aroundATop(search)) {
      int higher = (int) Math.min(highest, 2L * wave.magnitude());
      return step(
          search.with(Wave.at(wave.foot(), higher)),
          Reason.of("%s: no trend, wave of %d", why, higher));
    }
    return flat(search, sample, Reason.of("%s: no trend", why));
  }

  private int magnitudeMax(int foot) {
    return Math.max(parameters.maxMagnitude(), tuning.firstMagnitude(foot));
  }

  private WaveStep flat(WaveSearch search, WaveSample sample, Reason why) {
    Wave wave = search.wave();
    WaveBounds bounds = search.bounds();
    WaveSearch plateau = search.with(WaveState.PLATEAU);
    WaveBounds nearer =
        aroundATop(search)
            ? bounds.above(wave.foot()).below(wave.crest())
            : bounds.flatFrom(wave.foot());
    if (fence.within(nearer).closed() || wave.foot() == 1) {
      return narrow(plateau.with(nearer), sample, why, WaveReinit.FALSE_TRANSITION_BY_PLATEAU);
    }
    int foot = tuning.downThePlateau(wave.foot());
    int magnitude = Math.min(magnitudeMax(foot), wave.foot() - foot);
    return step(
        plateau.with(nearer).with(Wave.at(foot, magnitude)),
        Reason.of("%s, down the plateau to %d", why, foot));
  }

  /** Whether the curve is known to rise below here and to fall above. */
  private static boolean aroundATop(WaveSearch search) {
    return search.bounds().closed() && !search.bounds().flat();
  }

  /** The next wave inside of the bounds, or the optimum where they are near enough. */
  private WaveStep narrow(WaveSearch search, WaveSample sample, Reason why, WaveReinit falsely) {
    WaveSearch inside = search.with(fence.within(search.bounds()));
    OptionalInt found = inside.found(parameters.eps());
    if (found.isPresent()) {
      return optimize(inside, found.getAsInt(), sample, why, falsely);
    }
    WaveBounds bounds = inside.bounds();
    int lower = bounds.lower().orElse(0);
    int upper = bounds.upper().orElse(1);
    int part = Math.max(1, bounds.width() / (bounds.flat() ? 2 : 3));
    int foot = lower + part;
    int height = Math.max(1, bounds.flat() ? upper - foot : part);
    Wave wave = Wave.at(foot, Math.min(magnitudeMax(foot), height));
    return step(inside.with(wave), Reason.of("%s, optimum in %s", why, bounds));
  }

  private WaveStep optimize(
      WaveSearch search, int size, WaveSample sample, Reason why, WaveReinit falsely) {
    double sensible = sample.connections() + tuning.falseTransition();
    if (size > sensible) {
      Reason figures = Reason.of("%d workers for %.0f connections", size, sample.connections());
      return again(search, falsely, Optional.of(figures), Workers.roundedUp(sensible));
    }
    return step(
        search.with(WaveState.OPTIMIZED).with(Wave.at(size, 1)).with(WaveLevel.EMPTY),
        Reason.of("%s, found", why));
  }
}
