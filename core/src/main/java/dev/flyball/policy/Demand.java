package dev.flyball.policy;

/**
 * The workers that the load needs at rest: Little's law, staffed.
 *
 * <pre>{@code
 * load   = work that comes per second * slowness at rest      (Erlang: workers busy on average)
 * steady = load + headroom(load), and no fewer than were busy in the last seconds
 * wanted = steady + queued * min(1, service time / drain)
 * }</pre>
 *
 * <p>At rest, not at present: where tasks take longer because this pool crowds what stands behind
 * it, arrival rate x service time asks for more workers, which makes tasks longer still. What the
 * present needs beyond rest is for {@link PaidGrowth} to find out. Where the processors are what is
 * short, the present service time counts.
 *
 * <p>A load counts once two windows in a row have shown it, so that a pile is no rate. Tasks that
 * were turned away came, too.
 *
 * <p>Worked: 96 tasks/s of 1.14 s are 109.4 Erlang; 2.75 * sqrt(109.4) = 28.8 more make 139.
 *
 * <p>Source: as {@link LittlesLaw}.
 *
 * @param staffing how a load becomes a number of workers
 * @param service the mean service time, for how long things take to settle
 * @param load the work that comes, in nanoseconds per nanosecond, smoothed
 * @param rateBefore the same of the last window alone
 * @param peak the most workers that were busy, forgotten with a time constant of 3 s
 * @param endedTasks tasks that have ended, up to some tens
 * @param beganNanos the beginning of the first window
 * @param firstSize the size that it began with; 0 before the first window
 * @param rejecting 1 when tasks were turned away, forgotten with a time constant of 30 s
 * @param backlog whether tasks that wait are given workers
 * @param peaked whether what was busy is kept for a while
 */
record Demand(
    Staffing staffing,
    ServiceTime service,
    Smoothed load,
    double rateBefore,
    double peak,
    long endedTasks,
    long beganNanos,
    int firstSize,
    double rejecting,
    boolean backlog,
    boolean peaked) {

  private static final double PEAK_NANOS = 3e9;
  private static final double REJECTING_NANOS = 30e9;
  private static final double FEW_WORKERS = 2;
  private static final long FEW_TASKS = 30;
  private static final long EARLY_NANOS = 1_000_000_000;

  static Demand of(Staffing staffing, Smoothed load, boolean backlog, boolean peaked) {
    return new Demand(staffing, ServiceTime.unknown(true), load, 0, 0, 0, 0, 0, 0, backlog, peaked);
  }

  Demand with(Stretch seen, WorkUnit unit) {
    double rate = unit.offered(seen) / seen.nanos();
    boolean began = firstSize > 0 && beganNanos <= seen.endNanos();
    boolean knows = seen.ended() > 0 || load.value().isPresent();
    return new Demand(
        staffing,
        service.with(seen.serviceNanos() / 1e9, seen.ended()),
        knows ? load.next(Math.min(rate, rateBefore), seen.nanos()) : load,
        rate,
        Math.max(seen.busy(), peak * StrictMath.exp(-seen.nanos() / PEAK_NANOS)),
        Math.min(FEW_TASKS, Windows.sum(endedTasks, seen.ended())),
        began ? beganNanos : seen.endNanos() - seen.nanos(),
        began ? firstSize : seen.asked(),
        seen.rejecting() ? 1 : rejecting * StrictMath.exp(-seen.nanos() / REJECTING_NANOS),
        backlog,
        peaked);
  }

  /**
   * Whether tasks were turned away in the last half minute, so that there is no queue to wait in.
   */
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

  /** Workers busy on average, at rest, in Erlang. */
  double erlang(Stretch seen, WorkUnit unit, RestSlowness rest) {
    double work = load.value().orElse(0);
    boolean present = seen.cpuShort() && unit.perTask() > 0;
    double slowness =
        present ? serviceNanos() / unit.perTask() : rest.known() ? rest.slowness() : 1;
    return Windows.finite(work * slowness);
  }

  /** Workers for the load alone, at rest; at the very beginning no fewer than there were. */
  double forLoad(Stretch seen, double erlang) {
    boolean early = endedTasks < FEW_TASKS || seen.endNanos() - beganNanos < EARLY_NANOS;
    double few = wasRejecting() ? FEW_WORKERS : 0;
    double steady = erlang + staffing.headroom().beyond(erlang) + few;
    return early ? Math.max(steady, Math.min(firstSize, seen.asked())) : steady;
  }

  /** The same, and no fewer than were busy at once in the last seconds, up to a level. */
  double steady(double forLoad, double level) {
    double atOnce = peak + StrictMath.sqrt(peak);
    return peaked ? Math.max(forLoad, Math.min(level, atOnce)) : forLoad;
  }

  /** Workers that bring the queue to an end in the drain time. */
  int forBacklog(Stretch seen) {
    return backlog ? staffing.forBacklog(seen.queued(), service.seconds()) : 0;
  }

  Reason why(Stretch seen, double erlang, int workers) {
    return Reason.of(
        "demand: %.1f tasks/s come, %.1f busy at rest; %d with what is kept for bursts; queue %d",
        1e9 * seen.came() / seen.nanos(), erlang, workers, seen.queued());
  }
}
