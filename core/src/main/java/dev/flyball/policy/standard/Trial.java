package dev.flyball.policy.standard;

import dev.flyball.policy.standard.window.Stretch;
import dev.flyball.policy.standard.window.WorkUnit;

/**
 * Another size, tried beside a measured one: does the work grow with the workers, or hardly?
 *
 * <p>A sequential test of two hypotheses on the rate of work after a step up by the ratio r: that
 * it is r^gain times what it was ("workers matter"), or r^0.1 times ("they hardly do"). What was
 * measured before is itself a count, so the likelihood is that of a Poisson count whose rate is
 * gamma distributed:
 *
 * <pre>{@code
 * llr = k ln(g1 / g0) - (b + k) ln((B + t g1) / (B + t g0))
 * }</pre>
 *
 * with b samples of work in the time B before, k in the time t since, g1 = r^gain, g0 = r^0.1. That
 * nothing ends is evidence as well: it costs the hypothesis that expects more. It is decided at
 * {@value #MATTERS} or -{@value #HARDLY}; after {@value #SAMPLES_MAX} samples, or some seconds, by
 * the sign. Time counts once tasks that were begun before have ended.
 *
 * <p>Worked: from 8 to 16 workers, 20 samples in 1 s before; 16 in 0.4 s since, twice the rate: llr
 * = 16 * 0.45 - 36 * ln(1.673 / 1.429) = 1.5.
 *
 * <p>Source of the test: Wald 1945, "Sequential tests of statistical hypotheses", Annals of
 * Mathematical Statistics 16(2).
 *
 * <p><b>Down</b> the hypotheses are r^{@value #LESS_GAIN} and r^{@value #LESS_HARDLY}, so a smaller
 * size must get about as much done: while tasks wait, a worker less is no gain that a longer queue
 * would be worth. And the service times speak, too: throughput is workers / slowness (Little), so
 * with S the service time per work, and k samples on each side,
 *
 * <pre>{@code
 * x = ln(to / from) + ln(S_from / S_to),  variance = v (1 / k_from + 1 / k_to) + 0.005
 * }</pre>
 *
 * whose normal log likelihood ratio is added; v is how slowness scatters ({@link
 * WorkUnit#slownessVariance}). Up they do not, for what ends first on new workers is short, or was
 * begun before.
 *
 * @param from the size that was measured
 * @param to the size that is tried; 0 for no trial
 * @param samples of work done since it counts
 * @param nanos since it counts
 * @param serviceNanos service time of the tasks that ended in that time
 * @param busyNanos time that workers were busy in that time
 * @param work the work of the tasks that ended
 * @param beganNanos when the size was asked for
 * @param countsNanos from when on it counts
 */
