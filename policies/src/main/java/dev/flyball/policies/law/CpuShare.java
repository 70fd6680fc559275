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
 * goal = base, but no more than the cores there are                  (cores)
 * used < goal, by more than the tolerance, and tasks wait: as many as would use it at the same
 * rate each, that is workers * goal / used; no more than twice as many at a time
 * used > goal, by more than the tolerance: one fewer for each whole core too many
 * at least one at a time, and never fewer than the base
 * }</pre>
 *
 * <p>Worked: tasks that sleep for half of their time, a base of 4. Four workers use 2 cores, so 4
 * more; eight use 4.0, and stay. Of 32 such tasks eight workers make short work: half the time, as
 * in the source's Figure 6 (36.0 and 19.0 s). With 70 % asleep and a base of 2, two workers use 0.6
 * cores, so 2 more (twice as many), then 3 more, and then one or two until the sleeps that happen
 * to fall together leave no core unused.
 *
 * <p>Why: a worker that waits leaves a core to another. The source asks for "400% CPU utilization
 * when 4 base threads are specified", takes CPU time against the time that has passed (its example
 * is 300 ms, the default here), and says that additional threads are spawned if the base does not
 * use its cores; by how many it does not say.
 *
 * <p>Chosen here: the goal ends at the cores there are, for a base above them can never be used and
 * the pool would grow for ever; it grows only while tasks wait for a worker; 5 % of tolerance,
 * without which the last worker would come and go.
 *
 * <p>Assumes that the CPU is what work needs. Fails where it is not: tasks that only wait use no
 * core however many run, so that there is a worker for each task in the end; and where other
 * processes hold the cores, more workers do not get them. Needs the CPU time of the workers.
 *
 * <p>Source: Zhang, Su and Wang, Self-adapting ExecutorService implementation, section VI.
 *
 * @param base the base number of workers; empty for the number of cores
 * @param tolerance how far the use may be from the goal, as a share of it
 */
public record CpuShare(Optional<Integer> base, double tolerance) implements SizingPolicy {

  private static final Parameter<Optional<Integer>> BASE =
      Parameter.workers("base", "none", "the workers whose cores are to be used; none: the cores")
          .orUnset();
  private static final Parameter<Double> TOLERANCE =
      Parameter.number("tolerance", "0.05", "how far from the goal is near enough, as a share");
  private static final Parameter<Duration> INTERVAL =
      Parameter.duration("interval", "300ms", "the time over which the use is measured");

  public static final PolicyEntry ENTRY =
      new PolicyEntry(
          "cpu-share",
          "More workers than a base number until they use its cores in full.",
          "Zhang, Su and Wang, section VI",
          List.of(BASE, TOLERANCE, INTERVAL),
          given ->
              Sampled.every(
                  given.value(INTERVAL), new CpuShare(given.value(BASE), given.value(TOLERANCE))));

  public CpuShare {
    base.ifPresent(workers -> Require.atLeast("base", 1, workers));
    Require.finiteAtLeast("tolerance", 0, tolerance);
  }

  @Override
  public Advice advise(Observation seen) {
    OptionalLong cpuNanos = seen.times().cpuNanosSum();
    if (cpuNanos.isEmpty()) {
      return Sensor.missing("the CPU time of the workers", seen, this);
    }
    double used = (double) cpuNanos.getAsLong() / seen.window().lengthNanos();
    int floor = base.orElse(Workers.roundedUp(seen.host().cores()));
    double goal = Math.min(floor, seen.host().cores());
    Reason cores =
        Reason.of("the workers use %.2f cores, the goal is %.2f (base %d)", used, goal, floor);
    return atLeast(floor, towards(goal, used, cores, seen));
  }

  private Advice towards(double goal, double used, Reason cores, Observation seen) {
    int asked = seen.size().workersTarget();
    if (used > goal * (1 + tolerance)) {
      int fewer = Workers.roundedDown(used - goal);
      return new Advice(Math.max(1, asked - fewer), Reason.of("%s, %d fewer", cores, fewer), this);
    }
    if (used >= goal * (1 - tolerance)) {
      return Sensor.held(cores, seen, this);
    }
    if (!Verdict.tasksWait(seen)) {
      return Sensor.held(Reason.of("%s, but no task waits for a worker", cores), seen, this);
    }
    int more = used == 0 ? asked : Workers.roundedDown(asked * (goal / used - 1));
    more = Math.min(more, (int) Math.min(asked, Math.max(1, seen.size().queuedAtEnd())));
    return new Advice(Workers.sum(asked, more), Reason.of("%s, %d more", cores, more), this);
  }

  private static Advice atLeast(int floor, Advice advice) {
    return advice.workers() < floor
        ? advice.changed(floor, Reason.of("never fewer than the base of %d", floor))
        : advice;
  }
}
