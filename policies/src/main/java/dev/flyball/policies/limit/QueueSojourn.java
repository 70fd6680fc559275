package dev.flyball.policies.limit;

import dev.flyball.base.Durations;
import dev.flyball.base.Require;
import dev.flyball.base.Workers;
import dev.flyball.policy.Advice;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Quantiles;
import dev.flyball.policy.Reason;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.part.Sampled;
import dev.flyball.policy.part.Sensor;
import dev.flyball.policy.part.Windows;
import dev.flyball.policy.spec.Parameter;
import dev.flyball.policy.spec.PolicyEntry;
import java.time.Duration;
import java.util.List;

/**
 * A policy that adds workers, faster and faster, while even the shortest wait in the queue is too
 * long: the rule by which CoDel drops packets, used to add workers.
 *
 * <p>How it decides, once in an interval of 100 ms:
 *
 * <pre>{@code
 * least wait of the interval above the target of 5 ms: a standing queue
 *   at first one worker more; then one more after interval / sqrt(count), count = 1, 2, 3, ...
 * least wait at or below the target: no standing queue
 *   and a worker idle on average: one worker fewer in each release time of 1 s
 * }</pre>
 *
 * <p>Worked: a queue that stands for one second: one worker after 0.1 s, the second 0.1 s later,
 * the third after 0.071 s more, then 0.058 s ...: 27 in a second, 105 in two, about {@code (seconds
 * / (2 * interval))^2}, but never more at a time than tasks wait.
 *
 * <p>Why: a burst makes a queue that is soon gone again, so that some task of the interval finds it
 * empty; only when none does are there too few workers. The mean or the longest wait do not tell
 * the two apart. Where the count still grew less than 16 intervals ago, it goes on from 2 below
 * where it was, for then the number was nearly right.
 *
 * <p>What is different here: CoDel sees every packet's wait, an observation only their mean. The
 * least wait is taken to be the least of three: the mean wait of the tasks started; the median,
 * where it is known; and what a task that comes at the end of the window would wait, its queue /
 * tasks started per second, which is 0 with an empty queue. With windows shorter than the interval
 * the least of all windows counts, so the shorter they are the nearer it is; a window longer than
 * the interval is one interval, and all the workers that fall due in it come at once, at most 1000.
 * CoDel has no counterpart for giving workers back; the release is an addition.
 *
 * <p>Assumes that workers are what tasks wait for. Fails where they are not: behind something slow
 * or on busy cores the queue stands whatever the size, and it adds workers up to the limit. The
 * last worker comes and goes where one fewer is just too few: a slow oscillation by one.
 *
 * <p>Source: Nichols and Jacobson, Controlling Queue Delay, 2012 (target 5 ms, interval 100 ms,
 * control law, 2 below); RFC 8289 (16 intervals; it goes on from the drops of the last spell
 * alone).
 *
 * @param setting what was set
 * @param collected the interval that is not over yet
 * @param law where the control law stands
 * @param unusedNanos for how long a worker was idle since one was added or released, in nanoseconds
 */