record Trial(
    int from,
    int to,
    double samples,
    double nanos,
    double serviceNanos,
    double busyNanos,
    double work,
    long beganNanos,
    long countsNanos) {

  static final Trial NONE = new Trial(0, 0, 0, 0, 0, 0, 0, 0, 0);

  private static final double MATTERS = 1.5;
  private static final double HARDLY = 2;

  /** The elasticity of work below which more workers hardly matter. */
  static final double HARDLY_GAIN = 0.1;

  private static final double LESS_GAIN = 0.6;
  private static final double LESS_HARDLY = -0.2;
  private static final double LATE = 0;
  private static final double SAMPLES_MAX = 25;

  /** At rest busy workers take less than so many times as long for what ends. */
  private static final double BUSY_AT_REST = 1.8;

  /** The present result of a trial. */
  enum Answer {
    OPEN,
    MATTERS,
    HARDLY
  }

  static Trial of(int from, int to, long nowNanos, double serviceNanos) {
    long counts = Base.settledNanos(nowNanos, serviceNanos);
    return new Trial(from, to, 0, 0, 0, 0, 0, nowNanos, counts);
  }

  /** What was seen of two sizes, the one after the other, as if the second were tried. */
  static Trial between(Base before, Base since) {
    return new Trial(
        before.workers(),
        since.workers(),
        since.samples(),
        since.nanos(),
        since.serviceNanos(),
        0,
        since.work(),
        since.countsNanos(),
        since.countsNanos());
  }

  /** The same with no more than so many workers; none, where that is no step up. */
  Trial clamped(int workers) {
    return workers <= from
        ? NONE
        : new Trial(
            from, workers, samples, nanos, serviceNanos, busyNanos, work, beganNanos, countsNanos);
  }

  boolean none() {
    return to == 0;
  }

  boolean up() {
    return to > from;
  }

  Trial with(Stretch seen, double unitNanos) {
    if (seen.endNanos() < countsNanos || (seen.shrinking() && !up())) {
      return this;
    }
    return new Trial(
        from,
        to,
        samples + seen.done() / unitNanos,
        nanos + seen.nanos(),
        serviceNanos + seen.serviceNanos(),
        busyNanos + seen.busy() * seen.nanos(),
        work + seen.done(),
        beganNanos,
        countsNanos);
  }

  /** The logarithm of how much likelier it is that workers matter. */
  double evidence(Base base, double gain, WorkUnit unit) {
    return up()
        ? counted(base, gain, HARDLY_GAIN)
        : counted(base, LESS_GAIN, LESS_HARDLY) + timed(base, unit);
  }

  private double counted(Base base, double most, double least) {
    if (nanos == 0) {
      return 0;
    }
    double ratio = (double) to / from;
    double matters = StrictMath.pow(ratio, most);
    double hardly = StrictMath.pow(ratio, least);
    double either =
        StrictMath.log((base.nanos() + nanos * matters) / (base.nanos() + nanos * hardly));
    return samples * StrictMath.log(matters / hardly) - (base.samples() + samples) * either;
  }

  private double timed(Base base, WorkUnit unit) {
    Base tried = base();
    if (!tried.timed() || !base.timed()) {
      return 0;
    }
    double workers = StrictMath.log((double) to / from);
    double rate = StrictMath.log(tried.timedRate() / base.timedRate());
    double variance = unit.slownessVariance(work, base.work());
    double matters = LESS_GAIN * workers;
    double hardly = LESS_HARDLY * workers;
    return (matters - hardly) * (2 * rate - matters - hardly) / (2 * variance);
  }

  /**
   * Whether enough has ended, and at rest, so that a step up needs no other proof. What has ended
   * is not all: where some tasks are stuck, those that end are the others. So the time that workers
   * were busy must have brought nearly as much work as at rest, too; not quite, for it holds tasks
   * that have only begun.
   */
  boolean atRest(RestSlowness rest) {
    double least = rest.slowness() * work;
    return samples >= 3
        && work > 0
        && serviceNanos < RestSlowness.AT_REST * least
        && busyNanos < BUSY_AT_REST * least;
  }

  /** Whether a refusal would rest on next to nothing: little ended, or it was not slower. */
  boolean weak(RestSlowness rest) {
    return samples < 3 || serviceNanos <= RestSlowness.AT_REST * rest.slowness() * work;
  }

  Answer answer(double evidence, long nowNanos, double restNanos) {
    boolean late = samples >= SAMPLES_MAX || nanos > 3e9 + 4 * restNanos;
    if (evidence > (late ? LATE : MATTERS)) {
      return Answer.MATTERS;
    }
    boolean over = nowNanos - beganNanos > 4e9 + 6 * restNanos;
    return evidence <= (late ? LATE : -HARDLY) || over ? Answer.HARDLY : Answer.OPEN;
  }

  /** Whether the answer rests on enough to be believed without a second one. */
  boolean sure(double evidence) {
    return evidence > MATTERS && samples >= 4;
  }

  /** What was measured at the tried size, to go on from. */
  Base base() {
    return new Base(to, samples, nanos, 0, 0, serviceNanos, work);
  }
}
