package dev.flyball.pool;

import dev.flyball.measure.HostMeter;
import dev.flyball.measure.MeterSum;
import dev.flyball.measure.MeterWindow;
import dev.flyball.measure.Totals;
import dev.flyball.policy.Observation;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.DoubleSupplier;

/**
 * The reader of a pool's sensors.
 *
 * <p>Any thread may ask for totals. The window behind {@link #observe()} belongs to one reader, the
 * governor.
 */
final class PoolFigures {

  private static final int LOOKS_MAX = 3;

  private final Dispatcher dispatcher;
  private final SortedMap<String, DoubleSupplier> signals;
  private final Totals beginning;
  private final MeterWindow window;

  PoolFigures(Dispatcher dispatcher, SortedMap<String, DoubleSupplier> signals) {
    this.dispatcher = dispatcher;
    this.signals = new TreeMap<>(signals);
    this.beginning = totals();
    this.window = MeterWindow.from(beginning);
  }

  /** What happened since the last call, and what the sources of signals say now. */
  synchronized Observation observe() {
    Observation seen = window.cut(totals());
    for (Map.Entry<String, DoubleSupplier> signal : signals.entrySet()) {
      double value = signal.getValue().getAsDouble();
      seen = Double.isNaN(value) ? seen : seen.with(signal.getKey(), value);
    }
    return seen;
  }

  /** What happened since the beginning. */
  Observation lifetime() {
    return MeterWindow.between(beginning, totals());
  }

  /** Everything counted so far. */
  Totals totals() {
    Totals totals = look();
    for (int looks = 1; looks < LOOKS_MAX && !totals.isSharp(); looks++) {
      totals = look();
    }
    return totals;
  }

  /**
   * One look. The workers' meters are read before the count at the queue, so that no task is seen
   * to start before it arrived. Should this thread lose its processor in between, the two belong to
   * different moments, and what ran then is taken to run still: such a look is not sharp.
   */
  private Totals look() {
    long beganNanos = System.nanoTime();
    Roster.Muster muster = dispatcher.muster();
    MeterSum sum = muster.sum();
    boolean processor = dispatcher.measuresProcessor();
    OptionalLong cpuNanos = processor ? muster.cpuNanos() : OptionalLong.empty();
    OptionalLong waitNanos = processor ? muster.runQueueWaitNanos() : OptionalLong.empty();
    Dispatcher.Count count = dispatcher.count();
    return new Totals(
        count.atNanos(),
        count.atNanos() - beganNanos,
        count.asked(),
        count.alive(),
        count.workerNanos(),
        count.rejected(),
        count.arrivals(),
        sum,
        cpuNanos,
        waitNanos,
        HostMeter.read());
  }
}
