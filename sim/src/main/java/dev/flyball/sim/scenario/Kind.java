package dev.flyball.sim.scenario;

import dev.flyball.admission.Importance;
import dev.flyball.base.Require;
import dev.flyball.sim.workload.TimeDistribution;
import java.util.List;
import java.util.OptionalLong;

/**
 * A kind of task: how many of the tasks are of it, and what each one does.
 *
 * @param name its name
 * @param share how many of its pool's tasks are of this kind, from 0 to 1
 * @param steps what a task does, one after the other, on one worker
 * @param failShare how many of its tasks end in an error, from 0 to 1; they take their time all the
 *     same
 * @param retryRule how long a task may take, and how often it is tried again
 * @param importance the class of its tasks, where it is asked who gets in
 * @param tenant the tenant that its tasks belong to; empty text for none
 * @param deadlineNanos until when after its arrival a task's answer is of use to its client; empty
 *     where the pool's deadline holds
 */
public record Kind(
    String name,
    double share,
    List<Step> steps,
    double failShare,
    RetryRule retryRule,
    Importance importance,
    String tenant,
    OptionalLong deadlineNanos) {

  /** A kind whose tasks wait as long as it takes. */
  public Kind(String name, double share, List<Step> steps, double failShare) {
    this(name, share, steps, failShare, RetryRule.ENDLESS);
  }

  /** A kind of the usual importance, of no tenant, with its pool's deadline. */
  public Kind(String name, double share, List<Step> steps, double failShare, RetryRule retryRule) {
    this(name, share, steps, failShare, retryRule, Importance.NORMAL, "", OptionalLong.empty());
  }

  public Kind {
    Require.notBlank("name", name);
    Require.between("share", 0, 1, share);
    steps = List.copyOf(steps);
    Require.between("failShare", 0, 1, failShare);
    deadlineNanos.ifPresent(nanos -> Require.above("deadlineNanos", 0, nanos));
  }

  /** A kind that is all of the load and never fails. */
  public static Kind only(String name, Step... steps) {
    return new Kind(name, 1, List.of(steps), 0);
  }

  /** The mean of all its steps' own times, in nanoseconds. */
  public double meanNanos() {
    return steps.stream().mapToDouble(step -> step.time().meanNanos()).sum();
  }

  /** One thing that a task does. */
  public sealed interface Step {

    /** The time that it takes when nothing delays it. */
    TimeDistribution time();

    /** Uses a processor. */
    record Cpu(TimeDistribution time) implements Step {}

    /** Waits, and uses nothing. */
    record Wait(TimeDistribution time) implements Step {}

    /**
     * Calls a downstream, and waits for it.
     *
     * @param behind the name of what is called
     */
    record Call(String behind, TimeDistribution time) implements Step {}
  }
}
