package dev.flyball.policy.standard.window;

import dev.flyball.policy.part.Windows;

/**
 * The amount of work in one independent sample: what a count of events is made of.
 *
 * <p>A hundred tasks of one length are a hundred samples of how fast things go; ninety-nine of a
 * millisecond and one of five seconds are hardly more than one. For tasks that come independently
 * the variance of the work done is the sum of its squares, so {@code sum of squares / sum} of the
 * kinds' reference times is the unit in which work has the variance of a count (the index of
 * dispersion). Service times that scatter within a kind add to that: it is never less than {@value
 * #SCATTER} times the work of a mean task, nor than what was seen while a size was held.
 *
 * @param perTask the work of a task that comes, in nanoseconds; 0 while not known
 * @param squares the squares of the works that ended, forgotten over some hundred tasks
 * @param sum the works themselves, forgotten likewise
 * @param dispersion what windows at a held size scattered by, in nanoseconds; 0 while not known
 * @param variance the variance of the slowness that one sample shows, as a share of it squared: how
 *     service times scatter within their kinds, and from window to window
 * @param lastSlowness the slowness in the last window; 0 before the first
 * @param lastSamples how many samples that rests on
 */
public record WorkUnit(
    double perTask,
    double squares,
    double sum,
    double dispersion,
    double variance,
    double lastSlowness,
    double lastSamples) {

  public static final WorkUnit UNKNOWN = new WorkUnit(0, 0, 0, 0, 1, 0, 0);

  /**
   * How much slowness changes by itself from one measurement to the next: the variance, as a share.
   */
  public static final double DRIFT = 0.005;

  private static final double SCATTER = 1.2;
  private static final double MEMORY_TASKS = 300;
  private static final double ARRIVALS = 50;
  private static final double VARIANCE_MAX = 4;
  private static final double DISPERSION_MAX = 50;
  private static final double NANOS_MIN = 1;
  private static final double NOTHING_KNOWN_NANOS = 1e6;

  public WorkUnit with(Stretch seen) {
    double task = perTask;
    if (seen.offeredKnown() && seen.came() > 0) {
      double share = task == 0 ? 1 : Math.min(1, seen.came() / ARRIVALS);
      task += share * (seen.offered() / seen.came() - task);
    } else if (task == 0 && seen.ended() > 0) {
      task = seen.reference() / seen.ended();
    }
    boolean told = seen.ended() > 0 && seen.squares() > 0;
    double kept = told ? StrictMath.exp(-seen.ended() / MEMORY_TASKS) : 1;
    return new WorkUnit(
            Windows.finite(task),
            Windows.finite(squares * kept + (told ? seen.squares() : 0)),
            Windows.finite(sum * kept + (told ? seen.reference() : 0)),
            dispersion,
            variance,
            lastSlowness,
            lastSamples)
        .timed(seen);
  }

  /** Two windows in a row differ by what samples scatter, and the fewer they are the more. */
  private WorkUnit timed(Stretch seen) {
    if (seen.done() <= 0 || seen.serviceNanos() <= 0 || seen.cpuShort()) {
      return this;
    }
    double slowness = seen.serviceNanos() / seen.done();
    double samples = samples(seen.done());
    double now = variance;
    if (lastSlowness > 0) {
      double off = StrictMath.log(slowness / lastSlowness);
      double one = off * off / (1 / samples + 1 / lastSamples);
      now += 0.1 * (Math.min(VARIANCE_MAX, one) - variance);
    }
    return new WorkUnit(perTask, squares, sum, dispersion, now, slowness, samples);
  }

  /** The variance of the slowness that so much work shows, as a share of it squared. */
  public double slownessVariance(double work) {
    return variance / samples(work);
  }

  /** The same of the ratio of two, between which what stands behind the pool may have changed. */
  public double slownessVariance(double work, double other) {
    return slownessVariance(work) + slownessVariance(other) + DRIFT;
  }

  /** How many tasks' service times so much work shows. */
  public double samples(double work) {
    return work / kindsNanos();
  }

  /** After a window at a held size in which so much work was expected, and so much was done. */
  public WorkUnit scattered(double expected, double done) {
    double off = (done - expected) * (done - expected) / expected;
    double bounded = Math.min(off, 1.2 * DISPERSION_MAX * perTask);
    double now = dispersion == 0 ? bounded : dispersion + 0.1 * (bounded - dispersion);
    return new WorkUnit(
        perTask, squares, sum, Windows.finite(now), variance, lastSlowness, lastSamples);
  }

  /** The work of one sample, in nanoseconds, at least 1. */
  public double nanos() {
    double scattered = Math.min(DISPERSION_MAX * perTask, dispersion);
    return Math.max(NANOS_MIN, Math.max(SCATTER * kindsNanos(), scattered));
  }

  /** The same, were all tasks of a kind of one length. */
  private double kindsNanos() {
    double mean = perTask > 0 ? perTask : NOTHING_KNOWN_NANOS;
    return sum > 0 ? Math.max(mean, squares / sum) : mean;
  }

  /** The work of tasks that came, in nanoseconds, where their kinds are not known. */
  public double offered(Stretch seen) {
    return seen.offeredKnown() || perTask == 0 ? seen.offered() : seen.came() * perTask;
  }
}
