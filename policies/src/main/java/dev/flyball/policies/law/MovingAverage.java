package dev.flyball.policies.law;

import static dev.flyball.base.Require.finiteAtLeast;

import dev.flyball.base.Require;
import dev.flyball.base.Workers;
import dev.flyball.policies.climb.Collected;
import dev.flyball.policy.Advice;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Reason;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.part.Sampled;
import dev.flyball.policy.part.Windows;
import dev.flyball.policy.spec.Parameter;
import dev.flyball.policy.spec.PolicyEntry;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * An exponential moving average of the active threads, which leans forward while it rises, above a
 * pool that has a thread for every task.
 *
 * <p>How it decides, once in an interval:
 *
 * <pre>{@code
 * t   = tasks in the system, averaged over the interval
 * S_n = alpha * t + (1 - alpha) * S_(n-1);      S_1 = t                            (1)
 * S'  = S_n + (S_n - S_(n-1)) where S_n > S_(n-1), else S_n                        (2)
 * workers = S', rounded up, and never fewer than tasks are in the system right now
 * }</pre>
 *
 * <p>Worked, with alpha 0.5: 10 tasks, then 20. S goes from 10 to 15, so the next is taken to be 15
 * + 5 = 20. Then 10 again: S falls to 12.5, and 13 workers are kept, for a fall is not foretold.
 *
 * <p>Why: a plain average lags behind what it averages; a rise is assumed to go on, so that threads
 * are there before the tasks are. A fall costs nothing when it is noticed late.
 *
 * <p>What was chosen where the source cannot be read or is silent:
 *
 * <ul>
 *   <li>(2) is printed as {@code t_n + (t_n - S_(n+1))} where {@code S_(n+1) > S_n}, else {@code
 *       S_(n-1)}: it needs the average of a moment that has not come. The text says what is meant:
 *       it "adds on the difference between the current EMA and the previous one if and only if the
 *       difference is positive".
 *   <li>Neither alpha nor the interval is printed.
 *   <li>"Active threads" are tasks in the system, for in the cached pool underneath every task has
 *       a thread at once. Of the busy threads alone a pool of limited size would learn no more than
 *       its own size.
 *   <li>The cached pool is the floor: whatever was foretold, there is a worker for each task that
 *       is there. Between two windows a task waits where a cached pool would start a thread.
 * </ul>
 *
 * <p>The source's own "possible future improvements" are parameters: {@code fastest} lets the
 * interval halve, down to that, while the tasks grow by more than a quarter from one interval to
 * the next, and double back when they do not; {@code immediate} ends the interval as soon as tasks
 * find no worker; {@code suppress} leaves the size alone where the change would be a smaller share
 * of it than that. The source warns that the average "wasn't designed for unequal time steps"; here
 * it is: alpha is that of a whole interval, a step of another length counts with {@code 1 - (1 -
 * alpha)^(length / interval)}, and the rise is foretold in proportion to the length of the next
 * step. So a window longer than the interval is one longer step.
 *
 * <p>Assumes that a rise goes on. Fails where tasks arrive at random: the source found that there
 * "the EMA algorithm does nothing but reduces performance", and on its sine of tasks the mean
 * latency rose from 29.8 to 42.5 ms against the plain cached pool. With tasks that wait for
 * something slow it has as many workers as tasks, without a bound.
 *
 * <p>Source: Zhang, Su and Wang, Self-adapting ExecutorService implementation, section IV, Fig. 1,
 * after Kang, Han, Yoo and Park 2008.
 *
 * @param setting what was set
 * @param collected the interval that is not over yet
 * @param average S_n, in tasks; empty before the first interval is over
 * @param intervalNanos the length of the interval now, in nanoseconds
 * @param before t of the last interval, in tasks
 */
