package dev.flyball.lab.tasks;

import dev.flyball.base.Dice;
import dev.flyball.base.Require;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * A load: the number of tasks, their sizes, the regularity of their arrivals, and the share of
 * computing in each.
 *
 * @param tasks how many
 * @param granularity how large they are, in units
 * @param regularity how regularly they come
 * @param unit how long a unit takes on a processor of its own: the size scale
 * @param sleeping the part of each task that sleeps, from 0 to 1; the rest computes
 * @param turns how often a task computes and then sleeps, at least 1
 * @param meanPerSecond tasks per second on average, above 0; without meaning for all at once
 * @param period the length of a wave or spell of the rate
 */
public record TaskLoad(
    int tasks,
    Granularity granularity,
    Regularity regularity,
    Duration unit,
    double sleeping,
    int turns,
    double meanPerSecond,
    Duration period) {

  public TaskLoad {
    Require.atLeast("tasks", 1, tasks);
    Require.positive("unit", unit);
    Require.between("sleeping", 0, 1, sleeping);
    Require.atLeast("turns", 1, turns);
    Require.above("meanPerSecond", 0, meanPerSecond);
    Require.positive("period", period);
  }

  /**
   * A task of a plan.
   *
   * @param atNanos when it is submitted, in nanoseconds from the start
   * @param computeNanos how long it computes in all, in nanoseconds of a processor of its own
   * @param sleepNanos how long it sleeps in all, in nanoseconds
   * @param turns over how many turns of the two that is spread
   */
  record Planned(long atNanos, long computeNanos, long sleepNanos, int turns) {}

  /** The tasks that belong to a seed, in the order in which they are submitted. */
  List<Planned> plan(long seed) {
    LongSupplier times = regularity.arrivals(meanPerSecond, period).times(seed);
    Dice sizes = Dice.stream(seed, 1);
    List<Planned> plan = new ArrayList<>();
    for (int task = 0; task < tasks; task++) {
      double nanos = granularity.units(sizes) * unit.toNanos();
      long sleepNanos = Math.round(nanos * sleeping);
      plan.add(new Planned(times.getAsLong(), Math.round(nanos) - sleepNanos, sleepNanos, turns));
    }
    return plan;
  }

  /** The load in a line. */
  String text() {
    String pace =
        regularity == Regularity.AT_ONCE
            ? ""
            : String.format(
                Locale.ROOT, ", %.1f/s, period %.2f s", meanPerSecond, period.toNanos() / 1e9);
    return String.format(
        Locale.ROOT,
        "%d tasks, %s, %s%s, unit %.2f ms, %.0f %% of it asleep",
        tasks,
        granularity,
        regularity,
        pace,
        unit.toNanos() / 1e6,
        100 * sleeping);
  }
}
