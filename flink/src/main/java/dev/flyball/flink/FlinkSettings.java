package dev.flyball.flink;

import dev.flyball.base.Require;
import java.time.Duration;

/**
 * What is left to the user of a {@link FlinkGovernor}.
 *
 * @param budget the most subtasks of all vertices together, sources included; from 1 to {@value
 *     #BUDGET_MAX}, which leaves it to the slots
 * @param utilisation the planned busy share of a vertex, above 0 and at most 1
 * @param low the busy share below which a vertex may lose subtasks
 * @param high the busy share above which the job is rescaled
 * @param gainMin the smallest predicted gain worth a restart, as a share
 * @param windows how many windows in a row have to say that a rescale is worth it, at least 1
 * @param coolDownMin the shortest time between two rescales
 * @param coolDownRestarts the cool-down in multiples of the measured restart
 * @param rescaleTimeout how long a rescale may take before what came is accepted
 * @param adviseOnly whether it only says what it would do
 */
public record FlinkSettings(
    int budget,
    double utilisation,
    double low,
    double high,
    double gainMin,
    int windows,
    Duration coolDownMin,
    double coolDownRestarts,
    Duration rescaleTimeout,
    boolean adviseOnly) {

  /** The largest budget: none but the cluster's slots. */
  public static final int BUDGET_MAX = 100_000;

  public FlinkSettings {
    Require.between("budget", 1, BUDGET_MAX, budget);
    Require.above("utilisation", 0, utilisation);
    Require.between("utilisation", 0, 1, utilisation);
    Require.between("low", 0, utilisation, low);
    Require.between("high", utilisation, 1, high);
    Require.finiteAtLeast("gainMin", 0, gainMin);
    Require.atLeast("windows", 1, windows);
    Require.notNegative("coolDownMin", coolDownMin);
    Require.finiteAtLeast("coolDownRestarts", 0, coolDownRestarts);
    Require.positive("rescaleTimeout", rescaleTimeout);
  }

  /**
   * The defaults under a budget of subtasks: 0.6 to 0.9 busy, 10 %, 2 windows, 60 s or 20 restarts.
   */
  public static FlinkSettings of(int budget) {
    return new FlinkSettings(
        budget, 0.8, 0.6, 0.9, 0.1, 2, Duration.ofSeconds(60), 20, Duration.ofSeconds(60), false);
  }

  /** With other times between rescales. */
  public FlinkSettings withCoolDown(Duration min, double restarts) {
    return new FlinkSettings(
        budget,
        utilisation,
        low,
        high,
        gainMin,
        windows,
        min,
        restarts,
        rescaleTimeout,
        adviseOnly);
  }

  /** With other shares: when vertices lose or gain subtasks, and what a restart has to be worth. */
  public FlinkSettings withThresholds(double otherLow, double otherHigh, double otherGainMin) {
    return new FlinkSettings(
        budget,
        utilisation,
        otherLow,
        otherHigh,
        otherGainMin,
        windows,
        coolDownMin,
        coolDownRestarts,
        rescaleTimeout,
        adviseOnly);
  }

  /** With another number of windows that have to agree. */
  public FlinkSettings withWindows(int otherWindows) {
    return new FlinkSettings(
        budget,
        utilisation,
        low,
        high,
        gainMin,
        otherWindows,
        coolDownMin,
        coolDownRestarts,
        rescaleTimeout,
        adviseOnly);
  }

  /** With another time that a rescale may take. */
  public FlinkSettings withRescaleTimeout(Duration timeout) {
    return new FlinkSettings(
        budget,
        utilisation,
        low,
        high,
        gainMin,
        windows,
        coolDownMin,
        coolDownRestarts,
        timeout,
        adviseOnly);
  }

  /** Only says what it would do. */
  public FlinkSettings advising() {
    return new FlinkSettings(
        budget,
        utilisation,
        low,
        high,
        gainMin,
        windows,
        coolDownMin,
        coolDownRestarts,
        rescaleTimeout,
        true);
  }
}
