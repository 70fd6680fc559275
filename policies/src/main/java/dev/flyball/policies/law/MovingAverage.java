package dev.flyball.policies.law;

import static dev.flyball.base.Require.finiteAtLeast;

import dev.flyball.base.Require;
import dev.flyball.base.Workers;
import dev.flyball.policies.climb.Collected;
import dev.flyball.policy.Advice;
import dev.flyball.policy.Observation;
import dev.flyball.policy.PollInterval;
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

/**
 * An exponential moving average of the active threads, which leans forward while it rises.
 *
 * <p>How it decides, once in an interval:
 *
 * <pre>{@code
 * t   = threads that run a task, averaged over the interval
 * S_n = alpha * t + (1 - alpha) * S_(n-1);      S_0 = 0                            (1)
 * S'  = t + (t - S_(n-1)) where S_n > S_(n-1), else S_n                            (2)
 * workers = S', rounded to the nearest whole number, halves upward
 * }</pre>
 *
 * <p>Worked, with alpha 0.5: 10 threads run a task, then 20. S goes from 5 to 12.5, so the next are
 * taken to be 20 + (20 - 5) = 35. Then 10 again: S falls to 11.25, and 11 workers are kept, for a
 * fall is not foretold.
 *
 * <p>Why: a plain average lags behind what it averages; a rise is assumed to go on, so that threads
 * are there before the tasks are. On a steady rise of g an interval the average lags by g (1 -
 * alpha) / alpha, so with alpha 0.5 the policy asks for the present threads and 2 g more. A fall
 * costs nothing when it is noticed late.
 *
 * <p>{@link #asPublished()}, which is the catalogue's default, decides as the authors' public
 * program does, poll for poll: on the four logs of its runs that are published with it all 1038
 * predictions are equal. What the report leaves open is read from there:
 *
 * <ul>
 *   <li>(2) is printed as {@code t_n + (t_n - S_(n+1))} where {@code S_(n+1) > S_n}, else {@code
 *       S_(n-1)}. The program subtracts the average of the poll before, and takes the plain average
 *       where that does not rise.
 *   <li>Alpha is 0.5 and the interval 500 ms. The program polls first when the pool is made, before
 *       any task; so S begins with 0.
 *   <li>t is the count of active threads at the poll; an observation has their mean over the
 *       interval instead.
 *   <li>The pool beneath has an unbounded queue, not that of a cached pool: a task for which there
 *       is no thread waits until a poll brings one.
 * </ul>
 *
 * <p>{@code each-task} is this project's: the policy is above a pool with a thread for every task,
 * as the report describes it. Waiting tasks count as well, and whatever was foretold, there is a
 * worker for each task that is there.
 *
 * <p>The source's own "possible future improvements" are parameters: {@code fastest} lets the
 * interval halve, down to that, while the tasks grow by more than a quarter from one interval to
 * the next, and double back when they do not; {@code immediate} ends the interval as soon as tasks
 * find no worker; {@code suppress} leaves the size alone where the change would be a smaller share
 * of it than that. The source warns that the average "wasn't designed for unequal time steps"; here
 * it is: alpha is that of a whole interval, a step of another length counts with {@code 1 - (1 -
 * alpha)^(length / interval)}, and the rise is foretold in proportion to the length of the next
 * step. So a window longer than the interval is one longer step. The rise after an interval that
 * waiting tasks cut short is foretold for one such step only: the average lags by whole intervals,
 * and the difference to it is no rise of a part of one.
 *
 * <p>Assumes that a rise goes on. Fails where all threads are busy and the average has caught up
 * with them: the policy sees its own size, and stays there while tasks wait; {@code each-task} does
 * not. Fails where tasks arrive at random: the source found that there "the EMA algorithm does
 * nothing but reduces performance", and on its load the mean latency rose from 29.8 to 42.5 ms
 * against the plain cached pool. With tasks that wait for something slow {@code each-task} has as
 * many workers as tasks, without a bound.
 *
 * <p>Source: Zhang, Su and Wang, Self-adapting ExecutorService implementation, section IV, Fig. 1,
 * after Kang, Han, Yoo and Park 2008; and the authors' program, ExecutorService21, classes
 * WatcherThread and MovingAverageAdaptiveExecutorService.
 *
 * @param setting what was set
 * @param collected the interval that is not over yet
 * @param average S_n, in tasks
 * @param intervalNanos the length of the interval now, in nanoseconds
 * @param before t of the last interval, in tasks
 */
