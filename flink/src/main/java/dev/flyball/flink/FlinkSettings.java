package dev.flyball.flink;

import dev.flyball.base.Durations;
import dev.flyball.base.Require;
import java.time.Duration;

/**
 * What is left to the user of a {@link FlinkGovernor}.
 *
 * @param budget the most subtasks of all vertices together, sources included; from 1 to {@value
 *     #BUDGET_MAX}, which leaves it to the slots
 * @param utilisation the planned busy share of a vertex, above 0 and at most 1
 * @param thresholds when it acts
 * @param windows how many windows in a row have to say that a rescale is worth it, at least 1
 * @param coolDown the shortest time between two rescales
 * @param rescaleTimeout how long a rescale may take before what came is accepted
 * @param adviseOnly whether it only says what it would do
 */
public record FlinkSettings(
    int budget,
    double utilisation,
    Thresholds thresholds,
    int windows,
    CoolDown coolDown,
    Duration rescaleTimeout,
    boolean adviseOnly) {

  /** The largest budget: none but the cluster's slots. */
  public static final int BUDGET_MAX = 100_000;

  /**
   * When a rescale is worth it.
   *
   * @param low the busy share below which a vertex may lose subtasks, at most the planned one
   * @param high the busy share above which the job is rescaled, at least the planned one
   * @param gainMin the smallest predicted gain worth a restart, as a share
   */
  public record Thresholds(double low, double high, double gainMin) {
    public Thresholds {
      Require.finiteAtLeast("gainMin", 0, gainMin);
    }
  }

  /**
   * The longer of two times.
   *
   * @param min a time of its own
   * @param restarts a multiple of the measured restart
   */
  public record CoolDown(Duration min, double restarts) {
    public CoolDown {
      Durations.atMostAYear("coolDownMin", Require.notNegative("coolDownMin", min));
      Require.finiteAtLeast("coolDownRestarts", 0, restarts);
    }
  }

  public FlinkSettings {
    Require.between("budget", 1, BUDGET_MAX, budget);
    Require.above("utilisation", 0, utilisation);
    Require.between("utilisation", 0, 1, utilisation);
    Require.between("low", 0, utilisation, thresholds.low);
    Require.between("high", utilisation, 1, thresholds.high);
    Require.atLeast("windows", 1, windows);
    Durations.atMostAYear("rescaleTimeout", Require.positive("rescaleTimeout", rescaleTimeout));
  }

  /**
   * The defaults under a budget of subtasks: 0.6 to 0.9 busy, 10 %, 2 windows, 60 s or 20 restarts.
   */
  public static FlinkSettings of(int budget) {
    Duration minute = Duration.ofSeconds(60);
    return new FlinkSettings(
        budget, 0.8, new Thresholds(0.6, 0.9, 0.1), 2, new CoolDown(minute, 20), minute, false);
  }

  /** With other times between rescales. */
  public FlinkSettings withCoolDown(Duration min, double restarts) {
    CoolDown other = new CoolDown(min, restarts);
    return new FlinkSettings(
        budget, utilisation, thresholds, windows, other, rescaleTimeout, adviseOnly);
  }

  /** With other shares: when vertices lose or gain subtasks, and what a restart has to be worth. */
  public FlinkSettings withThresholds(double low, double high, double gainMin) {
    Thresholds other = new Thresholds(low, high, gainMin);
    return new FlinkSettings(
        budget, utilisation, other, windows, coolDown, rescaleTimeout, adviseOnly);
  }

  /** With another number of windows that have to agree. */
  public FlinkSettings withWindows(int other) {
    return new FlinkSettings(
        budget, utilisation, thresholds, other, coolDown, rescaleTimeout, adviseOnly);
  }

  /** With another time that a rescale may take. */
  public FlinkSettings withRescaleTimeout(Duration other) {
    return new FlinkSettings(budget, utilisation, thresholds, windows, coolDown, other, adviseOnly);
  }

  /** Only says what it would do. */
  public FlinkSettings advising() {
    return new FlinkSettings(
        budget, utilisation, thresholds, windows, coolDown, rescaleTimeout, true);
  }
}
