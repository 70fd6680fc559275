package dev.flyball.policy.standard;

import dev.flyball.base.Require;
import dev.flyball.policy.Forecast;
import dev.flyball.policy.LearnedSize;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Reason;
import dev.flyball.policy.standard.window.Stretch;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The source of a {@link Forecast}, from the present knowledge.
 *
 * <ul>
 *   <li><b>No task waits</b>: throughput equals the arrival rate. More workers bring nothing; fewer
 *       than the load needs get done in proportion, {@code n / load}.
 *   <li><b>The CPU is short</b>: more workers wait for a core.
 *   <li><b>Tasks wait</b>, and both sizes were measured: the ratio of the two, with 1.96 standard
 *       errors, those of both combined.
 *   <li><b>More than was ever measured</b>: at most in proportion (Little: {@code n / present}, as
 *       tasks get no faster with more workers beside them), at most what the CPU carries, and down
 *       to 0, since a downstream may break down. The expected value is that of the largest measured
 *       size; while tasks take as long as at rest, it grows in proportion up to twice the present
 *       size.
 *   <li><b>Fewer than was ever measured</b>: no less than in proportion, and up to as much as now,
 *       since rest may have been learned among crowded tasks. The upper bound is higher if tasks
 *       would be as fast as at rest, {@code n / present * inflation}, with the tolerance of {@value
 *       RestSlowness#AT_REST} within which tasks count as at rest. The expected value assumes a
 *       downstream with a capacity, {@code min(1, n / present * inflation)}.
 * </ul>
 *
 * <p>Worked: 16 workers, tasks wait and take 2 times as long as at rest, nothing was tried. 32
 * workers: 1.00 (0 to 2). 8 workers: 1.00 (0.5 to 1.3): right if 8 is the downstream's capacity. 4
 * workers: 0.50 (0.25 to 1).
 *
 * <p>Assumes that a task is no slower with fewer workers beside it. Fails where tasks share their
 * work, as in batches.
 *
 * @param present the size in force, in workers
 * @param carried the workers that the CPU carries; empty if unknown
 * @param inflation the factor by which tasks take longer than at rest, at least 1
 * @param refused the smallest size that did not pay; 0 for none
 * @param curve the measurements of sizes
 */
public record Outlook(
    int present, OptionalInt carried, double inflation, int refused, ThroughputCurve curve) {

  private static final double FARTHEST = 2;

  public Outlook {
    inflation = Math.max(1, inflation);
  }

  /** What sizes that a policy has learned say, where they include both sizes. */
  public static Optional<Forecast> learned(
      List<LearnedSize> learned, Observation seen, int workers) {
    Require.atLeast("workers", 1, workers);
    if (learned.isEmpty()) {
      return Optional.empty();
    }
    Stretch stretch = Stretch.of(seen, true);
    ThroughputCurve curve = ThroughputCurve.of(learned, stretch.endNanos());
    Outlook outlook = new Outlook(stretch.asked(), OptionalInt.empty(), 1, 0, curve);
    if (stretch.cpuShort() && stretch.queued() > 0) {
      return Optional.of(outlook.cpuShort(workers));
    }
    if (stretch.saturated()) {
      return workers == outlook.present || outlook.measuredBoth(workers)
          ? Optional.of(outlook.behind(workers))
          : Optional.empty();
    }
    double busy = stretch.busy();
    return stretch.pressed()
        ? Optional.empty()
        : Optional.of(outlook.served(workers, busy, busy + spread(busy)));
  }

  private boolean measuredBoth(int workers) {
    return curve.at(present).isPresent() && curve.at(workers).isPresent();
  }

  /**
   * While no task waits.
   *
   * @param load workers busy on average at rest
   * @param most workers that the load may need at times, at least as many
   */
  Forecast served(int workers, double load, double most) {
    Reason why =
        Reason.of("no task waits, so throughput is what comes; the load keeps %.1f busy", load);
    if (workers >= present) {
      return new Forecast(workers, 1, 1, 1, why);
    }
    return new Forecast(
        workers,
        enough(workers, Math.max(load, most)),
        enough(workers, load),
        enough(workers, load - spread(load)),
        why.and("with what it may need at times %.1f", most));
  }

  private static double enough(int workers, double needed) {
    return needed <= workers ? 1 : workers / needed;
  }

  private static double spread(double load) {
    return ThroughputCurve.TWO_SIDED * StrictMath.sqrt(load);
  }

  /** While tasks wait and the processors are what is short. */
  Forecast cpuShort(int workers) {
    if (workers == present) {
      return same();
    }
    int most = Math.min(present, carried.orElse(present));
    Reason why = Reason.of("tasks wait, and the CPU is short");
    Reason reason =
        carried.isPresent() ? why.and("it carries %d workers", carried.getAsInt()) : why;
    return workers > present
        ? new Forecast(workers, 0, 1, growthMax(workers), reason)
        : new Forecast(workers, share(workers), enough(workers, most), 1, reason);
  }

  /** While tasks wait, for another reason than the processors. */
  Forecast behind(int workers) {
    if (workers == present) {
      return same();
    }
    if (measuredBoth(workers)) {
      return measured(workers);
    }
    return workers > present ? more(workers) : fewer(workers);
  }

  private Forecast same() {
    return new Forecast(present, 1, 1, 1, Reason.of("that is the present size"));
  }

  private double share(int workers) {
    return (double) workers / present;
  }

  /** The most that more workers can bring. */
  private double growthMax(int workers) {
    return Math.max(1, share(Math.min(workers, carried.orElse(workers))));
  }

  private Forecast measured(int workers) {
    ThroughputCurve.Point here = curve.at(present).orElseThrow();
    ThroughputCurve.Point there = curve.at(workers).orElseThrow();
    double ratio = there.ratio(here);
    double times = StrictMath.exp(ThroughputCurve.TWO_SIDED * there.error(here));
    Reason why =
        Reason.of(
            "tasks wait; as measured %d workers get %.2f times as much done as %d,"
                + " to within a factor of %.2f",
            workers, ratio, present, times);
    double least = workers < present ? share(workers) : 0;
    double most = workers < present ? fewerMax(share(workers)) : growthMax(workers);
    double expected = isRefused(workers) ? Math.min(1, ratio) : ratio;
    return bounded(workers, ratio / times, expected, ratio * times, least, most, refusal(why));
  }

  private Forecast more(int workers) {
    Optional<ThroughputCurve.Point> here = curve.at(present);
    Optional<ThroughputCurve.Point> largest =
        here.flatMap(known -> curve.largest()).filter(point -> point.workers() > present);
    double from = largest.map(ThroughputCurve.Point::workers).orElse((double) present);
    double ratio = largest.map(point -> point.ratio(here.orElseThrow())).orElse(1.0);
    double error = largest.map(point -> point.error(here.orElseThrow())).orElse(0.0);
    boolean grows = inflation < RestSlowness.AT_REST && !isRefused(workers);
    double expected =
        grows ? ratio * Math.max(1, Math.min(workers, FARTHEST * present) / from) : ratio;
    double high = ratio * StrictMath.exp(ThroughputCurve.TWO_SIDED * error) * workers / from;
    Reason why =
        Reason.of(
            "tasks wait, at %.1f times rest; more than %.0f workers were never measured",
            inflation, from);
    return bounded(workers, 0, expected, high, 0, growthMax(workers), refusal(why));
  }

  private Forecast fewer(int workers) {
    double share = share(workers);
    Optional<ThroughputCurve.Point> here = curve.at(present);
    double capacity =
        here.flatMap(known -> curve.smallest().map(point -> point.ratio(known))).orElse(1.0);
    double expected =
        inflation < RestSlowness.AT_REST ? share : Math.min(capacity, inflation * share);
    Reason why =
        Reason.of(
            "tasks wait, at %.1f times rest; so few workers as %d were never measured",
            inflation, workers);
    double high = fewerMax(share);
    return bounded(workers, share, expected, high, share, high, why);
  }

  /** The most that fewer workers can do, where tasks are as fast as at rest then. */
  private double fewerMax(double share) {
    return Math.max(1, RestSlowness.AT_REST * inflation * share);
  }

  private boolean isRefused(int workers) {
    return refused > 0 && workers >= refused && workers > present;
  }

  private Reason refusal(Reason why) {
    return refused > present ? why.and("%d did not pay when tried last", refused) : why;
  }

  private static Forecast bounded(
      int workers,
      double low,
      double expected,
      double high,
      double least,
      double most,
      Reason why) {
    double from = Math.max(least, Math.min(most, low));
    double to = Math.max(from, Math.min(most, high));
    return new Forecast(workers, from, Math.max(from, Math.min(to, expected)), to, why);
  }
}
