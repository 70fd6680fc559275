package dev.flyball.sim.race.shedding;

import dev.flyball.admission.Admission;
import dev.flyball.admission.Arrival;
import dev.flyball.admission.PoolState;
import dev.flyball.admission.Verdict;
import dev.flyball.base.Require;
import dev.flyball.sim.PoolCounts;
import java.util.List;

/**
 * DAGOR, the overload control of WeChat's services.
 *
 * <p>Every task has a level, of its business and its user ({@link Levels}: {@value #USERS} users of
 * each class). Tasks up to an admission level get in, and wait in one line, first come, first
 * served. Time is cut into windows, of a second or of 2000 tasks, whichever is over first. Where
 * tasks that started in a window had waited for more than 20 ms on average, the service is
 * overloaded. Then the level falls to one at which 5 % fewer tasks of the window would have been
 * let in than were; else it rises to one at which as many more would have been as are 1 % of those
 * that came. Which levels these are is read from a histogram of the window.
 *
 * <p><b>Worked number.</b> Twice as much comes as can be done: 0.95^14 is about one half, so it is
 * found in 14 windows. A service that gets 2000 tasks in a tenth of a second has found it within
 * 1.4 s; one that gets 200 a second, in 14 s.
 *
 * <p><b>Left open there, chosen here:</b> a window in which no task started says nothing about the
 * wait, and is overloaded if tasks wait; the level falls by at least one step that the histogram
 * shows. What belongs to several services (a task's priority is that of the request that caused it,
 * and callers learn the level of the service that they call) has no place in one pool.
 *
 * <p>Source: Zhou et al. 2018, "Overload Control for Scaling WeChat Microservices", SoCC; its
 * abstract and accounts of it, for its text could not be had whole.
 *
 * @param settings its settings
 * @param counts what the pool counts
 * @param state what it has seen
 */
public record Dagor(Settings settings, PoolCounts counts, State state) implements Admission {

  private static final int USERS = 128;

  /**
   * The settings.
   *
   * @param windowNanos how long a window lasts; there 1 s
   * @param windowTasks how many tasks of a window end it; there 2000
   * @param thresholdNanos the average wait above which a window was overloaded; there 20 ms
   * @param alpha by what part fewer are let in after one that was; there 0.05
   * @param beta by what part of those that came more are let in after one that was not; there 0.01
   */
  public record Settings(
      long windowNanos, int windowTasks, long thresholdNanos, double alpha, double beta) {

    public Settings {
      Require.above("windowNanos", 0, windowNanos);
      Require.atLeast("windowTasks", 1, windowTasks);
      Require.above("thresholdNanos", 0, thresholdNanos);
      Require.between("alpha", 0, 1, alpha);
      Require.between("beta", 0, 1, beta);
    }

    /** The published ones. */
    public static Settings published() {
      return new Settings(1_000_000_000, 2000, 20_000_000, 0.05, 0.01);
    }
  }

  /**
   * What it has seen.
   *
   * @param level the last level that gets in
   * @param sinceNanos when the window began
   * @param startedBefore tasks that had started by then
   * @param waitedBeforeNanos how long those had waited
   * @param came the levels of the window's tasks
   * @param admitted how many of them were let in
   */
  record State(
      int level,
      long sinceNanos,
      long startedBefore,
      long waitedBeforeNanos,
      RecentLevels came,
      int admitted) {

    static final State BEGINNING =
        new State(Levels.count(USERS) - 1, 0, 0, 0, RecentLevels.NONE, 0);
  }

  /** The rule at its beginning, when all get in. */
  public static Dagor of(Settings settings, PoolCounts counts) {
    return new Dagor(settings, counts, State.BEGINNING);
  }

  @Override
  public Verdict arriving(Arrival task, PoolState now) {
    State seen = seen(now);
    int level = Levels.of(task, USERS);
    boolean in = level <= seen.level && now.waiting() < now.capacity();
    Dagor next =
        new Dagor(
            settings,
            counts,
            new State(
                seen.level,
                seen.sinceNanos,
                seen.startedBefore,
                seen.waitedBeforeNanos,
                seen.came.plus(level),
                seen.admitted + (in ? 1 : 0)));
    return Levels.verdict(in, level, seen.level, settings.windowNanos, next);
  }

  @Override
  public Verdict starting(Arrival task, PoolState now) {
    return Verdict.in(this);
  }

  private State seen(PoolState now) {
    boolean over =
        now.nowNanos() - state.sinceNanos >= settings.windowNanos
            || state.came.size() >= settings.windowTasks;
    if (!over) {
      return state;
    }
    long started = counts.started() - state.startedBefore;
    long waitedNanos = counts.waitedNanos() - state.waitedBeforeNanos;
    boolean overloaded =
        started == 0 ? now.waiting() > 0 : waitedNanos / started > settings.thresholdNanos;
    return new State(
        level(overloaded),
        now.nowNanos(),
        counts.started(),
        counts.waitedNanos(),
        RecentLevels.NONE,
        0);
  }

  private int level(boolean overloaded) {
    List<Integer> came = state.came.sorted(Integer.MAX_VALUE);
    if (overloaded) {
      int expected = (int) ((1 - settings.alpha) * state.admitted);
      return expected == 0 || came.isEmpty() ? firstOf(came) : below(came, expected);
    }
    double expected = state.admitted + settings.beta * came.size();
    int index = (int) Math.ceil(expected) - 1;
    return index >= came.size() || came.isEmpty()
        ? Levels.count(USERS) - 1
        : Math.max(state.level, came.get(Math.max(0, index)));
  }

  /** The most important level that came stays open, so that there is something to be seen. */
  private int firstOf(List<Integer> came) {
    return came.isEmpty() ? state.level : Math.min(state.level, came.get(0));
  }

  /** The level up to which so many came, or fewer. */
  private int below(List<Integer> came, int expected) {
    int next = expected < came.size() ? came.get(expected) : state.level;
    int level = came.get(expected - 1);
    return Math.min(state.level, level < next ? level : Math.max(came.get(0), level - 1));
  }

  @Override
  public Order order() {
    return Order.ARRIVAL;
  }

  @Override
  public boolean importantFirst() {
    return false;
  }
}