public record MovingAverage(
    Setting setting, Collected collected, OptionalDouble average, long intervalNanos, double before)
    implements SizingPolicy {

  /** Tasks that grow by this factor from one interval to the next are "rapidly increasing". */
  private static final double RAPIDLY = 1.25;

  private static final Parameter<Double> ALPHA =
      Parameter.percent("alpha", "0.5", "how much of the average is the last interval");
  private static final Parameter<Duration> INTERVAL =
      Parameter.duration("interval", "1s", "the time between two calculations");
  private static final Parameter<Optional<Duration>> FASTEST =
      Parameter.duration("fastest", "none", "the interval while tasks grow rapidly").orUnset();
  private static final Parameter<Boolean> IMMEDIATE =
      Parameter.flag("immediate", "false", "whether tasks that wait end the interval at once");
  private static final Parameter<Double> SUPPRESS =
      Parameter.number("suppress", "0", "changes below this share of the size are not made");

  public static final PolicyEntry ENTRY =
      new PolicyEntry(
          "moving-average",
          "A moving average of the tasks in the system that leans forward while it rises.",
          "Zhang, Su and Wang, section IV, Fig. 1, after Kang et al. 2008",
          List.of(ALPHA, INTERVAL, FASTEST, IMMEDIATE, SUPPRESS),
          given -> {
            Duration interval = given.value(INTERVAL);
            return MovingAverage.of(
                new Setting(
                    given.value(ALPHA),
                    interval.toNanos(),
                    given.value(FASTEST).orElse(interval).toNanos(),
                    given.value(IMMEDIATE),
                    given.value(SUPPRESS)));
          });

  /**
   * The settings.
   *
   * @param alpha how much of the average is the last interval, above 0 and at most 1
   * @param intervalNanos the time between two calculations, in nanoseconds
   * @param fastestNanos the same while tasks grow rapidly; the same number for no difference
   * @param immediate whether tasks that wait end the interval
   * @param suppress changes below this share of the size are not made; 0 for none
   */
  public record Setting(
      double alpha, long intervalNanos, long fastestNanos, boolean immediate, double suppress) {
    public Setting {
      Require.above("alpha", 0, alpha);
      Require.between("alpha", 0, 1, alpha);
      Require.above("intervalNanos", 0, intervalNanos);
      Require.above("fastestNanos", 0, fastestNanos);
      if (fastestNanos > intervalNanos) {
        throw new IllegalArgumentException(
            String.format(
                Locale.ROOT,
                "fastest must be at most the interval (%.3f s) but was %.3f s",
                intervalNanos / 1e9,
                fastestNanos / 1e9));
      }
      finiteAtLeast("suppress", 0, suppress);
    }
  }

  /** The policy before it has seen anything. */
  public static MovingAverage of(Setting setting) {
    return new MovingAverage(
        setting, Collected.NOTHING, OptionalDouble.empty(), setting.intervalNanos(), 0);
  }

  @Override
  public Advice advise(Observation seen) {
    Collected now = collected.with(seen);
    boolean over = Sampled.isOver(now.lengthNanos(), seen.window().lengthNanos(), intervalNanos);
    boolean called = setting.immediate() && Verdict.tasksWait(seen);
    if (!over && !called) {
      Reason why =
          Reason.of("collecting %.3f of %.3f s", now.lengthNanos() / 1e9, intervalNanos / 1e9);
      MovingAverage next = new MovingAverage(setting, now, average, intervalNanos, before);
      return atLeastTheTasks(new Advice(seen.size().workersTarget(), why, next), seen);
    }
    return atLeastTheTasks(suppressed(calculated(now), seen), seen);
  }

  private Advice calculated(Collected now) {
    double tasks = now.inSystemMean();
    double last = average.orElse(tasks);
    double step = (double) now.lengthNanos() / setting.intervalNanos();
    double weight = 1 - StrictMath.pow(1 - setting.alpha(), step);
    double smooth = last + (tasks - last) * weight;
    long nextNanos = nextInterval(tasks);
    double steps = (double) Math.max(nextNanos, now.lengthNanos()) / now.lengthNanos();
    double rise = Math.max(0, smooth - last) * steps;
    double ahead = Math.min(Double.MAX_VALUE, smooth + rise);
    Reason why =
        Reason.of(
            "%.1f tasks in the system, average %.1f, %+.1f foretold, makes %.1f",
            tasks, smooth, Math.min(Double.MAX_VALUE, rise), ahead);
    return new Advice(
        Workers.roundedUp(ahead),
        why,
        new MovingAverage(setting, Collected.NOTHING, OptionalDouble.of(smooth), nextNanos, tasks));
  }

  private long nextInterval(double tasks) {
    boolean rapidly = average.isPresent() && tasks > 0 && tasks / RAPIDLY > before;
    return rapidly
        ? Math.max(setting.fastestNanos(), intervalNanos / 2)
        : Math.min(setting.intervalNanos(), Windows.sum(intervalNanos, intervalNanos));
  }

  private Advice suppressed(Advice advice, Observation seen) {
    int asked = seen.size().workersTarget();
    double change = Math.abs((double) advice.workers() - asked);
    return change == 0 || change >= setting.suppress() * asked
        ? advice
        : advice.changed(
            asked, Reason.of("a change as small as to %d is not made", advice.workers()));
  }

  private static Advice atLeastTheTasks(Advice advice, Observation seen) {
    int tasks = WorkloadProfile.inSystemAtEnd(seen);
    return tasks > advice.workers()
        ? advice.changed(tasks, Reason.of("%d tasks are there, and each gets a worker", tasks))
        : advice;
  }
}
