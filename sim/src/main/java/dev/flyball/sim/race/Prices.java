package dev.flyball.sim.race;

import dev.flyball.base.Require;
import dev.flyball.files.Units;
import dev.flyball.sim.PoolOutcome;

/**
 * The prices of a run, with a task in the system as the unit; see {@link Cost}.
 *
 * @param worker what a worker that exists costs, as a share of what a task in the system costs
 * @param lossSeconds what a task that is turned away or never finished costs, in seconds
 */
public record Prices(double worker, double lossSeconds) {

  /** The prices of every race, unless others are named. */
  public static final Prices STANDARD = new Prices(0.1, PoolOutcome.Account.LOSS_NANOS / 1e9);

  public Prices {
    Require.above("worker", 0, worker);
    Require.above("lossSeconds", 0, lossSeconds);
  }

  /** The same with another price of a worker. */
  public Prices withWorker(double other) {
    return new Prices(other, lossSeconds);
  }

  /** The same with another price of a lost task. */
  public Prices withLossSeconds(double other) {
    return new Prices(worker, other);
  }

  /** The formula of the cost with these prices, in words. */
  String formula() {
    return "cost = (tasks in the system + "
        + Units.plain(worker)
        + " * workers, both integrated over time, + "
        + Units.plain(lossSeconds)
        + " s for each task turned away or never finished) / tasks offered";
  }
}
