package dev.flyball.lab.trial;

import dev.flyball.control.Decision;
import dev.flyball.lab.load.LoadResult;
import dev.flyball.lab.load.TimingSummary;
import dev.flyball.lab.report.LineChart.Point;
import dev.flyball.lab.report.LineChart.Series;
import dev.flyball.lab.report.RunRow;
import dev.flyball.lab.report.Spread;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What a trial measured, from the client's side and from the pool's.
 *
 * @param policy what decided the pool's size
 * @param seed what the load grew from
 * @param load the client's side
 * @param samples the pool, about once a second
 * @param pool the pool over the whole trial
 * @param decisions the decisions on the pool's size
 * @param cutShort whether somebody ended it before its time
 */
public record TrialResult(
    String policy,
    long seed,
    LoadResult load,
    List<PoolSample> samples,
    PoolOutcome pool,
    List<Decision> decisions,
    boolean cutShort) {

  public TrialResult {
    samples = List.copyOf(samples);
    decisions = List.copyOf(decisions);
  }

  /** The row of a table, and of the machine-readable report. */
  public RunRow row() {
    return RunRow.builder(policy, seed)
        .offered(load.offered())
        .completed(load.completed())
        .failed(load.failed() + load.timedOut() + load.counts().outstanding())
        .throughputPerSecond(load.throughputPerSecond())
        .responseMillis(response())
        .waitMillis(pool.waitMillis())
        .workersMean(pool.workersMean())
        .workersMax(pool.workersMax())
        .workerSeconds(pool.workerSeconds())
        .resizes(pool.resizes())
        .extra("offeredPerSecond", load.offeredPerSecond())
        .extra("throughputToLastResponse", load.throughputToLastResponse())
        .extra("sendLagMillisP99", load.sendLag().percentileNanos(99) / 1e6)
        .extra("timedOut", load.timedOut())
        .extra("rejected", load.rejected())
        .extra("cutShort", cutShort)
        .build();
  }

  /** The quantiles of response time that the client saw. */
  public Spread response() {
    TimingSummary seen = load.responseTimes().summary();
    return seen.count() == 0
        ? Spread.UNKNOWN
        : Spread.ofNanos(
            seen.p50Nanos(), seen.p90Nanos(), seen.p95Nanos(), seen.p99Nanos(), seen.maxNanos());
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
