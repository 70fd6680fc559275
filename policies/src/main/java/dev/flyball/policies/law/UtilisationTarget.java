package dev.flyball.policies.law;

import static dev.flyball.base.Require.finiteAtLeast;

import dev.flyball.base.Require;
import dev.flyball.base.Workers;
import dev.flyball.policy.Advice;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Reason;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.part.Sampled;
import dev.flyball.policy.spec.Parameter;
import dev.flyball.policy.spec.PolicyEntry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The size at which a given share of the workers is busy: what the Horizontal Pod Autoscaler of
 * Kubernetes does for replicas.
 *
 * <p>How it decides, once in an interval:
 *
 * <pre>{@code
 * desired = ceil(workers * (utilisation / goal)),  utilisation = busy workers / workers
 * no change where utilisation / goal is within 1 +- tolerance
 * up:   at once, at most to max(2 * workers, workers + 4)
 * down: to the largest desired size of the last 300 s, the size at the beginning among them
 * }</pre>
 *
 * <p>Worked, with a goal of 0.8: of 20 workers 19 are busy on average; 0.95 / 0.8 = 1.1875, so
 * ceil(23.75) = 24 workers. Of these 19 are 0.79: near enough. When 8 are busy, ceil(10.0) = 10 are
 * enough, but the size follows only when no larger one was desired for five minutes.
 *
 * <p>Why: the busy workers are lambda * S whatever the size, as long as all tasks are served, so
 * one step finds the size. When they are not served, all workers are busy, and the size grows by 1
 * / goal in each interval, 25 % in 15 s, until they are.
 *
 * <p>Assumes that there is a size at which not all workers are busy. Fails where there is none:
 * with closed clients, or behind something that saturates, it grows to the bound. Fails at sudden
 * load: from 10 to 100 workers takes ten intervals, two and a half minutes, because the queue is
 * not looked at. Small pools wait more than large ones, because the headroom is a share.
 *
 * <p>Source: Kubernetes, Horizontal Pod Autoscaling, algorithm details: tolerance 0.1, interval 15
 * s, scale-down stabilisation 300 s, growth by 100 % or 4 in 15 s; 80 % is the target of the API
 * where none is given. A window longer than the interval is one interval.
 *
 * @param goal the share of the workers that is to be busy, above 0 and at most 1
 * @param tolerance how far utilisation / goal may be from 1
 * @param stabilisationNanos the time for which a larger desired size holds the size up
 * @param recent the sizes that were desired, the oldest first; a larger one makes all smaller ones
 *     before it needless, so they fall from the first to the last
 */
public record UtilisationTarget(
    double goal, double tolerance, long stabilisationNanos, List<Desired> recent)
    implements SizingPolicy {

  private static final Parameter<Double> GOAL =
      Parameter.percent("goal", "0.8", "the share of the workers that is to be busy");
  private static final Parameter<Double> TOLERANCE =
      Parameter.number("tolerance", "0.1", "how far from the goal is near enough, as a share");
  private static final Parameter<Duration> INTERVAL =
      Parameter.duration("interval", "15s", "the time between two decisions");
  private static final Parameter<Duration> STABILISATION =
      Parameter.duration("stabilisation", "5m", "how long a larger desired size is held");

  /** Sizes desired within this part of the stabilisation are remembered as one, so memory ends. */
  private static final int PARTS = 32;

  public static final PolicyEntry ENTRY =
      new PolicyEntry(
          "utilisation-target",
          "The size at which a given share of the workers is busy, as for replicas in Kubernetes.",
          "Kubernetes, Horizontal Pod Autoscaler",
          List.of(GOAL, TOLERANCE, INTERVAL, STABILISATION),
          given ->
              Sampled.every(
                  given.value(INTERVAL),
                  new UtilisationTarget(
                      given.value(GOAL),
                      given.value(TOLERANCE),
                      given.value(STABILISATION).toNanos(),
                      List.of())));

  /**
   * A size that was desired.
   *
   * @param atNanos when, on the target's clock
   * @param workers how many workers
   */
  public record Desired(long atNanos, int workers) {}

  public UtilisationTarget {
    Require.above("goal", 0, goal);
    Require.between("goal", 0, 1, goal);
    finiteAtLeast("tolerance", 0, tolerance);
    Require.above("stabilisationNanos", 0, stabilisationNanos);
    recent = List.copyOf(recent);
  }

  @Override
  public Advice advise(Observation seen) {
    int asked = seen.size().workersTarget();
    double ratio = Math.min(Double.MAX_VALUE, seen.utilisation() / goal);
    boolean near = Math.abs(ratio - 1) <= tolerance;
    int desired = near ? asked : Workers.roundedUp(asked * ratio);
    long nowNanos = seen.window().endNanos();
    UtilisationTarget begun =
        recent.isEmpty() ? remembering(asked, seen.window().startNanos()) : this;
    UtilisationTarget next = begun.remembering(desired, nowNanos);
    Advice advice = new Advice(desired, why(seen, ratio, near), next);
    return desired > asked ? limitedUp(advice, asked) : stabilised(advice, asked, next);
  }

  private Reason why(Observation seen, double ratio, boolean near) {
    return Reason.of(
        "%.3g of %d workers are busy, %.3g times the goal of %.0f %%%s",
        seen.size().busyMean(),
        seen.size().workersTarget(),
        ratio,
        100 * goal,
        near ? Reason.of(", within %.0f %%", 100 * tolerance) : "");
  }

  private static Advice limitedUp(Advice advice, int asked) {
    int most = Math.max(Workers.sum(asked, asked), Workers.sum(asked, 4));
    return advice.workers() > most
        ? advice.changed(most, "at most twice the size or 4 more at a time")
        : advice;
  }

  private Advice stabilised(Advice advice, int asked, UtilisationTarget next) {
    int largest = next.recent.get(0).workers();
    int held = Math.min(asked, largest);
    return held > advice.workers()
        ? advice.changed(
            held, Reason.of("%d was desired in the last %.0f s", largest, stabilisationNanos / 1e9))
        : advice;
  }

  private UtilisationTarget remembering(int desired, long nowNanos) {
    List<Desired> kept = new ArrayList<>();
    for (Desired one : recent) {
      long age = nowNanos - one.atNanos();
      if (one.workers() > desired && age >= 0 && age < stabilisationNanos) {
        kept.add(one);
      }
    }
    boolean covered =
        !kept.isEmpty()
            && nowNanos - kept.get(kept.size() - 1).atNanos() < stabilisationNanos / PARTS;
    if (!covered) {
      kept.add(new Desired(nowNanos, desired));
    }
    return new UtilisationTarget(goal, tolerance, stabilisationNanos, kept);
  }
}
