package dev.flyball.sim.race.shedding;

import dev.flyball.admission.Admission;
import dev.flyball.admission.Arrival;
import dev.flyball.admission.PoolState;
import dev.flyball.admission.ShedCause;
import dev.flyball.admission.Verdict;
import dev.flyball.base.Require;
import dev.flyball.policy.Reason;
import dev.flyball.sim.PoolCounts;
import java.util.List;

/**
 * Cinnamon, the load shedder of Uber's services: its rejector, its queue and its time-out. How many
 * run at once is left to the pool's size.
 *
 * <p>Every task has a level, of its tier and its cohort ({@link Levels}: {@value #COHORTS} cohorts
 * of each tier). Tasks up to a threshold get in, and wait in a queue in which the more important
 * tier starts first. Where the queue has not been empty for ten seconds, the service is overloaded.
 * Then a controller sets the part of the tasks that is rejected, twice a second: {@code kp * e + ki
 * * sum of e}, where {@code e = (in - (out + free)) / out}: tasks that came into the queue, less
 * those that left it and the places that are free. In balance as many come in as go out, and no
 * place is free. The threshold is the level up to which that part of the last 1000 tasks, of the
 * least important ones, is cut off. A task that has waited for a third of its time is turned away.
 *
 * <p><b>Left open there, or not found, chosen here:</b> the gains are those of another account of
 * it (failsafe-go's first version: 0.1 and 1.4), with the sum over time in seconds; the sum stays
 * where it alone rejects from none to all; once overloaded, the controller is in charge until the
 * queue is empty and nothing is rejected. The time-out of a third is from another account, too
 * (jfrz38/rate-limit-pid-controller); the newest article of Uber says that it follows the latency.
 *
 * <p>Sources: Thomsen, Gavrilenko, Nielsen, Smyth 2023, "Cinnamon: Using Century Old Tech to Build
 * a Mean Load Shedder" and "PID Controller for Cinnamon", Uber's engineering blog.
 *
 * @param settings its settings
 * @param counts what the pool counts
 * @param state what it has seen
 */
public record Cinnamon(Settings settings, PoolCounts counts, State state) implements Admission {

  private static final int COHORTS = 128;
  private static final int REMEMBERED = 1000;

  /**
   * The settings.
   *
   * @param intervalNanos how often the controller acts; there 500 ms
   * @param standsNanos for how long the queue must not have been empty; there 10 s
   * @param kp the gain of the error; 0.1
   * @param ki the gain of its sum, per second; 1.4
   * @param timeShare the part of its time that a task may wait; 1/3
   */
  public record Settings(
      long intervalNanos, long standsNanos, double kp, double ki, double timeShare) {

    public Settings {
      Require.above("intervalNanos", 0, intervalNanos);
      Require.countAtLeast("standsNanos", 0, standsNanos);
      Require.between("kp", 0, 100, kp);
      Require.between("ki", 0, 100, ki);
      Require.between("timeShare", 0, 1, timeShare);
    }

    /** The published ones, as far as they are. */
    public static Settings published() {
      return new Settings(500_000_000, 10_000_000_000L, 0.1, 1.4, 1.0 / 3);
    }
  }

  /**
   * What it has seen.
   *
   * @param threshold the last level that gets in
   * @param rejecting whether the controller is in charge
   * @param sum the sum of the errors over time, in seconds
   * @param sinceNanos when it acted last
   * @param startedBefore tasks that had started by then
   * @param in tasks that came into the queue since
   * @param emptyNanos when the queue was last seen empty
   * @param came the levels of the last tasks
   */
  record State(
      int threshold,
      boolean rejecting,
      double sum,
      long sinceNanos,
      long startedBefore,
      int in,
      long emptyNanos,
      RecentLevels came) {

    static final State BEGINNING =
        new State(Levels.count(COHORTS) - 1, false, 0, 0, 0, 0, 0, RecentLevels.NONE);
  }

  /** The rule at its beginning, when all get in. */
  public static Cinnamon of(Settings settings, PoolCounts counts) {
    return new Cinnamon(settings, counts, State.BEGINNING);
  }

  @Override
  public Verdict arriving(Arrival task, PoolState now) {
    State seen = seen(now);
    int level = Levels.of(task, COHORTS);
    boolean in = level <= seen.threshold && now.waiting() < now.capacity();
    Cinnamon next =
        new Cinnamon(
            settings,
            counts,
            new State(
                seen.threshold,
                seen.rejecting,
                seen.sum,
                seen.sinceNanos,
                seen.startedBefore,
                seen.in + (in ? 1 : 0),
                now.waiting() == 0 ? now.nowNanos() : seen.emptyNanos,
                seen.came.plus(level)));
    return Levels.verdict(in, level, seen.threshold, settings.intervalNanos, next);
  }

  @Override
  public Verdict starting(Arrival task, PoolState now) {
    long waitedNanos = now.nowNanos() - task.arrivedNanos();
    boolean inTime =
        !task.hasDeadline()
            || waitedNanos <= settings.timeShare * (task.deadlineNanos() - task.arrivedNanos());
    return inTime
        ? Verdict.in(this)
        : Verdict.out(
            ShedCause.EXPIRED,
            Reason.of("has waited %{waited}.3f s of its time", waitedNanos / 1e9),
            settings.intervalNanos,
            this);
  }

  private State seen(PoolState now) {
    long nanos = now.nowNanos() - state.sinceNanos;
    if (nanos < settings.intervalNanos) {
      return state;
    }
    boolean stands = now.nowNanos() - state.emptyNanos >= settings.standsNanos;
    double sum = 0;
    double ratio = 0;
    if (stands || state.rejecting) {
      double out = counts.started() - state.startedBefore;
      double free = Math.max(0, now.workers() - counts.running());
      double error = (state.in - (out + free)) / (out > 0 ? out : now.workers());
      sum = Math.max(0, Math.min(1 / settings.ki, state.sum + error * nanos / 1e9));
      ratio = Math.max(0, Math.min(1, settings.kp * error + settings.ki * sum));
    }
    return new State(
        threshold(ratio),
        ratio > 0 || (stands && now.waiting() > 0),
        sum,
        now.nowNanos(),
        counts.started(),
        0,
        state.emptyNanos,
        state.came.last(REMEMBERED));
  }

  /** The level above which that part of the last tasks was. */
  private int threshold(double ratio) {
    List<Integer> came = state.came.sorted(REMEMBERED);
    int kept = (int) Math.round((1 - ratio) * came.size());
    if (ratio == 0 || kept >= came.size()) {
      return Levels.count(COHORTS) - 1;
    }
    return kept == 0 ? -1 : came.get(kept - 1);
  }

  @Override
  public Order order() {
    return Order.ARRIVAL;
  }
}
