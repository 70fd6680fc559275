package dev.flyball.policies.climb.wave;

import dev.flyball.policy.Advice;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Reason;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.spec.Parameter;
import dev.flyball.policy.spec.PolicyEntry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A policy that lets the size oscillate, looks for that wave in the throughput, and climbs where it
 * finds it.
 *
 * <p>How it decides. The size is at a foot for two samples and at a crest for two, again and again.
 * After every whole wave (from the second on) the first Fourier harmonics of the two vectors, sizes
 * and throughputs, are divided by each other ({@link WaveSpectrum}). The real part of the ratio is
 * positive when throughput rises and falls with the size, negative when it does the contrary. The
 * real parts are summed up.
 *
 * <ul>
 *   <li>When the sum passes 0.2 upward, the optimum lies above the foot and the wave moves onto its
 *       crest, which has just proved better.
 *   <li>When it passes 0.2 downward, the optimum lies below the crest, and the wave goes down by as
 *       many workers per unit as the jumps forward had ({@link WaveJumps}).
 *   <li>A vector that is full without either makes the wave higher. A full vector in the highest
 *       wave means that the curve is flat there, and the wave goes down the plateau by the flexible
 *       step ({@link WaveTuning#downThePlateau}).
 *   <li>Once the optimum is bounded on both sides the waves stay in between. When the bounds are
 *       nearer than eps the search is over: the wave stops and the size is held until throughput,
 *       connections or latency differ by a fifth.
 * </ul>
 *
 * <p>Why: throughput is mostly noise, and a step up that is followed by a rise proves nothing. A
 * wave of known period does: other causes move the throughput at other frequencies.
 *
 * <p>Worked, on a curve with its top at 24 (5600/s at 16, 6000/s at 24, 5400/s at 48): sizes 16,
 * 16, 26, 26, 16, ... give 5600, 5600, 5950, 5950, ... Relative to their means the waves are 10 /
 * 21 and 350 / 5775 high, so the real part is 0.127: after two waves 0.127, after three 0.254,
 * which is beyond 0.2: the optimum lies above 16, and the foot becomes 26. There the real part is
 * -0.13, and the optimum lies below 36.
 *
 * <p>{@link WaveReinit} lists the reasons to begin again; {@link WaveSearch} has the order of the
 * states. Where the source leaves something open, this is the choice made here:
 *
 * <ul>
 *   <li>The ratio is throughput over size, both relative to their means; see {@link WaveSpectrum}.
 *   <li>The vectors belong to one wave; moving the wave begins new ones.
 *   <li>A wave without a trend is doubled: 10, 20, 40, 80.
 *   <li>Between two bounds the next wave spans the middle third; below a known plateau, it reaches
 *       from the middle to the plateau.
 *   <li>A steep decline is a sample below a fifth of the size's known throughput, twice in a row.
 *   <li>A false jump, and a false transition, are repaired: the first counts as no trend, after the
 *       second the search begins at the largest size that would have been believed.
 * </ul>
 *
 * <p>Assumes a curve with one top or one knee, load enough that all workers are busy, and that no
 * other caller moves the size while it waves. It notices limits, as sizes that were not granted,
 * and keeps to them; a cool-down longer than a sample leaves nothing of the wave.
 *
 * <p>Fails: a wave of 10 on a foot of 512 moves throughput by less than 1 %; in noise of 5 % its
 * direction is random. So it wanders at large sizes: {@code wave-share=0.5} makes the wave grow
 * with its foot. One sample that differs by a fifth ends the optimized state, so in noise of 10 %
 * it begins again every two minutes: {@code average=16} compares means. Both are ours; the defaults
 * are the printed ones. Where demand limits the throughput it climbs on the noise of the arrivals:
 * {@code while-saturated=true}.
 *
 * <p>The lower limit of 300 completions a second was printed for a database. With samples of 2 s it
 * says that a sample should have 600 completions, whose counting noise is 1 / sqrt(600) = 4 %. For
 * a target with X completions a second read it as {@code interval = 600 / X}, {@code min-throughput
 * = X / 2}, or set {@code min-throughput=0}.
 *
 * <p>A sample is made of the windows that fill the interval; a window that is longer is a sample by
 * itself. Idle, it holds its size.
 *
 * <p>Source: I. Trub, "Adaptive Thread Pool: Improving MySQL Scalability With AI", 2021, sections
 * "Signal Processing" and "Our solution"; which follows the hill climbing of the .NET thread pool.
 *
 * @param parameters the printed parameters
 * @param tuning the other parameters
 * @param gathered the windows of the incomplete sample
 * @param search the search; empty before the first sample
 * @param fence the sizes that limits and other callers allow
 * @param asked the last advice, in workers; 0 before
 * @param before the target's previous size, in workers; 0 before
 */
public record WaveClimb(
    WaveParameters parameters,
    WaveTuning tuning,
    WaveGathering gathered,
    Optional<WaveSearch> search,
    WaveFence fence,
    int asked,
    int before)
    implements SizingPolicy {

  /** For how many full vectors a size that was not granted is not asked for again. */
  private static final int FENCE_VECTORS = 8;

  private static final Parameter<Boolean> ENABLED =
      Parameter.flag("enabled", "true", "whether it changes the size at all");
  private static final Parameter<Boolean> LOG =
      Parameter.flag("log", "true", "whether each reason has all figures");
  private static final Parameter<Integer> WAVE_PERIOD =
      Parameter.workers("wave-period", "4", "the samples in a wave");
  private static final Parameter<Integer> RATIO =
      Parameter.workers("samples-to-wave-period-ratio", "8", "the waves in a full vector");
  private static final Parameter<Duration> INTERVAL =
      Parameter.duration("interval", "2s", "the length of a sample");
  private static final Parameter<Double> MIN_THROUGHPUT =
      Parameter.number(
          "min-throughput", "300", "the completions per second below which it is suspended");
  private static final Parameter<Integer> EPS =
      Parameter.workers("eps", "5", "how near the bounds of the optimum must be, in workers");
  private static final Parameter<Double> VALUABLE_DIFF =
      Parameter.positive(
          "valuable-diff", "0.2", "the share by which a figure that changed differs");
  private static final Parameter<Double> VALUABLE_PROGRESS =
      Parameter.positive("valuable-progress", "0.2", "the sum of real parts that moves the size");
  private static final Parameter<Integer> MAX_MAGNITUDE =
      Parameter.workers("max-magnitude", "80", "the highest wave, in workers");
  private static final Parameter<Integer> MIN_MAGNITUDE =
      Parameter.workers("min-magnitude", "10", "the lowest wave of a search, in workers");
  private static final Parameter<Integer> WAVES =
      Parameter.workers("waves", "2", "the whole waves before a verdict");
  private static final Parameter<Integer> AVERAGE =
      Parameter.workers("average", "1", "the samples averaged before they are compared");
  private static final Parameter<Double> WAVE_SHARE =
      Parameter.number("wave-share", "0", "the share of the size that a wave has at least, to 1");

  public static final PolicyEntry ENTRY =
      new PolicyEntry(
          "wave-climb",
          "Lets the size oscillate, and climbs where throughput oscillates with it.",
          "Trub 2021 (signal processing), after the .NET thread pool",
          List.of(
              ENABLED,
              LOG,
              WAVE_PERIOD,
              RATIO,
              INTERVAL,
              MIN_THROUGHPUT,
              EPS,
              VALUABLE_DIFF,
              VALUABLE_PROGRESS,
              MAX_MAGNITUDE,
              MIN_MAGNITUDE,
              WAVES,
              AVERAGE,
              WAVE_SHARE),
          WaveClimb::made);

  public WaveClimb {
    if (tuning.wavesMin() > parameters.samplesToWavePeriodRatio()) {
      throw new IllegalArgumentException(
          "waves must be at most samples-to-wave-period-ratio ("
              + parameters.samplesToWavePeriodRatio()
              + ") but was "
              + tuning.wavesMin());
    }
  }

  private static WaveClimb made(PolicyEntry.Given given) {
    WaveTuning usual = WaveTuning.USUAL;
    return of(
        new WaveParameters(
            given.value(ENABLED),
            given.value(LOG),
            given.value(WAVE_PERIOD),
            given.value(RATIO),
            given.value(INTERVAL).toNanos(),
            given.value(MIN_THROUGHPUT),
            given.value(EPS),
            given.value(VALUABLE_DIFF),
            given.value(VALUABLE_PROGRESS),
            given.value(MAX_MAGNITUDE)),
        new WaveTuning(
            given.value(MIN_MAGNITUDE),
            usual.falseTransition(),
            usual.falseJump(),
            usual.kneeWeight(),
            usual.kneeDecay(),
            given.value(WAVES),
            usual.steepDecline(),
            usual.repeats(),
            given.value(AVERAGE),
            given.value(WAVE_SHARE)));
  }

  static WaveClimb of(WaveParameters parameters, WaveTuning tuning) {
    return new WaveClimb(
        parameters, tuning, WaveGathering.NOTHING, Optional.empty(), WaveFence.NONE, 0, 0);
  }

  @Override
  public Advice advise(Observation seen) {
    int size = seen.size().workersTarget();
    if (!parameters.enabled()) {
      return new Advice(size, "switched off, size held", this);
    }
    WaveGathering more = gathered.with(seen);
    if (!more.complete(parameters.intervalNanos(), seen.window().lengthNanos())) {
      Reason why =
          Reason.of(
              "collecting, %.1f of %.1f s", more.nanos() / 1e9, parameters.intervalNanos() / 1e9);
      return new Advice(
          size, why, new WaveClimb(parameters, tuning, more, search, fence, asked, before));
    }
    return sampled(more.sample());
  }

  private Advice sampled(WaveSample sample) {
    if (search.isEmpty()) {
      WaveSearch first = WaveSearch.from(sample.size(), tuning);
      return advice(moves(fence).after(first, sample), fence, sample);
    }
    WaveSearch now = search.get();
    if (sample.size() == asked) {
      return granted(now, fence.older(), sample);
    }
    boolean onTheWay =
        Math.min(before, asked) <= sample.size() && sample.size() <= Math.max(before, asked);
    return onTheWay ? refused(now, sample) : others(now, WaveFence.NONE, sample);
  }

  private Advice granted(WaveSearch now, WaveFence allowed, WaveSample sample) {
    if (allowed.shut()) {
      return advice(new WaveStep(asked, Reason.of("held there by others"), now), allowed, sample);
    }
    return fence.shut()
        ? others(now, allowed, sample)
        : advice(moves(allowed).after(now, sample), allowed, sample);
  }

  /** Another caller set this size: the search begins again from there. */
  private Advice others(WaveSearch now, WaveFence allowed, WaveSample sample) {
    Optional<Reason> figures = Optional.of(Reason.of("%d -> %d", asked, sample.size()));
    return advice(
        moves(allowed).again(now, WaveReinit.SIZE_SET_BY_OTHERS, figures, sample.size()),
        allowed,
        sample);
  }

  /** What was asked for was granted in part, so it is asked for again; or not at all. */
  private Advice refused(WaveSearch now, WaveSample sample) {
    if (sample.size() != before) {
      Reason why = Reason.of("on the way to %d, %d was granted", asked, sample.size());
      return advice(new WaveStep(asked, why, now), fence, sample);
    }
    WaveFence allowed =
        fence.after(asked, sample.size(), FENCE_VECTORS * parameters.vectorLength());
    Reason why = Reason.of("%d was not granted, %d was", asked, sample.size());
    if (allowed.shut()) {
      WaveSearch begun = now.again(sample.size(), tuning);
      return advice(
          new WaveStep(sample.size(), why.and("held there by others"), begun), allowed, sample);
    }
    if (now.state() == WaveState.OPTIMIZED) {
      return others(now, allowed, sample);
    }
    WaveSearch fitted = now.with(allowed.fitted(now.wave().again()));
    return advice(new WaveStep(fitted.size(parameters), why, fitted), allowed, sample);
  }

  private WaveMoves moves(WaveFence allowed) {
    return new WaveMoves(parameters, tuning, allowed);
  }

  private Advice advice(WaveStep step, WaveFence allowed, WaveSample sample) {
    Reason why =
        parameters.logged()
            ? Reason.of(
                "%s; size %d -> %d, %.1f/s, %.0f connections; %s",
                step.next().words(),
                sample.size(),
                step.size(),
                sample.throughput(),
                sample.connections(),
                step.why())
            : step.next().words();
    return new Advice(
        step.size(),
        why,
        new WaveClimb(
            parameters,
            tuning,
            WaveGathering.NOTHING,
            Optional.of(step.next()),
            allowed,
            step.size(),
            sample.size()));
  }
}