public record MovingAverage(
    Setting setting, Collected collected, double average, long intervalNanos, double before)
    implements SizingPolicy {

  /** Tasks that grow by this factor from one interval to the next are "rapidly increasing". */
  private static final double RAPIDLY = 1.25;

  /** The least time between two polls that waiting tasks bring forward: 100 ms. */
  private static final long ALERT_NANOS = 100_000_000;

  private static final Parameter<Double> ALPHA =
      Parameter.percent("alpha", "0.5", "how much of the average is the last interval");
  private static final Parameter<Duration> INTERVAL =
      Parameter.duration("interval", "500ms", "the time between two calculations");
  private static final Parameter<Optional<Duration>> FASTEST =
      Parameter.duration("fastest", "none", "the interval while tasks grow rapidly").orUnset();
  private static final Parameter<Boolean> EACH_TASK =
      Parameter.flag("each-task", "false", "whether waiting tasks count, and each gets a worker");
  private static final Parameter<Boolean> IMMEDIATE =
      Parameter.flag("immediate", "false", "whether tasks that wait end the interval at once");
  private static final Parameter<Double> SUPPRESS =
      Parameter.number("suppress", "0", "changes below this share of the size are not made");

  public static final PolicyEntry ENTRY =
      new PolicyEntry(
          "moving-average",
          "A moving average of the active threads that leans forward while it rises.",
          "Zhang, Su and Wang, section IV, Fig. 1, and their program, after Kang et al. 2008",
          List.of(ALPHA, INTERVAL, FASTEST, EACH_TASK, IMMEDIATE, SUPPRESS),
          given -> {
            Duration interval = given.value(INTERVAL);
            return MovingAverage.of(
                new Setting(
                    given.value(ALPHA),
                    interval.toNanos(),
                    given.value(FASTEST).orElse(interval).toNanos(),
                    given.value(EACH_TASK),
                    given.value(IMMEDIATE),
                    given.value(SUPPRESS)));
          });

  /**
   * The settings.
   *
   * @param alpha how much of the average is the last interval, above 0 and at most 1
   * @param intervalNanos the time between two calculations, in nanoseconds
   * @param fastestNanos the same while tasks grow rapidly; the same number for no difference
   * @param eachTask whether waiting tasks count, and each task that is there gets a worker
   * @param immediate whether tasks that wait end the interval
   * @param suppress changes below this share of the size are not made; 0 for none
   */
  public record Setting(
      double alpha,
      long intervalNanos,
      long fastestNanos,
      boolean eachTask,
      boolean immediate,
      double suppress) {

    /** As in the authors' program. */
    static final Setting PUBLISHED = new Setting(0.5, 500_000_000, 500_000_000, false, false, 0);

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
    return new MovingAverage(setting, Collected.NOTHING, 0, setting.intervalNanos(), 0);
  }

  /** The policy of the authors' program, before it has seen anything. */
  public static MovingAverage asPublished() {
    return of(Setting.PUBLISHED);
  }

  /** The interval; where tasks that wait count at once, they bring the next poll forward. */
  @Override
  public Optional<PollInterval> nextPoll() {
    boolean alert = setting.eachTask() || setting.immediate();
    long alertNanos = alert ? Math.min(ALERT_NANOS, intervalNanos) : intervalNanos;
    return Optional.of(new PollInterval(intervalNanos, alertNanos));
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
    return atLeastTheTasks(suppressed(calculated(now, over), seen), seen);
  }

  private Advice calculated(Collected now, boolean whole) {
    double tasks = setting.eachTask() ? now.inSystemMean() : now.busyMean();
    double step = (double) now.lengthNanos() / setting.intervalNanos();
    double weight = 1 - StrictMath.pow(1 - setting.alpha(), step);
    double smooth = weight * tasks + (1 - weight) * average;
    long nextNanos = nextInterval(tasks);
    double steps = whole ? (double) Math.max(nextNanos, now.lengthNanos()) / now.lengthNanos() : 1;
    double ahead = ahead(tasks, average, smooth, steps);
    Reason why =
        Reason.of(
            "%.1f %s, the average goes from %.1f to %.1f, makes %.1f",
            tasks,
            setting.eachTask() ? "tasks in the system" : "active threads",
            average,
            smooth,
            ahead);
    return new Advice(
        Workers.rounded(ahead),
        why,
        new MovingAverage(setting, Collected.NOTHING, smooth, nextNanos, tasks));
  }

  /** Equation (2), foretelling so many intervals as the next one is long. */
  static double ahead(double tasks, double before, double average, double steps) {
    return average > before
        ? Math.min(Double.MAX_VALUE, tasks + (tasks - before) * steps)
        : average;
  }

  private long nextInterval(double tasks) {
    boolean rapidly = before > 0 && tasks / RAPIDLY > before;
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

  private Advice atLeastTheTasks(Advice advice, Observation seen) {
    int tasks = setting.eachTask() ? RunningTasks.inSystemAtEnd(seen) : 0;
    return tasks > advice.workers()
        ? advice.changed(tasks, Reason.of("%d tasks are there, and each gets a worker", tasks))
        : advice;
  }
}
