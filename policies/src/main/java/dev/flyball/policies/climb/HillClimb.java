package dev.flyball.policies.climb;

import dev.flyball.base.Dice;
import dev.flyball.policy.Advice;
import dev.flyball.policy.Limits;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Reason;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.part.Windows;
import dev.flyball.policy.spec.PolicyEntry;
import java.util.OptionalDouble;

/**
 * A climb that makes the size a wave and looks for the same wave in the throughput: signal
 * processing, as the .NET thread pool does it.
 *
 * <p>How it decides, at each sample (10 to 200 ms apart, by chance, so that it does not beat with
 * something periodic):
 *
 * <pre>{@code
 * X, N   = throughput and size of the last samples, whole waves of 4, at most 32 samples
 * Xw, Nw = the band of period 4 of X and of N, each over its mean
 * noise  = the larger of the two bands beside it in X, over the mean; smoothed with weight 0.01
 * ratio  = (Xw - 0.15 Nw) / Nw
 * trust  = |Nw| / noise / 3, at most 1
 * move   = (trust * Re ratio, within -1..1) squared, with its sign
 *          * 4 workers/s * the sample's length
 * size   = the control value, moved; plus a wave of 0.5 + 6 * control * noise workers (1 to 20)
 *          in two samples of each four
 * }</pre>
 *
 * <p>Worked: below the knee throughput rises as the size does, Xw = Nw, so the ratio is 0.85, and
 * with full trust the size rises by 0.85 * 0.85 * 4 = 2.9 workers a second. On a plateau Xw = 0,
 * the ratio is -0.15, and it falls by 0.09 workers a second: one in 11 s. It rests where d ln X / d
 * ln N = 0.15.
 *
 * <p>Why: throughput is mostly noise, but noise that happens to have this period and this phase is
 * rare; so the wave is found where two averages could not be told apart. The bias makes a worker
 * earn its place; the square makes weak signals weaker still.
 *
 * <p>Assumes that the tasks are alike and that there are always some. Fails: it knows neither
 * demand nor blocking, so a burst that ends looks like noise, and when all workers are blocked
 * nothing ends, no sample is complete, and nothing is done; it is slow, four workers a second at
 * best; and from a size far beyond the knee it hardly comes down. Tasks of seconds make samples of
 * tens of seconds, for a sample is only complete when the unfinished tasks at its edges are less
 * than 15 % of it.
 *
 * <p>What is not here: the source has two more parts that change the same number. Its starvation
 * check adds a worker each 500 ms in which no task was begun (each "size" seconds when the CPU is
 * busy); its cooperative blocking adds one for each worker that waits for another task, at once up
 * to one a core, then 25 to 250 ms apart, and takes it away again. They would help where all are
 * blocked, and make the size a matter of three.
 *
 * <p>A window without an ended task is part of the next sample (after a long pause that sample is
 * as long, and may move the size as far), as is one in which more workers were busy than the size
 * allows (a smaller size is not reached yet). A window that is longer than the interval is one
 * sample. Idle for ever means a settled size. The CPU guard needs the CPU use of the process (or
 * else of the host); without it there is no guard. Where the size that is there is not the one that
 * was asked for, the control value moves by the difference.
 *
 * <p>Source: .NET, PortableThreadPool.HillClimbing; after Fuentes, Concurrency: Throttling
 * Concurrency in the CLR 4.0 ThreadPool, 2010.
 *
 * @param settings what can be set
 * @param control the size without its wave, not a whole number
 * @param lastSize the size that was asked for last; 0 before the first sample
 * @param noise the smoothed noise of the throughput, relative; 0 before it is known
 * @param samples how many samples there were
 * @param throughputs the last samples' throughputs, in tasks per second
 * @param sizes the last samples' sizes
 * @param collected the windows of the sample that is not complete
 * @param intervalNanos the interval drawn last
 * @param dueNanos how long the sample must become
 * @param dice the state of the dice
 */
