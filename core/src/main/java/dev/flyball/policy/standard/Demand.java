package dev.flyball.policy.standard;

import dev.flyball.policy.Reason;
import dev.flyball.policy.Regime;
import dev.flyball.policy.part.ServiceTime;
import dev.flyball.policy.part.Smoothed;
import dev.flyball.policy.part.Staffing;
import dev.flyball.policy.part.Windows;
import dev.flyball.policy.standard.window.Stretch;
import dev.flyball.policy.standard.window.WorkUnit;

/**
 * The workers that the load needs at rest: Little's law, staffed.
 *
 * <pre>{@code
 * load   = work that comes per second * slowness at rest      (Erlang: workers busy on average)
 * steady = load + headroom(load), and no fewer than were busy in the last seconds
 * wanted = steady + queued * min(1, service time / drain)
 * }</pre>
 *
 * <p>The service time is the one at rest, not the present one. If tasks take longer because this
 * pool crowds its downstream, arrival rate x service time asks for more workers, which makes tasks
 * longer still. {@link PaidGrowth} finds out what the present needs beyond rest. If the processors
 * are short, or tasks take less than {@value RestSlowness#NEAR_REST} times as long as at rest, the
 * present service time counts: the known rest is rather too fast than too slow.
 *
 * <p>Long tasks among quick ones have not ended yet, so they are in no mean service time. But while
 * tasks end about as fast as they arrive, and as fast as at rest, nothing delays them, and the
 * number of busy workers is the load (Little's law, whatever the distribution). If that is more
 * than {@value #FAR_MORE} times as much, it counts. Where single times are not known, it is enough
 * that tasks end as fast as they arrive and none waits.
 *
 * <p>A load counts once two tenths of a second in a row have shown it, so a burst is not mistaken
 * for a rate. Rejected tasks count as arrivals, too.
 *
 * <p>Worked: 96 tasks/s of 1.14 s are 109.4 Erlang; 2.75 * sqrt(109.4) = 28.8 more make 139.
 *
 * <p>Source: as {@code littles-law}.
 *
 * @param staffing the rule that turns a load into a number of workers
 * @param service the mean service time, for how long things take to settle
 * @param load the arriving work, in nanoseconds per nanosecond, smoothed
 * @param held the workers that were busy while nothing delayed tasks, smoothed
 * @param rateBefore the load of the last tenth of a second alone
 * @param pendingWork the work that has arrived since
 * @param pendingNanos the time in which it arrived, in nanoseconds
 * @param peak the maximum number of busy workers, forgotten with a time constant of 3 s
 * @param endedTasks tasks that have ended, up to some tens
 * @param beganNanos the beginning of the first window
 * @param firstSize the size that it began with; 0 before the first window
 * @param rejecting 1 when tasks were rejected, forgotten with a time constant of 30 s
 * @param queued tasks that waited at the end of the last window
 * @param backlog whether waiting tasks get workers
 * @param peaked whether the peak of busy workers is kept for a while
 */
