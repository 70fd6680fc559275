package dev.flyball.sim.race;

import dev.flyball.base.Require;
import dev.flyball.files.Units;
import dev.flyball.sim.PoolOutcome;

/**
 * The prices of a run, with a task in the system as the unit; see {@link Cost}.
 *
 * @param worker the price of an existing worker, as a share of that of a task in the system
 * @param lossSeconds the price of a task that is rejected or never finished, in seconds
 */
public record Prices(double worker, double lossSeconds) {

  /** The default prices of every race. */
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
