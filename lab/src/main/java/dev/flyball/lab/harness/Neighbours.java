package dev.flyball.lab.harness;

import dev.flyball.measure.HostMeter;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * The processors that others took from an experiment: other processes on this machine, and other
 * machines on its host (stolen time).
 *
 * <p>A load average does not tell them from the experiment's own threads, and lags by a minute.
 *
 * @param cores processors they kept busy, averaged over a time; empty where that is not measured
 * @param coresThere processors that this process may use
 */
public record Neighbours(OptionalDouble cores, double coresThere) {

  /** Nothing is known of them. */
  public static final Neighbours UNKNOWN = new Neighbours(OptionalDouble.empty(), 1);

  /** Beyond this share of the processors, figures say more of the neighbours. */
  private static final double SHARE_MAX = 0.1;

  /** The neighbours from one reading to another. */
  public static Neighbours between(Look from, Look to) {
    HostMeter.Reading first = from.reading();
    HostMeter.Reading last = to.reading();
    long nanos = to.atNanos() - from.atNanos();
    if (nanos <= 0
        || first.hostBusyNanos().isEmpty()
        || last.hostBusyNanos().isEmpty()
        || first.processCpuNanos().isEmpty()
        || last.processCpuNanos().isEmpty()) {
      return new Neighbours(OptionalDouble.empty(), last.cores());
    }
    long all = last.hostBusyNanos().getAsLong() - first.hostBusyNanos().getAsLong();
    long own = last.processCpuNanos().getAsLong() - first.processCpuNanos().getAsLong();
    return new Neighbours(
        OptionalDouble.of(Math.max(0, (double) (all - own) / nanos)), last.cores());
  }

  /** The neighbours since a reading. */
  public static Neighbours since(Look from) {
    return between(from, Look.now());
  }

  /** These without some that belong to the experiment, such as the process of a virtual screen. */
  public Neighbours without(double coresOfOwn) {
    return cores.isPresent()
        ? new Neighbours(
            OptionalDouble.of(Math.max(0, cores.getAsDouble() - coresOfOwn)), coresThere)
        : this;
  }

  /** The one of the two that took more; an unknown one takes nothing. */
  public Neighbours orMore(Neighbours other) {
    return other.cores.orElse(-1) > cores.orElse(-1) ? other : this;
  }

  /** Whether they took so much that the experiment's figures must not be compared. */
  public boolean areTooBusy() {
    return cores.orElse(0) > SHARE_MAX * coresThere;
  }

  /** Why figures of the time must not be compared, where others took too much of it. */
  public List<String> doubts() {
    return areTooBusy() ? List.of(tooBusy("others used " + text() + " meanwhile")) : List.of();
  }

  /** As in {@code 1.3 of 2 cores}. */
  public String text() {
    return cores.isPresent()
        ? String.format(Locale.ROOT, "%.2f of %.1f cores", cores.getAsDouble(), coresThere)
        : "not measured";
  }

  /**
   * Why the figures of an experiment must not be compared.
   *
   * @param sign what showed it, as in "requests were sent late"
   */
  public static String tooBusy(String sign) {
    return "this machine was too busy with other things, for " + sign + ": do not compare";
  }

  /**
   * The processors at one moment.
   *
   * @param atNanos when
   * @param reading what they had done by then
   */
  public record Look(long atNanos, HostMeter.Reading reading) {

    /** The processors now. */
    public static Look now() {
      return new Look(System.nanoTime(), HostMeter.read());
    }
  }
}
