package dev.flyball.policies.climb;

import dev.flyball.base.Require;
import dev.flyball.policy.Observation;
import dev.flyball.policy.part.Sampled;
import dev.flyball.policy.part.Windows;

/**
 * The windows collected until a policy's own interval is over.
 *
 * <p>A policy that decides each 1.5 s may be shown windows of 0.1 s, or of 10 s. Shorter ones are
 * added up here; a longer one is an interval by itself.
 *
 * @param lengthNanos how long they were together
 * @param completed tasks that ended in them
 * @param serviceNanos start to end, summed over the tasks that ended
 * @param busyNanos time that workers were inside a task
 * @param queuedNanos time that tasks waited
 */
public record Collected(
    long lengthNanos, long completed, double serviceNanos, double busyNanos, double queuedNanos) {

  public static final Collected NOTHING = new Collected(0, 0, 0, 0, 0);

  public Collected {
    Require.countAtLeast("lengthNanos", 0, lengthNanos);
    Require.countAtLeast("completed", 0, completed);
    Require.finiteAtLeast("serviceNanos", 0, serviceNanos);
    Require.finiteAtLeast("busyNanos", 0, busyNanos);
    Require.finiteAtLeast("queuedNanos", 0, queuedNanos);
  }

  public Collected with(Observation seen) {
    long length = seen.window().lengthNanos();
    return new Collected(
        Windows.sum(lengthNanos, length),
        Windows.sum(completed, seen.flow().completed()),
        serviceNanos + seen.times().serviceNanosSum(),
        finite(busyNanos + seen.busyNanos()),
        finite(queuedNanos + seen.size().queuedMean() * length));
  }

  boolean lasts(long nanos) {
    return lengthNanos >= nanos;
  }

  /**
   * Whether an interval is over with this window, for one window more would end farther from it; so
   * windows of 0.999 s make intervals of about 1 s, not of 2 s.
   */
  public boolean fills(long intervalNanos, Observation.Window last) {
    return Sampled.isOver(lengthNanos, last.lengthNanos(), intervalNanos);
  }

  double seconds() {
    return lengthNanos / 1e9;
  }

  /** Tasks that ended per second; 0 before the first window. */
  public double throughputPerSecond() {
    return lengthNanos == 0 ? 0 : completed / seconds();
  }

  /** Mean service time of the tasks that ended; 0 when none did. */
  double meanServiceSeconds() {
    return completed == 0 ? 0 : serviceNanos / 1e9 / completed;
  }

  /** Tasks in the system, waiting or running, averaged over time. */
  public double inSystemMean() {
    return finite(busyMean() + queuedMean());
  }

  /** Workers inside a task, averaged over time. */
  public double busyMean() {
    return lengthNanos == 0 ? 0 : busyNanos / lengthNanos;
  }

  /** Tasks that wait, averaged over time. */
  double queuedMean() {
    return lengthNanos == 0 ? 0 : queuedNanos / lengthNanos;
  }

  private static double finite(double figure) {
    return Math.min(Double.MAX_VALUE, figure);
  }
}
