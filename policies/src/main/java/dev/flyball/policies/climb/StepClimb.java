package dev.flyball.policies.climb;

import dev.flyball.base.Require;
import dev.flyball.base.Workers;
import dev.flyball.policy.Advice;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Reason;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.spec.Parameter;
import dev.flyball.policy.spec.PolicyEntry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A climb by steps of one to four workers; a step is kept only if it raised throughput by a tenth.
 * It is the simplified state machine of its source.
 *
 * <p>How it decides, once in a check interval (1 s), from the mean throughput of its snapshots (200
 * ms each). <em>Better</em> means {@code 0.9 * now > before}, <em>worse</em> the same the other way
 * round; <em>slower</em> means that a task takes longer by that measure.
 *
 * <pre>{@code
 * STARTUP     one worker more; counts as a step of 2                             -> SCALING
 * SCALING     better: the next step, one larger than the last, at most 4         -> SCALING
 *             scaling down, and slower: undo, rest for 2 s                       -> SETTLED
 *             else: nothing                                                      -> SETTLED
 * SETTLED     better: one more                                                   -> EXPLORING up
 *             worse, or 0.8 * deviation > deviation before: one less             -> EXPLORING down
 *             else: one the other way than last time                             -> EXPLORING
 * EXPLORING   better: one more the same way                                      -> SCALING
 *             up; or less than before; or slower: undo, rest for 2 s             -> SETTLED
 *             else (down, and no less): one less                                 -> EXPLORING down
 * }</pre>
 *
 * <p>Now and before are two checks in a row, those of a rest included.
 *
 * <p>Worked: 1 worker completes 250/s, 2 complete 500/s: 0.9 * 500 > 250, better, so 3 more. 5
 * complete 1250/s: better, 4 more, and 4 again. 33 complete 8000/s where 29 completed 7250/s: 0.9 *
 * 8000 is below that, so it settles at 33, and then explores downward as long as nothing is lost.
 *
 * <p>Why: a step up must clearly earn its worker; a step down need only cost nothing. So ties go to
 * fewer workers.
 *
 * <p>Assumes that one step changes throughput by more than a tenth. Fails where it cannot: one
 * worker more than ten never brings a tenth more. So from 10 workers on the climb ends where the
 * steps of SCALING end, and a start at 16 below a knee at 32 stays there. Under noise an interval
 * is "better" or "less" by chance, and the size wanders.
 *
 * <p>Differences from the source. Its measure is bytes read and written per millisecond; here it is
 * tasks per second. Its second measure is time in system calls; here it is the mean service time.
 * Downward steps grow like upward ones, as its diagram has it (its program adds 1 to the step
 * whatever the sign, so that -1 becomes 0 and then +1). An idle window is no snapshot, so an idle
 * pool keeps its settled size. When another caller changes the size, the comparison starts anew
 * from there. One window of a second or more is a whole check.
 *
 * <p>Source: Timm, An OS-level adaptive thread pool scheme for I/O-heavy workloads, TU Delft, 2021,
 * and its program, jannes-thesis/scaling-adapter, branch v-8 (commit {@code bbe6f698} of 6 February
 * 2021); Trub, Adaptive Thread Pool, 2021, Figure 4.
 *
 * @param timing the intervals and the factor of stability
 * @param phase the phase of the climb
 * @param step the last step, in workers, with its sign
 * @param restNanos the remaining rest, in nanoseconds
 * @param before the measurement to compare with; empty before the first
 * @param size the size that is being measured; 0 before the first window
 * @param snapshot the windows of the incomplete snapshot
 * @param check the windows of the incomplete check
 * @param rates the throughputs of its snapshots, in tasks per second
 */
