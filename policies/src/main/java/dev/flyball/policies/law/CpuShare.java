package dev.flyball.policies.law;

import dev.flyball.base.Require;
import dev.flyball.base.Workers;
import dev.flyball.policy.Advice;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Reason;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.part.Sampled;
import dev.flyball.policy.part.Sensor;
import dev.flyball.policy.spec.Parameter;
import dev.flyball.policy.spec.PolicyEntry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * More workers than a base number, until the workers use as many cores as the base number would if
 * it never waited.
 *
 * <p>How it decides, once in an interval:
 *
 * <pre>{@code
 * used = CPU time of the workers / length of the interval           (cores)
 * goal = base, but no more than the workers that run a task          (cores)
 * size = size + (1 - used / goal) * size, the change rounded towards 0; more only while tasks wait
 * }</pre>
 *
 * <p>Worked: tasks that sleep for five ninths of their time, a base of 4, as in the source's Figure
 * 6. Four workers use 1.78 of 4 cores, so 2 more (5/9 of 4 is 2.2); six use 2.67, so 2 more; eight
 * use 3.56, so (int) 0.9 is none: it stays at 8, and the cores are used to 89 %.
 *
 * <p>Why: a worker that waits leaves a core to another. The source asks for "400% CPU utilization
 * when 4 base threads are specified", and takes CPU time against the time that has passed.
 *
 * <p>So it is in the authors' program, and {@link #asPublished()}, which is the catalogue's
 * default, does the same. The program sums the threads' shares of the time, each at most 1, over
 * those that run a task when it looks, every 300 ms. It begins with the base; here a smaller pool
 * is brought to it. Where far more cores are used than the goal, its number falls below the base,
 * where it stays, or below 1, where its watcher ends with an exception; here it is the base.
 *
 * <p>{@code fill} is this project's, for the climb of the published rule is slow where tasks mostly
 * sleep, and it stops short of the goal by up to one worker's share:
 *
 * <pre>{@code
 * goal = base, but no more than the cores there are: a base above them can never be used
 * used < goal, by more than the tolerance, and tasks wait: as many as would use it at the same
 * rate each, that is workers * goal / used; no more than twice as many at a time
 * used > goal, by more than the tolerance: one fewer for each whole core too many
 * at least one at a time, and never fewer than the base
 * }</pre>
 *
 * <p>Worked: four workers use 1.78 cores of 4, so 4 more (9 would use 4; twice as many at most);
 * eight use 3.56, so 1 more.
 *
 * <p>Assumes that the CPU is what work needs. Fails where it is not: tasks that only wait use no
 * core however many run, so that there is a worker for each task in the end; and where other
 * processes hold the cores, or the base is above them, more workers do not get them. Needs the CPU
 * time of the workers.
 *
 * <p>Source: Zhang, Su and Wang, Self-adapting ExecutorService implementation, section VI; and the
 * authors' program, ExecutorService21, class SleepyThreadWatcher.
 *
 * @param base the base number of workers; empty for the number of cores
 * @param fill whether as many are added as would reach the goal at once
 * @param tolerance how far the use may be from the goal, as a share of it
 */
public record CpuShare(Optional<Integer> base, boolean fill, double tolerance)
    implements SizingPolicy {

  private static final Parameter<Optional<Integer>> BASE =
      Parameter.workers("base", "none", "the workers whose cores are to be used; none: the cores")
          .orUnset();
  private static final Parameter<Boolean> FILL =
      Parameter.flag("fill", "false", "whether it adds at once what would reach the goal");
  private static final Parameter<Double> TOLERANCE =
      Parameter.number("tolerance", "0", "how far from the goal is near enough, as a share");
  private static final Parameter<Duration> INTERVAL =
      Parameter.duration("interval", "300ms", "the time over which the use is measured");

  public static final PolicyEntry ENTRY =
      new PolicyEntry(
          "cpu-share",
          "More workers than a base number until they use its cores in full.",
          "Zhang, Su and Wang, section VI, and their program",
          List.of(BASE, FILL, TOLERANCE, INTERVAL),
          given ->
              Sampled.every(
                  given.value(INTERVAL),
                  new CpuShare(given.value(BASE), given.value(FILL), given.value(TOLERANCE))));

  public CpuShare {
    base.ifPresent(workers -> Require.atLeast("base", 1, workers));
    Require.finiteAtLeast("tolerance", 0, tolerance);
  }

  /** The policy of the authors' program: the base is the number of cores, asked every 300 ms. */
  public static SizingPolicy asPublished() {
    return Sampled.every(Duration.ofMillis(300), new CpuShare(Optional.empty(), false, 0));
  }

  @Override
  public Advice advise(Observation seen) {
    OptionalLong cpuNanos = seen.times().cpuNanosSum();
    if (cpuNanos.isEmpty()) {
      return Sensor.missing("the CPU time of the workers", seen, this);
    }
    double used = (double) cpuNanos.getAsLong() / seen.window().lengthNanos();
    int floor = base.orElse(Workers.roundedUp(seen.host().cores()));
    double goal = Math.min(floor, fill ? seen.host().cores() : running(seen));
    if (goal <= 0) {
      return Sensor.held(Reason.of("no worker runs a task"), seen, this);
    }
    Reason cores =
        Reason.of("the workers use %.2f cores, the goal is %.2f (base %d)", used, goal, floor);
    if (seen.size().workersTarget() < floor) {
      return new Advice(floor, Reason.of("the base is %d", floor), this);
    }
    double change = Math.abs(used - goal) <= goal * tolerance ? 0 : change(goal, used, seen);
    if (change == 0) {
      return Sensor.held(cores, seen, this);
    }
    if (change > 0 && !waits(seen)) {
      return Sensor.held(Reason.of("%s, but no task waits for a worker", cores), seen, this);
    }
    Reason why =
        change > 0
            ? Reason.of("%s, %.0f more", cores, change)
            : Reason.of("%s, %.0f fewer", cores, -change);
    Advice advice = new Advice(Workers.moved(seen.size().workersTarget(), change), why, this);
    return atLeast(floor, advice);
  }

  private static long running(Observation seen) {
    return Math.round(RunningTasks.atEnd(seen));
  }

  private boolean waits(Observation seen) {
    return fill ? Verdict.tasksWait(seen) : seen.size().queuedAtEnd() > 0;
  }

  /** Workers to add, or below 0 to remove; whole. */
  private double change(double goal, double used, Observation seen) {
    int asked = seen.size().workersTarget();
    if (!fill) {
      return (int) ((1 - used / goal) * asked);
    }
    if (used > goal) {
      return -Workers.roundedDown(used - goal);
    }
    int more = used == 0 ? asked : Workers.roundedDown(asked * (goal / used - 1));
    return Math.min(more, Math.min(asked, Math.max(1, seen.size().queuedAtEnd())));
  }

  private static Advice atLeast(int floor, Advice advice) {
    return advice.workers() < floor
        ? advice.changed(floor, Reason.of("never fewer than the base of %d", floor))
        : advice;
  }
}