public record QueueSojourn(Setting setting, Interval collected, Law law, long unusedNanos)
    implements SizingPolicy {

  private static final int STEPS_MAX = 1000;

  private static final Parameter<Duration> TARGET =
      Parameter.duration("target", "5ms", "the wait that is short enough");
  private static final Parameter<Duration> INTERVAL =
      Parameter.duration("interval", "100ms", "the time in which a burst's queue is gone again");
  private static final Parameter<Duration> RELEASE =
      Parameter.duration("release", "1s", "the time after which an idle worker is given up");

  public static final PolicyEntry ENTRY =
      new PolicyEntry(
          "queue-sojourn",
          "More workers, faster and faster, while even the shortest wait is too long.",
          "Nichols and Jacobson 2012 (CoDel), RFC 8289",
          List.of(TARGET, INTERVAL, RELEASE),
          given ->
              QueueSojourn.of(given.value(TARGET), given.value(INTERVAL), given.value(RELEASE)));

  /**
   * The settings.
   *
   * @param targetNanos the wait that is short enough, in nanoseconds
   * @param intervalNanos the length of an interval, in nanoseconds
   * @param releaseNanos the time after which an idle worker is given up, in nanoseconds
   */
  public record Setting(long targetNanos, long intervalNanos, long releaseNanos) {
    public Setting {
      Require.above("targetNanos", 0, targetNanos);
      Require.above("intervalNanos", 0, intervalNanos);
      Require.above("releaseNanos", 0, releaseNanos);
    }
  }

  /**
   * The part of an interval that was seen so far.
   *
   * @param nanos its length, in nanoseconds
   * @param leastNanos the least wait in it, in nanoseconds
   */
  public record Interval(long nanos, long leastNanos) {
    static final Interval NOTHING = new Interval(0, Long.MAX_VALUE);

    Interval and(Observation seen) {
      return new Interval(
          Windows.sum(nanos, seen.window().lengthNanos()),
          Math.min(leastNanos, leastWaitNanos(seen)));
    }
  }

  /**
   * The state of the control law.
   *
   * @param standing whether there was a standing queue in the last interval
   * @param count the steps since it began to stand, less those it was spared
   * @param dueNanos the time until the next step, in nanoseconds
   * @param goneNanos for how long it has not been standing, in nanoseconds
   */
  public record Law(boolean standing, long count, long dueNanos, long goneNanos) {
    static final Law REST = new Law(false, 0, 0, Long.MAX_VALUE);
  }

  /** The policy before it has seen anything. */
  public static QueueSojourn of(Duration target, Duration interval, Duration release) {
    return new QueueSojourn(
        new Setting(
            Durations.nanos("target", target),
            Durations.nanos("interval", interval),
            Durations.nanos("release", release)),
        Interval.NOTHING,
        Law.REST,
        0);
  }

  @Override
  public Advice advise(Observation seen) {
    Interval now = collected.and(seen);
    long windowNanos = seen.window().lengthNanos();
    if (!Sampled.isOver(now.nanos(), windowNanos, setting.intervalNanos())) {
      Reason why =
          Reason.of("collecting %.3f of %.3f s", now.nanos() / 1e9, setting.intervalNanos() / 1e9);
      return Sensor.held(why, seen, new QueueSojourn(setting, now, law, unusedNanos));
    }
    return now.leastNanos() > setting.targetNanos() ? more(now, seen) : fewer(now, seen);
  }

  private Advice more(Interval now, Observation seen) {
    Law begun = law.standing() ? law : begun();
    int steps = law.standing() ? 0 : 1;
    long left = law.standing() ? now.nanos() : Math.max(0, now.nanos() - setting.intervalNanos());
    long count = begun.count();
    long due = begun.dueNanos();
    while (due <= left && steps < STEPS_MAX) {
      left -= due;
      steps++;
      count++;
      due = pause(count);
    }
    Law next = new Law(true, count, Math.max(1, due - left), 0);
    int added = (int) Math.min(steps, Math.max(1, seen.size().queuedAtEnd()));
    Reason why =
        Reason.of(
            "%s, above %.1f ms: %d more (count %d)",
            waited(now), setting.targetNanos() / 1e6, steps == 0 ? 0 : added, count);
    int workers = Workers.sum(seen.size().workersTarget(), steps == 0 ? 0 : added);
    return new Advice(workers, why, new QueueSojourn(setting, Interval.NOTHING, next, 0));
  }

  private Law begun() {
    boolean recently = law.goneNanos() / 16 < setting.intervalNanos() && law.count() > 2;
    long count = recently ? law.count() - 2 : 1;
    return new Law(true, count, pause(count), 0);
  }

  private long pause(long count) {
    return Math.max(1, (long) (setting.intervalNanos() / StrictMath.sqrt(count)));
  }

  private Advice fewer(Interval now, Observation seen) {
    Law gone = new Law(false, law.count(), 0, Windows.sum(law.goneNanos(), now.nanos()));
    int asked = seen.size().workersTarget();
    double idle = Math.floor(asked - seen.size().busyMean());
    long unused = idle >= 1 ? Windows.sum(unusedNanos, now.nanos()) : 0;
    long due = unused / setting.releaseNanos();
    int released = (int) Math.min(due, Math.min(Math.max(0, idle), asked - 1.0));
    Reason why =
        Reason.of(
            "%s, not above %.1f ms: %d fewer (%.3g of %d workers are busy)",
            waited(now), setting.targetNanos() / 1e6, released, seen.size().busyMean(), asked);
    long left = unused - due * setting.releaseNanos();
    return new Advice(
        asked - released, why, new QueueSojourn(setting, Interval.NOTHING, gone, left));
  }

  private static Reason waited(Interval now) {
    return now.leastNanos() == Long.MAX_VALUE
        ? Reason.of("no queued task was started")
        : Reason.of("tasks wait %.1f ms at least", now.leastNanos() / 1e6);
  }

  /** The least wait that the window's figures vouch for; the largest number where none started. */
  static long leastWaitNanos(Observation seen) {
    long queued = seen.size().queuedAtEnd();
    long started = seen.flow().started();
    if (queued == 0) {
      return 0;
    }
    if (started == 0) {
      return Long.MAX_VALUE;
    }
    double atEnd = (double) queued / started * seen.window().lengthNanos();
    double mean = (double) seen.times().waitNanosSum() / started;
    Quantiles waits = seen.times().waitQuantiles();
    double median = waits.isEmpty() ? Double.MAX_VALUE : waits.p50Nanos();
    return (long) Math.min(atEnd, Math.min(mean, median));
  }
}
