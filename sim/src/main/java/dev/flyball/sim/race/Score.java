package dev.flyball.sim.race;

import dev.flyball.policy.Observation;
import dev.flyball.sim.Outcome;
import dev.flyball.sim.PoolOutcome;
import dev.flyball.sim.scenario.Scenario;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * The figures that a run is judged by; NaN if there is none, as for the response time of no task.
 *
 * <p>Several pools count as one: tasks, workers and resizes are summed, quantiles and overshoot are
 * those of the worst pool, settling is averaged.
 *
 * @param costSeconds the cost of the run in seconds per task; see {@link Cost}
 * @param avoidableSeconds the part of the cost that some sizes might have avoided; see {@link
 *     Cost#avoidableSecondsPerTask}
 * @param completedShare tasks that were not lost, as a share of those offered, 1 when none was
 *     offered
 * @param goodShare the goodput: tasks that ended well within their pool's deadline, as a share of
 *     those offered
 * @param throughputPerSecond tasks that ended per second, while tasks arrived
 * @param responseMeanSeconds from arrival to end, averaged over the tasks that ended
 * @param responseP95Seconds its 95th percentile
 * @param responseP99Seconds its 99th percentile
 * @param workerSeconds the sum of the workers' lifetimes
 * @param workersMean workers alive, averaged over the run
 * @param workersMax the maximum number of workers alive at once
 * @param resizes the number of changes of size
 * @param settleSeconds how long after each change of the load the size had settled; see {@link
 *     Settling}
 * @param overshoot how far the size went beyond the one it settled at, as a share of that one
 */
public record Score(
    double costSeconds,
    double avoidableSeconds,
    double completedShare,
    double goodShare,
    double throughputPerSecond,
    double responseMeanSeconds,
    double responseP95Seconds,
    double responseP99Seconds,
    double workerSeconds,
    double workersMean,
    int workersMax,
    int resizes,
    double settleSeconds,
    double overshoot) {

  /** The score of a run of a scenario. */
  public static Score of(Scenario scenario, Outcome outcome) {
    return of(
        outcome, Segment.between(scenario.turnsNanos(outcome.seed()), scenario.lengthNanos()));
  }

  private static Score of(Outcome outcome, List<Segment> segments) {
    long offered = outcome.offered();
    long completed = sum(outcome, pool -> pool.whole().flow().completed());
    long lost = sum(outcome, PoolOutcome::lost);
    double good = 0;
    for (PoolOutcome pool : outcome.pools()) {
      good += pool.account().good();
    }
    long completedInLength = sum(outcome, PoolOutcome::completedInLength);
    long responseNanos = sum(outcome, pool -> pool.whole().times().responseNanosSum());
    double workerNanos = 0;
    int workersMax = 0;
    int resizes = 0;
    double settleNanos = 0;
    double overshoot = 0;
    for (PoolOutcome pool : outcome.pools()) {
      Settling settling = Settling.of(pool.sizes(), segments);
      workerNanos += pool.workerNanos();
      workersMax += pool.workersMax();
      resizes += pool.resizes();
      settleNanos += settling.settleNanos() / outcome.pools().size();
      overshoot = Math.max(overshoot, settling.overshoot());
    }
    return new Score(
        Cost.secondsPerTask(outcome),
        Cost.avoidableSecondsPerTask(outcome),
        offered == 0 ? 1 : (double) (offered - lost) / offered,
        offered == 0 ? 1 : good / offered,
        completedInLength / (outcome.lengthNanos() / 1e9),
        completed == 0 ? Double.NaN : responseNanos / 1e9 / completed,
        worst(outcome, whole -> whole.times().responseQuantiles().p95Nanos()),
        worst(outcome, whole -> whole.times().responseQuantiles().p99Nanos()),
        workerNanos / 1e9,
        workerNanos / outcome.endNanos(),
        workersMax,
        resizes,
        settleNanos / 1e9,
        overshoot);
  }

  private static long sum(Outcome outcome, ToLongFunction<PoolOutcome> figure) {
    return outcome.pools().stream().mapToLong(figure).sum();
  }

  private static double worst(Outcome outcome, ToLongFunction<Observation> quantileNanos) {
    double worst = Double.NaN;
    for (PoolOutcome pool : outcome.pools()) {
      Observation whole = pool.whole();
      if (!whole.times().responseQuantiles().isEmpty()) {
        double seconds = quantileNanos.applyAsLong(whole) / 1e9;
        worst = worst >= seconds ? worst : seconds;
      }
    }
    return worst;
  }
}