public record StepClimb(
    Timing timing,
    Phase phase,
    int step,
    long restNanos,
    Optional<Measured> before,
    int size,
    Collected snapshot,
    Collected check,
    Series rates)
    implements SizingPolicy {

  /** The first step is of one worker, and the next one as if it had been of two. */
  private static final int STEP_FIRST = 2;

  private static final int STEP_MAX = 4;
  private static final double DEVIATION_GROWN = 0.8;

  /** More snapshots than this in one check are no more precise for any purpose here. */
  private static final int SNAPSHOTS_MAX = 1000;

  private static final Parameter<Double> STABILITY =
      Parameter.share(
          "stability", "0.9", "the share of a throughput that must still be above another to win");
  private static final Parameter<Duration> SNAPSHOT =
      Parameter.duration("snapshot", "200ms", "the length of one measurement");
  private static final Parameter<Duration> CHECK =
      Parameter.duration("check", "1s", "the time between two decisions");
  private static final Parameter<Duration> REST =
      Parameter.duration("rest", "2s", "the pause after a step that was undone");

  public static final PolicyEntry ENTRY =
      new PolicyEntry(
          "step-climb",
          "Climbs by one to four workers at a time, and keeps a step up only when it pays a tenth.",
          "Timm 2021; Trub 2021, Figure 4",
          List.of(STABILITY, SNAPSHOT, CHECK, REST),
          given ->
              StepClimb.of(
                  new Timing(
                      given.value(STABILITY),
                      given.value(SNAPSHOT).toNanos(),
                      given.value(CHECK).toNanos(),
                      given.value(REST).toNanos())));

  /** The four phases of the climb. */
  enum Phase {
    STARTUP,
    SCALING,
    SETTLED,
    EXPLORING
  }

  /**
   * The settings.
   *
   * @param stability a throughput is better when this share of it is still above the other
   * @param snapshotNanos the length of one measurement
   * @param checkNanos the time between two decisions
   * @param restNanos the pause after a step that was undone
   */
  record Timing(double stability, long snapshotNanos, long checkNanos, long restNanos) {
    Timing {
      Require.above("stability", 0, stability);
      Require.above("snapshotNanos", 0, snapshotNanos);
      Require.above("checkNanos", 0, checkNanos);
      Require.above("restNanos", 0, restNanos);
    }
  }

  /**
   * The measurement of one check: throughput, its deviation between snapshots, mean service time.
   */
  record Measured(double perSecond, double deviation, double serviceSeconds) {}

  public StepClimb {
    Require.countAtLeast("restNanos", 0, restNanos);
  }

  static StepClimb of(Timing timing) {
    return new StepClimb(
        timing,
        Phase.STARTUP,
        0,
        0,
        Optional.empty(),
        0,
        Collected.NOTHING,
        Collected.NOTHING,
        Series.EMPTY);
  }

  @Override
  public Advice advise(Observation seen) {
    int asked = seen.size().workersTarget();
    if (size != 0 && size != asked) {
      return movedByOthers(asked).advise(seen);
    }
    if (seen.idle()) {
      return new Advice(asked, Reason.of("nothing happened: stays at %d", asked), this);
    }
    Collected taken = snapshot.with(seen);
    boolean complete = taken.fills(timing.snapshotNanos(), seen.window());
    Series all = complete ? rates.with(taken.throughputPerSecond(), SNAPSHOTS_MAX) : rates;
    Collected checked = check.with(seen);
    if (!checked.fills(timing.checkNanos(), seen.window()) || all.size() == 0) {
      Collected rest = complete ? Collected.NOTHING : taken;
      return new Advice(asked, "collecting", measuring(asked, rest, checked, all));
    }
    Measured now = new Measured(all.mean(), all.deviation(), checked.meanServiceSeconds());
    return decide(asked, now, checked.lengthNanos());
  }

  private Advice decide(int asked, Measured now, long nanos) {
    if (phase == Phase.STARTUP) {
      int workers = Workers.moved(asked, 1);
      return new Advice(
          workers,
          why(now, Reason.of("the first step: +1")),
          next(Phase.SCALING, STEP_FIRST, 0, Optional.of(now), workers));
    }
    if (before.isEmpty()) {
      return kept(asked, now, "the size was changed by others: measured anew");
    }
    Measured old = before.get();
    return switch (phase) {
      case STARTUP, SCALING -> scaling(asked, now, old);
      case SETTLED -> settled(asked, now, old, nanos);
      case EXPLORING -> exploring(asked, now, old);
    };
  }

  private Advice scaling(int asked, Measured now, Measured old) {
    if (better(now.perSecond(), old.perSecond())) {
      return taken(asked, now, larger(), Phase.SCALING, "better");
    }
    return step < 0 && slower(now, old)
        ? undone(asked, now, "tasks became slower")
        : kept(asked, now, "not better by enough: settles");
  }

  private Advice settled(int asked, Measured now, Measured old, long nanos) {
    if (restNanos > nanos) {
      return new Advice(
          asked,
          Reason.of("rests, %.1f s left", (restNanos - nanos) / 1e9),
          next(Phase.SETTLED, step, restNanos - nanos, Optional.of(now), asked));
    }
    if (better(now.perSecond(), old.perSecond())) {
      return taken(asked, now, 1, Phase.EXPLORING, "better by itself");
    }
    boolean unsteadier = now.deviation() * DEVIATION_GROWN > old.deviation();
    if (unsteadier || better(old.perSecond(), now.perSecond())) {
      return taken(asked, now, -1, Phase.EXPLORING, unsteadier ? "less steady" : "worse by itself");
    }
    return taken(asked, now, step > 0 ? -1 : 1, Phase.EXPLORING, "the other way than last time");
  }

  private Advice exploring(int asked, Measured now, Measured old) {
    if (better(now.perSecond(), old.perSecond())) {
      return taken(asked, now, Integer.signum(step), Phase.SCALING, "better");
    }
    if (step > 0) {
      return undone(asked, now, "one worker more did not pay");
    }
    if (now.perSecond() < old.perSecond() || slower(now, old)) {
      return undone(asked, now, "one worker less cost something");
    }
    return taken(asked, now, -1, Phase.EXPLORING, "one worker less cost nothing");
  }

  private int larger() {
    return Integer.signum(step) * Math.min(STEP_MAX, Math.abs(step) + 1);
  }

  private boolean better(double one, double other) {
    return timing.stability() * one > other;
  }

  private boolean slower(Measured now, Measured old) {
    return better(now.serviceSeconds(), old.serviceSeconds());
  }

  // ---- The answers

  private Advice taken(int asked, Measured now, int change, Phase then, String because) {
    int workers = Workers.moved(asked, change);
    if (workers == asked) {
      // There is no smaller size, so this way is done with.
      return new Advice(
          asked,
          why(now, Reason.of("%s, but there is no fewer than 1", because)),
          next(Phase.SETTLED, change, timing.restNanos(), Optional.of(now), asked));
    }
    return new Advice(
        workers,
        why(now, Reason.of("%s: %+d", because, workers - asked)),
        next(then, workers - asked, 0, Optional.of(now), workers));
  }

  private Advice undone(int asked, Measured now, String because) {
    int workers = Workers.moved(asked, -step);
    return new Advice(
        workers,
        why(now, Reason.of("%s: undone", because)),
        next(Phase.SETTLED, step, timing.restNanos(), Optional.of(now), workers));
  }

  private Advice kept(int asked, Measured now, String because) {
    return new Advice(
        asked, why(now, Reason.of(because)), next(Phase.SETTLED, step, 0, Optional.of(now), asked));
  }

  private Reason why(Measured now, Reason because) {
    return before.isEmpty()
        ? Reason.of("%.1f tasks/s; %s", now.perSecond(), because)
        : Reason.of(
            "%.1f tasks/s after %.1f; %s", now.perSecond(), before.get().perSecond(), because);
  }

  private StepClimb next(Phase then, int taken, long rest, Optional<Measured> old, int workers) {
    return new StepClimb(
        timing,
        then,
        taken,
        rest,
        old,
        workers,
        Collected.NOTHING,
        Collected.NOTHING,
        Series.EMPTY);
  }

  private StepClimb measuring(int asked, Collected some, Collected all, Series measured) {
    return new StepClimb(timing, phase, step, restNanos, before, asked, some, all, measured);
  }

  private StepClimb movedByOthers(int asked) {
    Phase then = phase == Phase.STARTUP ? phase : Phase.SETTLED;
    return next(then, step, 0, Optional.empty(), asked);
  }
}
