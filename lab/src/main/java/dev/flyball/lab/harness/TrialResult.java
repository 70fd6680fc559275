package dev.flyball.lab.harness;

import dev.flyball.control.Decision;
import dev.flyball.lab.harness.Trial.PoolSample;
import dev.flyball.lab.load.LoadResult;
import dev.flyball.lab.load.LoadResult.Outcome;
import dev.flyball.lab.report.RunRow;
import dev.flyball.lab.report.RunRow.Spread;
import dev.flyball.lab.report.chart.LineChart.Point;
import dev.flyball.lab.report.chart.LineChart.Series;
import dev.flyball.policy.Observation;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.ToDoubleFunction;

/**
 * The measurements of a trial, from the client's side and from the pool's.
 *
 * @param policy the policy, or other rule, that set the pool's size
 * @param seed the seed of the load
 * @param load the client's side
 * @param samples the pool, about once a second
 * @param pool the pool over the whole trial
 * @param workersMax the most workers alive at once
 * @param resizes how often the size asked for was changed; unknown where that is its own affair
 * @param decisions the decisions on the pool's size
 * @param cutShort whether it was ended before its time
 */
public record TrialResult(
    String policy,
    long seed,
    LoadResult load,
    List<PoolSample> samples,
    Observation pool,
    int workersMax,
    Optional<Long> resizes,
    List<Decision> decisions,
    boolean cutShort) {

  private static final double LATE_SHARE = 0.1;

  public TrialResult {
    samples = List.copyOf(samples);
    decisions = List.copyOf(decisions);
  }

  /** The row of a table, and of the machine-readable report. */
  public RunRow row() {
    return basics()
        .extra("offeredPerSecond", load.offeredPerSecond())
        .extra("throughputToLastResponse", load.throughputToLastResponse())
        .extra("sendLagMillisP99", load.sendLag().percentileNanos(99) / 1e6)
        .extra("sentLate", sentLate())
        .extra("timedOut", load.counts().timedOut())
        .extra("rejected", load.counts().of(Outcome.REJECTED))
        .extra("cutShort", cutShort)
        .build();
  }

  /** The figures that every row has. */
  public RunRow.Builder basics() {
    RunRow.Builder row = RunRow.builder(policy, seed);
    resizes.ifPresent(row::resizes);
    return row.offered(load.counts().offered())
        .completed(load.counts().completed())
        .failed(load.counts().failed() + load.counts().timedOut() + load.counts().outstanding())
        .throughputPerSecond(load.throughputPerSecond())
        .responseMillis(response())
        .waitMillis(Spread.of(pool.times().waitQuantiles()))
        .workersMean(pool.size().workersMean())
        .workersMax(workersMax)
        .workerSeconds(workerSeconds());
  }

  /** The sum of the workers' lifetimes, in seconds. */
  public double workerSeconds() {
    return pool.window().seconds() * pool.size().workersMean();
  }

  /**
   * Quantiles of the response time over all requests that were offered: one that was never answered
   * counts as one that takes for ever, so a pool gains nothing by failing. Unknown beyond the share
   * that was answered.
   */
  public Spread response() {
    return new Spread(
        withinMillis(50), withinMillis(90), withinMillis(95), withinMillis(99), withinMillis(100));
  }

  private double withinMillis(double percentOfOffered) {
    OptionalLong nanos = load.percentileOfOfferedNanos(percentOfOffered);
    return nanos.isPresent() ? nanos.getAsLong() / 1e6 : Double.NaN;
  }

  /**
   * Whether requests left so late that response times say more of the generator than of the pool.
   */
  public boolean sentLate() {
    double lagMillis = load.sendLag().percentileNanos(99) / 1e6;
    double medianMillis = response().p50();
    return lagMillis > LATE_SHARE * medianMillis;
  }

  /** One figure of the samples over the seconds of the trial. */
  public Series overTime(ToDoubleFunction<PoolSample> figure) {
    return Series.steps(
        policy,
        samples.stream()
            .map(sample -> new Point(sample.atSeconds(), figure.applyAsDouble(sample)))
            .toList());
  }

  /** Responses completed in each second of the trial. */
  public Series completedOverTime() {
    return Series.of(
        policy,
        load.seconds().stream()
            .map(second -> new Point(second.index() + 1, second.completed()))
            .toList());
  }
}