record Demand(
    Staffing staffing,
    ServiceTime service,
    Smoothed load,
    Smoothed held,
    double rateBefore,
    double pendingWork,
    double pendingNanos,
    double peak,
    long endedTasks,
    long beganNanos,
    int firstSize,
    double rejecting,
    long queued,
    boolean backlog,
    boolean peaked) {

  private static final double CROWDED = 4;
  private static final double FAR_MORE = 2;
  private static final double KEEPS_UP = 0.7;
  private static final long PILE = 4;
  private static final double RATE_NANOS = 75e6;
  private static final double PEAK_NANOS = 3e9;
  private static final double REJECTING_NANOS = 30e9;
  private static final double FEW_WORKERS = 2;
  private static final long FEW_TASKS = 30;
  private static final long EARLY_NANOS = 1_000_000_000;

  static Demand of(Staffing staffing, Smoothed load, boolean backlog, boolean peaked) {
    return new Demand(
        staffing,
        ServiceTime.unknown(true),
        load,
        load,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        backlog,
        peaked);
  }

  Demand with(Stretch seen, WorkUnit unit, boolean rested) {
    double work = pendingWork + unit.offered(seen);
    double nanos = pendingNanos + seen.nanos();
    boolean whole = nanos >= RATE_NANOS;
    double rate = whole ? work / nanos : rateBefore;
    boolean began = firstSize > 0 && beganNanos <= seen.endNanos();
    boolean knows = seen.ended() > 0 || load.value().isPresent();
    return new Demand(
        staffing,
        service.with(seen.serviceNanos() / 1e9, seen.ended()),
        knows && whole ? load.next(Math.min(rate, rateBefore), (long) nanos) : load,
        heldNext(seen, rested),
        rate,
        whole ? 0 : work,
        whole ? 0 : nanos,
        Math.max(seen.busy(), peak * StrictMath.exp(-seen.nanos() / PEAK_NANOS)),
        Math.min(FEW_TASKS, Windows.sum(endedTasks, seen.ended())),
        began ? beganNanos : seen.endNanos() - seen.nanos(),
        began ? firstSize : seen.asked(),
        seen.rejecting() ? 1 : rejecting * StrictMath.exp(-seen.nanos() / REJECTING_NANOS),
        seen.queued(),
        backlog,
        peaked);
  }

  /** The busy workers while nothing delays tasks; begins anew while something does. */
  private Smoothed heldNext(Stretch seen, boolean rested) {
    if (seen.ended() < KEEPS_UP * seen.came()) {
      return held;
    }
    Smoothed none = Smoothed.of(held.riseNanos(), held.fallNanos());
    Smoothed before = held.value().isPresent() ? held : none.next(0, 1);
    return rested ? before.next(seen.busy(), seen.nanos()) : none;
  }

  /** Whether tasks were rejected in the last half minute, so that there is no queue to wait in. */
  boolean wasRejecting() {
    return rejecting > 0.37;
  }

  /** Whether a task has ended yet. */
  boolean known() {
    return service.seconds().isPresent();
  }

  /** The mean service time in nanoseconds; 0 while not known. */
  double serviceNanos() {
    return service.seconds().orElse(0) * 1e9;
  }

  /** The arriving work, in nanoseconds per nanosecond: smoothed, or recent if that is more. */
  double loadMost() {
    return Math.max(load.value().orElse(0), rateBefore);
  }

  /** Mean tasks that arrive per nanosecond, smoothed; 0 while not known. */
  double arrivals(WorkUnit unit) {
    return unit.perTask() > 0 ? load.value().orElse(0) / unit.perTask() : 0;
  }

  /** Workers busy on average, at rest, in Erlang. */
  double erlang(Stretch seen, WorkUnit unit, RestSlowness rest) {
    double work = load.value().orElse(0);
    double present = unit.perTask() > 0 ? serviceNanos() / unit.perTask() : 0;
    boolean atRest = present < RestSlowness.NEAR_REST * rest.slowness();
    boolean asNow = present > 0 && (seen.cpuShort() || (rest.known() && atRest));
    double slowness = asNow ? present : rest.known() ? rest.slowness() : 1;
    double erlang = Windows.finite(work * slowness);
    double busy = held.value().orElse(0);
    return busy > FAR_MORE * (erlang + StrictMath.sqrt(erlang) + 1) ? busy : erlang;
  }

  /** Workers for the load alone, at rest; at the very beginning at least the first size. */
  double forLoad(Stretch seen, double erlang) {
    return begun(seen, staffed(erlang) + (wasRejecting() ? FEW_WORKERS : 0));
  }

  /**
   * The same for a full pool whose size is held. It never sees rest, only the fastest tasks of all;
   * so the present service time counts, unless it is {@value #CROWDED} times as long. If tasks are
   * rejected and none can wait, as much again is kept for them.
   */
  double forLoadHeld(Stretch seen, WorkUnit unit, RestSlowness rest) {
    double present = unit.perTask() > 0 ? serviceNanos() / unit.perTask() : 1;
    boolean crowded = rest.known() && present > CROWDED * rest.slowness();
    double work = load.value().orElse(0);
    double steady = staffed(Windows.finite(work * (crowded ? rest.slowness() : present)));
    boolean queueless = wasRejecting() && seen.queued() == 0;
    return begun(seen, queueless ? 2 * (steady + FEW_WORKERS) : steady);
  }

  /** Whether the policy has just begun: it has seen little, or less than a second has passed. */
  boolean early(long nowNanos) {
    return endedTasks < FEW_TASKS || nowNanos - beganNanos < EARLY_NANOS;
  }

  /**
   * Whether many more tasks wait than so many workers start at a time. The first completions then
   * say little: those tasks started beside fewer, or are short.
   */
  boolean isPile(int workers) {
    return queued > PILE * workers;
  }

  private double staffed(double erlang) {
    return erlang + staffing.headroom().beyond(erlang);
  }

  private double begun(Stretch seen, double steady) {
    return early(seen.endNanos()) ? Math.max(steady, Math.min(firstSize, seen.asked())) : steady;
  }

  /** The same, and at least as many as were busy at once in the last seconds, up to a level. */
  double steady(double forLoad, double level) {
    double atOnce = peak + StrictMath.sqrt(peak);
    return peaked ? Math.max(forLoad, Math.min(level, atOnce)) : forLoad;
  }

  /** Workers that empty the queue in the drain time. */
  int forBacklog(Stretch seen) {
    return backlog ? staffing.forBacklog(seen.queued(), service.seconds()) : 0;
  }

  Reason why(Stretch seen, double erlang, int workers) {
    return Reason.in(
        Regime.DEMAND,
        "%{arrivals}.1f tasks/s come, %{load}.1f busy at rest; %{steady}d with what is kept for bursts;"
            + " queue %{queued}d",
        1e9 * seen.came() / seen.nanos(),
        erlang,
        workers,
        seen.queued());
  }
}
