package dev.flyball.pool;

import dev.flyball.measure.HostMeter;
import dev.flyball.measure.MeterSnapshot;
import dev.flyball.measure.MeterSum;
import dev.flyball.measure.SnapshotDiff;
import dev.flyball.measure.WindowReader;
import dev.flyball.policy.Observation;
import dev.flyball.policy.ObservationBuilder;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.DoubleSupplier;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The reader of the sensors of a pool, or of something like it.
 *
 * <p>Any thread may ask for a reader of its own. The window behind {@link #observe()} belongs to
 * one reader, the governor.
 */
final class PoolFigures {

  private static final int LOOKS_MAX = 3;

  private final Function<Supplier<HostMeter.Reading>, MeterSnapshot> look;
  private final SortedMap<String, DoubleSupplier> signals;
  private final MeterSnapshot beginning;
  private final WindowReader window;

  /**
   * A reader.
   *
   * @param look takes one look at all meters, with the processors from that source
   * @param signals what is observed beside them
   */
  PoolFigures(
      Function<Supplier<HostMeter.Reading>, MeterSnapshot> look,
      SortedMap<String, DoubleSupplier> signals) {
    this.look = look;
    this.signals = new TreeMap<>(signals);
    this.beginning = totals();
    this.window = new WindowReader(this::totals, beginning);
  }

  /** What happened since the last call, and what the sources of signals say now. */
  synchronized Observation observe() {
    Observation seen = window.get();
    if (signals.isEmpty()) {
      return seen;
    }
    ObservationBuilder with = seen.toBuilder();
    for (Map.Entry<String, DoubleSupplier> signal : signals.entrySet()) {
      double value = signal.getValue().getAsDouble();
      if (!Double.isNaN(value)) {
        with.signal(signal.getKey(), value);
      }
    }
    return with.build();
  }

  /** What happened since the beginning. */
  Observation lifetime() {
    return SnapshotDiff.between(beginning, totals());
  }

  /** The times of all tasks since the beginning. */
  TaskTimes taskTimes() {
    MeterSum all = totals().workers();
    return new TaskTimes(all.waits(), all.responses());
  }

  /** A reader whose first window begins now. */
  Supplier<Observation> windows() {
    return new WindowReader(this::totals, totals());
  }

  private MeterSnapshot totals() {
    return totals(HostMeter::read);
  }

  private MeterSnapshot totals(Supplier<HostMeter.Reading> host) {
    MeterSnapshot totals = look.apply(host);
    for (int looks = 1; looks < LOOKS_MAX && !totals.isSharp(); looks++) {
      totals = look.apply(host);
    }
    return totals;
  }
}
