package dev.flyball.policies.climb;

import dev.flyball.base.Require;
import dev.flyball.base.Workers;
import dev.flyball.policy.Advice;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Reason;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.spec.Parameter;
import dev.flyball.policy.spec.PolicyEntry;
import java.util.List;
import java.util.Optional;

/**
 * A climb along the slope of throughput over size, by steps that shrink as it goes on: control
 * theory.
 *
 * <p>How it decides, after m windows at one size:
 *
 * <pre>{@code
 * x(k+1)  = x(k) + sign(delta) * ceil(a * |delta|)
 * delta   = (mean throughput at x(k) - mean throughput at x(k-1)) / (x(k) - x(k-1))
 * a       = e^(-s) * gain / sqrt(k+1)
 * s       = the standard deviation of the mean throughput at x(k)
 * }</pre>
 *
 * <p>Worked, with throughput counted in thousands per second: 3.50 at 8 workers and 4.02 at 10 are
 * a slope of 0.26 per worker; at k = 2, with s = 0.05, a = 0.951 * 5 / sqrt(3) = 2.75, so
 * ceil(0.71) = 1 worker more.
 *
 * <p>Why: the slope says where to go and how much there is to gain; the noisier the measurement,
 * the smaller the step; and as steps grow smaller, the climb comes to rest.
 *
 * <p>What the source leaves open, and how it is read here:
 *
 * <ul>
 *   <li>The unit of throughput. The slope is multiplied by it and s stands in an exponent, so the
 *       method is another one in tasks per second and in thousands of them. As printed it is 1
 *       task/s; {@code unit} changes it.
 *   <li>m: {@code windows}, 5. The deviation of the mean is the sample's over the square root of m.
 *   <li>The first step, when there is one point and no slope: one worker more.
 *   <li>A slope of 0 moves nothing, and then x(k) = x(k-1) gives no slope at all; so x(k-1) is
 *       always the last other size, and the size is measured again.
 *   <li>When the size asked for was not given (a limit, a freeze, nothing below 1): one worker the
 *       other way.
 *   <li>A window in which nothing happened is no sample, so idle for ever means a settled size.
 * </ul>
 *
 * <p>Assumes that a slope can be seen in m windows. Fails where noise hides it: near the top the
 * slope is small, its sign is the noise's, each step is at least one worker, and the climb turns
 * into a random walk. In tasks per second a slope of 250 makes a step of 884 workers (k = 1), and a
 * deviation of 746 or more makes e^-s nothing, and the pool stands still for ever.
 *
 * <p>Source: Trub, Adaptive Thread Pool, 2021, "Control Theory"; after Hellerstein, Morrison and
 * Eilebrecht, Optimizing Concurrency Levels in the .NET ThreadPool, 2008.
 *
 * @param gain the control gain g
 * @param windows how many windows make one measurement, m, at least 1
 * @param unitPerSecond the throughput that counts as 1, in tasks per second, above 0
 * @param steps the decisions so far, k
 * @param step the last change that was asked for, in workers; 0 before the first
 * @param before the last other size and its throughput; empty before the first step
 * @param size the size that is being measured; 0 before the first window
 * @param samples the throughputs measured at that size, in the unit
 */
public record GradientClimb(
    double gain,
    int windows,
    double unitPerSecond,
    int steps,
    int step,
    Optional<Point> before,
    int size,
    Series samples)
    implements SizingPolicy {

  /** A throughput beyond this is not told from it, so that its square is still a number. */
  private static final double MOST = 1e150;

  private static final Parameter<Double> GAIN =
      Parameter.positive("gain", "5", "the control gain g: how far a slope carries");
  private static final Parameter<Integer> WINDOWS =
      Parameter.count("windows", 1, "5", "the windows that make one measurement, m");
  private static final Parameter<Double> UNIT =
      Parameter.positive("unit", "1", "the throughput that counts as 1, in tasks per second");

  public static final PolicyEntry ENTRY =
      new PolicyEntry(
          "gradient-climb",
          "Climbs along the slope of throughput over size, by steps that shrink as it goes on.",
          "Trub 2021 (control theory); Hellerstein, Morrison and Eilebrecht 2008",
          List.of(GAIN, WINDOWS, UNIT),
          given -> GradientClimb.of(given.value(GAIN), given.value(WINDOWS), given.value(UNIT)));

  /** A size and its mean throughput, in the unit. */
  record Point(int size, double throughput) {}

  public GradientClimb {
    Require.above("gain", 0, gain);
    Require.atLeast("windows", 1, windows);
    Require.above("unitPerSecond", 0, unitPerSecond);
    Require.atLeast("steps", 0, steps);
  }

  /** The policy before it has seen anything. */
  public static GradientClimb of(double gain, int windows, double unitPerSecond) {
    return new GradientClimb(gain, windows, unitPerSecond, 0, 0, Optional.empty(), 0, Series.EMPTY);
  }

  @Override
  public Advice advise(Observation seen) {
    int asked = seen.size().workersTarget();
    if (seen.idle()) {
      return new Advice(asked, Reason.of("nothing happened: stays at %d", asked), this);
    }
    double throughput = Math.min(MOST, seen.throughputPerSecond() / unitPerSecond);
    Series measured = (size == asked ? samples : Series.EMPTY).with(throughput, windows);
    if (measured.size() < windows) {
      Reason why = Reason.of("collecting, window %d of %d at %d", measured.size(), windows, asked);
      return new Advice(asked, why, at(asked, measured, before, steps, step));
    }
    return decide(asked, measured.mean(), measured.deviationOfMean());
  }

  private Advice decide(int asked, double throughput, double deviation) {
    Point here = new Point(asked, throughput);
    if (before.isEmpty()) {
      return moved(here, 1, Reason.of("one size has no slope: one worker more to get a second"));
    }
    if (before.get().size() == asked) {
      int back = step > 0 ? -1 : 1;
      return moved(here, back, Reason.of("the last step was not taken: one worker the other way"));
    }
    Point other = before.get();
    double slope = (throughput - other.throughput()) / ((double) asked - other.size());
    double factor = StrictMath.exp(-deviation) * gain / Math.sqrt(steps + 1.0);
    double workers = Math.signum(slope) * Math.ceil(factor * Math.abs(slope));
    Reason why =
        Reason.of(
            "slope %+.4g per worker from %d to %d, deviation %.3g: step %+.0f",
            slope, other.size(), asked, deviation, workers);
    return moved(here, workers, why);
  }

  private Advice moved(Point here, double change, Reason why) {
    int workers = Workers.moved(here.size(), change);
    int decisions = (int) Math.min(Integer.MAX_VALUE, steps + 1L);
    Optional<Point> from = change == 0 ? before : Optional.of(here);
    return new Advice(
        workers, why, at(workers, Series.EMPTY, from, decisions, change < 0 ? -1 : 1));
  }

  private GradientClimb at(
      int workers, Series measured, Optional<Point> from, int decisions, int direction) {
    return new GradientClimb(
        gain, windows, unitPerSecond, decisions, direction, from, workers, measured);
  }
}