public record HillClimb(
    HillClimbSettings settings,
    double control,
    int lastSize,
    double noise,
    long samples,
    Series throughputs,
    Series sizes,
    Collected collected,
    long intervalNanos,
    long dueNanos,
    long dice)
    implements SizingPolicy {

  private static final long MILLI = 1_000_000;

  /** How long to wait for the tasks that are missing at a sample's edges. */
  private static final long EDGE_NANOS = 10 * MILLI;

  public static final PolicyEntry ENTRY =
      new PolicyEntry(
          "hill-climb",
          "Makes the size a wave and climbs where the same wave shows in the throughput.",
          ".NET thread pool, hill climbing; Fuentes 2010",
          HillClimbSettings.PARAMETERS,
          given -> HillClimb.of(HillClimbSettings.of(given), given.value(HillClimbSettings.SEED)));

  static HillClimb of(HillClimbSettings settings, long seed) {
    Dice dice = new Dice(seed);
    long interval = draw(settings, dice);
    return new HillClimb(
        settings,
        0,
        0,
        0,
        0,
        Series.EMPTY,
        Series.EMPTY,
        Collected.NOTHING,
        interval,
        interval,
        dice.state());
  }

  /** The result of the last samples: the complex ratio, and how far it can be believed. */
  private record Wave(Goertzel ratio, double trust, double noise) {}

  @Override
  public Advice advise(Observation seen) {
    int asked = seen.size().workersTarget();
    Collected sample = collected.with(seen);
    boolean draining = seen.size().workersCurrent() > asked;
    if (!sample.lasts(dueNanos) || sample.completed() == 0 || draining) {
      return new Advice(asked, "collecting", collecting(sample, dueNanos));
    }
    double edgeError = (asked - 1.0) / sample.completed();
    if (samples > 0 && edgeError >= settings.edgeErrorMax()) {
      Reason why = Reason.of("collecting, too few tasks ended: %d", sample.completed());
      long due = Windows.sum(sample.lengthNanos(), EDGE_NANOS);
      return new Advice(asked, why, collecting(sample, due));
    }
    return decide(seen, asked, sample);
  }

  private Advice decide(Observation seen, int asked, Collected sample) {
    Dice drawn = new Dice(dice);
    long interval = asked == lastSize ? intervalNanos : draw(settings, drawn);
    Series allThroughputs = throughputs.with(sample.throughputPerSecond(), settings.samplesMax());
    Series allSizes = sizes.with(asked, settings.samplesMax());
    long count = samples + 1;
    Wave wave = wave(allThroughputs, allSizes, count);
    double move = move(wave, sample.seconds(), processorsBusy(seen));

    int floor = settings.floor(seen);
    double moved = control + (asked - lastSize) + move;
    int height = height(moved, wave.noise());
    double held = Math.max(floor, Math.min(settings.ceiling() - height, moved));
    boolean high = count / (settings.wavePeriod() / 2) % 2 == 1;
    int size = Limits.of(floor, settings.ceiling()).clamp((int) (held + (high ? height : 0)));
    if (size != asked) {
      interval = draw(settings, drawn);
    }
    return new Advice(
        size,
        why(wave, move, held, high ? height : 0),
        new HillClimb(
            settings,
            held,
            size,
            wave.noise(),
            count,
            allThroughputs,
            allSizes,
            Collected.NOTHING,
            interval,
            pause(interval, wave.ratio().real(), size == floor),
            drawn.state()));
  }

  private Wave wave(Series allThroughputs, Series allSizes, long count) {
    int period = settings.wavePeriod();
    int used = (int) Math.min(count - 1, settings.samplesMax()) / period * period;
    double throughput = used > period ? allThroughputs.last(used).mean() : 0;
    if (throughput <= 0) {
      return new Wave(Goertzel.ZERO, 0, noise);
    }
    Series x = allThroughputs.last(used);
    Series n = allSizes.last(used);
    int waves = used / period;
    Goertzel inThroughput = Goertzel.of(x, period).over(throughput);
    double error = Goertzel.of(x, (double) used / (waves + 1)).over(throughput).magnitude();
    double below = (double) used / (waves - 1);
    if (below <= used) {
      error = Math.max(error, Goertzel.of(x, below).over(throughput).magnitude());
    }
    Goertzel inSize = Goertzel.of(n, period).over(n.mean());
    double weight = settings.noiseSmoothing();
    double smoothed = noise == 0 ? error : weight * error + (1 - weight) * noise;
    double worst = Math.max(smoothed, error);
    double trust = worst > 0 ? inSize.magnitude() / worst / settings.signalToNoise() : 1;
    Goertzel ratio = inThroughput.minus(inSize.times(settings.bias())).over(inSize);
    return new Wave(ratio, trust, smoothed);
  }

  private double move(Wave wave, double seconds, boolean processorsBusy) {
    double believed =
        Math.max(-1, Math.min(1, wave.ratio().real())) * Math.max(0, Math.min(1, wave.trust()));
    double weakened =
        StrictMath.pow(Math.abs(believed), settings.gainExponent()) * Math.signum(believed);
    double move =
        Math.min(
            weakened * settings.workersPerSecondMax() * seconds, settings.workersPerSampleMax());
    return move > 0 && processorsBusy ? 0 : move;
  }

  /** How high the wave must be to be seen in the noise. */
  private int height(double around, double relativeNoise) {
    double needed =
        0.5 + around * relativeNoise * settings.signalToNoise() * settings.waveFactor() * 2;
    return Math.max(1, (int) Math.min(settings.waveMagnitudeMax(), needed));
  }

  private boolean processorsBusy(Observation seen) {
    OptionalDouble process = seen.host().processBusyCores();
    OptionalDouble busy = process.isPresent() ? process : seen.host().hostBusyCores();
    return busy.isPresent() && busy.getAsDouble() > settings.cpuMax() * seen.host().cores();
  }

  /** At the smallest size, and with less wanted, there is less hurry. */
  private static long pause(long interval, double ratio, boolean smallest) {
    return ratio < 0 && smallest ? (long) (interval * 10 * Math.min(-ratio, 1)) : interval;
  }

  private Reason why(Wave wave, double move, double held, int up) {
    return wave.trust() == 0
        ? Reason.of("no wave to see yet: %.1f, +%d for the wave", held, up)
        : Reason.of(
            "gain %+.2f of the fair part, trust %.2f: moves %+.2f to %.1f, +%d for the wave",
            wave.ratio().real(), Math.min(1, wave.trust()), move, held, up);
  }

  private HillClimb collecting(Collected sample, long due) {
    return new HillClimb(
        settings,
        control,
        lastSize,
        noise,
        samples,
        throughputs,
        sizes,
        sample,
        intervalNanos,
        due,
        dice);
  }

  private static long draw(HillClimbSettings settings, Dice dice) {
    long millis = (settings.sampleNanosMax() - settings.sampleNanosMin()) / MILLI;
    long drawn = (long) (dice.nextDouble() * (millis + 1));
    return settings.sampleNanosMin() + drawn * MILLI;
  }
}
