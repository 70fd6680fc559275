package dev.flyball.policy.standard;

import dev.flyball.policy.LearnedSize;
import dev.flyball.policy.standard.window.Stretch;
import dev.flyball.policy.standard.window.WorkUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A memory of the speed of tasks by the number of busy workers: what sizes got done, without trying
 * them.
 *
 * <p>Throughput is workers / slowness (Little's law), also while no task waits, so every window in
 * which a size was in force, or the number of busy workers was steady, is a reading for that
 * number. Readings of sizes within {@value #STEP} of one another are one point; they are forgotten
 * with a time constant of {@value #MEMORY_SECONDS} s.
 *
 * <p>It decides nothing: what stands behind the pool may be another since. It says which size is
 * worth a {@link Trial}, and how large a step up is.
 *
 * @param points what was seen, in no order
 * @param lastBusy workers that were busy in the last window
 */
record SizeCurve(List<Point> points, double lastBusy) {

  static final SizeCurve NONE = new SizeCurve(List.of(), 0);

  /** Sizes that are nearer than this factor are one point. */
  static final double STEP = 1.2;

  private static final double MEMORY_SECONDS = 15;
  private static final double FRESH_NANOS = 10e9;
  private static final double SAMPLES_MIN = 8;
  private static final double STEADY = 0.3;
  private static final double SURELY_MORE = 2;
  private static final double SURELY_LESS = 1;
  private static final double CLEARLY_FEWER = 0.8;
  private static final double CLEARLY_MORE = 1.1;

  /**
   * The work of so many workers.
   *
   * @param step which sizes it stands for: the logarithm of the size to the base {@value #STEP}
   * @param workers workers busy, averaged
   * @param serviceNanos service time of the tasks that ended
   * @param work their work, in nanoseconds
   * @param nanos how long that took
   * @param atNanos when it was seen last
   */
  record Point(
      int step, double workers, double serviceNanos, double work, double nanos, long atNanos) {

    private Point faded(long nowNanos) {
      double kept = Math.min(1, StrictMath.exp((atNanos - nowNanos) / (1e9 * MEMORY_SECONDS)));
      return new Point(step, workers, serviceNanos * kept, work * kept, nanos * kept, nowNanos);
    }

    private Point with(double busy, Stretch seen) {
      double all = nanos + seen.nanos();
      return new Point(
          step,
          (workers * nanos + busy * seen.nanos()) / all,
          serviceNanos + seen.serviceNanos(),
          work + seen.done(),
          all,
          seen.endNanos());
    }

    /** The work done per nanosecond. */
    double rate() {
      return workers * work / serviceNanos;
    }
  }

  SizeCurve {
    points = List.copyOf(points);
  }

  /** A window in which that many workers were busy for all of it. */
  SizeCurve with(Stretch seen) {
    double busy = Math.min(seen.busy(), seen.asked());
    if (busy < 0.5 || seen.done() <= 0 || seen.serviceNanos() <= 0) {
      return passing(seen);
    }
    int step = (int) Math.round(StrictMath.log(Math.max(1, busy)) / StrictMath.log(STEP));
    List<Point> all = new ArrayList<>(points);
    all.removeIf(point -> point.step() == step);
    Point before =
        points.stream()
            .filter(point -> point.step() == step)
            .findFirst()
            .map(point -> point.faded(seen.endNanos()))
            .orElse(new Point(step, busy, 0, 0, 0, seen.endNanos()));
    all.add(before.with(busy, seen));
    return new SizeCurve(all, seen.busy());
  }

  /** A window that says nothing of sizes. */
  SizeCurve passing(Stretch seen) {
    return new SizeCurve(points, seen.busy());
  }

  /** Whether about as many workers were busy as in the window before. */
  boolean steady(Stretch seen) {
    return Math.abs(seen.busy() - lastBusy) <= STEADY * Math.max(2, seen.busy());
  }

  /** Smaller sizes have just turned out otherwise. */
  SizeCurve forgottenBelow(int workers) {
    List<Point> all = new ArrayList<>(points);
    all.removeIf(point -> point.workers() < 0.95 * workers);
    return new SizeCurve(all, lastBusy);
  }

  /** Among clearly smaller sizes that surely got more done, the one that got the most. */
  Optional<Point> better(Base now, WorkUnit unit, long nowNanos) {
    return points.stream()
        .filter(point -> point.workers() <= CLEARLY_FEWER * now.workers())
        .map(point -> point.faded(nowNanos))
        .filter(point -> enough(point, unit))
        .filter(point -> surely(gain(point, now), point, now, unit) > SURELY_MORE)
        .max(Comparator.comparingDouble(Point::rate));
  }

  /** The smallest larger size that was seen lately to get hardly more done; 0 for none. */
  double hardlyMore(Base now, WorkUnit unit, long nowNanos) {
    return points.stream()
        .filter(point -> nowNanos - point.atNanos() <= FRESH_NANOS)
        .filter(point -> point.workers() >= CLEARLY_MORE * now.workers())
        .map(point -> point.faded(nowNanos))
        .filter(point -> enough(point, unit))
        .filter(
            point -> surely(gain(point, now) - hardly(point, now), point, now, unit) < -SURELY_LESS)
        .mapToDouble(Point::workers)
        .min()
        .orElse(0);
  }

  private static boolean enough(Point point, WorkUnit unit) {
    return unit.samples(point.work()) >= SAMPLES_MIN;
  }

  private static double gain(Point point, Base now) {
    return StrictMath.log(point.rate() / now.timedRate());
  }

  private static double hardly(Point point, Base now) {
    return Trial.HARDLY_GAIN * StrictMath.log(point.workers() / now.workers());
  }

  /** How many standard errors of both a difference of logarithms is. */
  private static double surely(double difference, Point point, Base now, WorkUnit unit) {
    return difference / StrictMath.sqrt(unit.slownessVariance(point.work(), now.work()));
  }

  /** The points of which at least one sample is not forgotten, ascending in size. */
  List<LearnedSize> learned(WorkUnit unit, long nowNanos) {
    return points.stream()
        .filter(point -> unit.samples(point.faded(nowNanos).work()) >= 1)
        .map(point ->
            new LearnedSize(
                point.workers(),
                1e9 * point.rate(),
                StrictMath.sqrt(unit.slownessVariance(point.work()) + WorkUnit.DRIFT),
                point.atNanos() / 1e9))
        .sorted(Comparator.comparingDouble(LearnedSize::workers))
        .toList();
  }
}
