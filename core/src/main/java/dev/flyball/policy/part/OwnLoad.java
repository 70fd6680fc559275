package dev.flyball.policy.part;

import dev.flyball.policy.Observation;
import dev.flyball.policy.Observation.Flow;
import java.util.OptionalDouble;

/**
 * The load of one of several targets that wait for one another: arrival rate times the service time
 * without the waits for the others.
 *
 * <pre>{@code
 * load = arrivals per second * (service time - waits for others) / completed tasks
 * CPU  = arrivals per second * CPU time / completed tasks                 (cores)
 * }</pre>
 *
 * <p>A task that waits for a worker of another target makes its own target look busier. If that
 * counted as its load, it would get the very workers that the other one lacks.
 *
 * <p>Tasks that come all at once are a backlog and no rate. So arrivals are counted in stretches of
 * at least half a second, and of a stretch no more than the stretch before it had, or than chance
 * lets the known rate reach: {@code expected + 3 * sqrt(expected)}. A rate that rises is believed
 * one stretch later, that of a burst never. Rejected tasks count as arrivals.
 *
 * <p>All is forgotten with a time constant of five seconds. While no task has ended, the busy
 * workers are the load.
 *
 * <p>Worked: 100 tasks/s of 1.2 s, of which they wait 1 s for connections, are 20 Erlang.
 *
 * <p>Fails where waits for others are not seen, such as those for a foreign lock: then they are
 * service, and the load is too high.
 *
 * @param came arrivals that count
 * @param nanos the time in which they came, in nanoseconds
 * @param pendingCame arrivals since the last whole stretch
 * @param pendingNanos the time since, in nanoseconds
 * @param perNanoBefore arrivals per nanosecond of the last whole stretch
 * @param ended tasks that have ended
 * @param ownNanos their service time without waits for others, in nanoseconds; below 0 while tasks
 *     have waited that have not ended
 * @param cpuNanos their CPU time, in nanoseconds; 0 where it is not known
 * @param busyNanos the time that workers were busy, in nanoseconds
 * @param seenNanos the time that was observed, in nanoseconds
 */
public record OwnLoad(
    double came,
    double nanos,
    double pendingCame,
    double pendingNanos,
    double perNanoBefore,
    double ended,
    double ownNanos,
    double cpuNanos,
    double busyNanos,
    double seenNanos) {

  private static final double MEMORY_NANOS = 5e9;
  private static final double STRETCH_NANOS = 0.5e9;
  private static final double CHANCE = 3;

  /** Before the first observation. */
  public static final OwnLoad UNKNOWN = new OwnLoad(0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

  /**
   * The load after one more window.
   *
   * @param waitedNanos the time that its tasks have waited for other targets, in nanoseconds
   */
  public OwnLoad with(Observation seen, double waitedNanos) {
    double lengthNanos = seen.window().lengthNanos();
    double kept = StrictMath.exp(-lengthNanos / MEMORY_NANOS);
    Flow flow = seen.flow();
    double nowCame = pendingCame + flow.arrived() + flow.rejected();
    double nowNanos = pendingNanos + lengthNanos;
    boolean whole = nowNanos >= STRETCH_NANOS;
    boolean counts = whole && (nanos > 0 || perNanoBefore > 0); // there is one to compare with
    double cpu = Math.max(0, seen.times().cpuNanosSum().orElse(0));
    return new OwnLoad(
        came * kept + (counts ? counted(nowCame, nowNanos) : 0),
        nanos * kept + (counts ? nowNanos : 0),
        whole ? 0 : nowCame,
        whole ? 0 : nowNanos,
        whole ? nowCame / nowNanos : perNanoBefore,
        ended * kept + flow.completed(),
        ownNanos * kept + seen.times().serviceNanosSum() - waitedNanos,
        cpuNanos * kept + cpu,
        busyNanos * kept + seen.busyNanos(),
        seenNanos * kept + lengthNanos);
  }

  private double counted(double nowCame, double nowNanos) {
    double expected = ratePerNano() * nowNanos;
    double chance = expected + CHANCE * StrictMath.sqrt(expected);
    return Math.min(nowCame, Math.max(chance, perNanoBefore * nowNanos));
  }

  private double ratePerNano() {
    return nanos > 0 ? came / nanos : 0;
  }

  /** Workers busy with work of their own, on average, in Erlang. */
  public double erlang() {
    if (ended < 1e-6) {
      return seenNanos > 0 ? busyNanos / seenNanos : 0;
    }
    return Windows.finite(ratePerNano() * (Math.max(0, ownNanos) / ended));
  }

  /** Processors that the arriving tasks need; empty where their CPU time is not known. */
  public OptionalDouble cores() {
    return cpuNanos > 0 && ended >= 1e-6
        ? OptionalDouble.of(Windows.finite(ratePerNano() * (cpuNanos / ended)))
        : OptionalDouble.empty();
  }

  /** The time that workers were busy in the last seconds, in nanoseconds. */
  public double recentBusyNanos() {
    return busyNanos;
  }
}
