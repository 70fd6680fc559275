package dev.flyball.measure;

import dev.flyball.policy.Observation;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A reader of meters with windows of its own: each observation begins where the one before ended,
 * the first where the reader was made.
 *
 * <p><b>Threads.</b> Any thread may call any method; a window goes to one caller. Readers of one
 * pool take nothing from each other.
 */
public final class WindowReader implements Supplier<Observation> {

  private final Function<Supplier<HostMeter.Reading>, MeterSnapshot> snapshots;

  // Guarded by this.
  private final SnapshotDiff windows;

  /**
   * A reader of meters.
   *
   * @param snapshots takes a snapshot of all meters, with the processors from that source
   * @param beginning where the first window begins
   */
  public WindowReader(
      Function<Supplier<HostMeter.Reading>, MeterSnapshot> snapshots, MeterSnapshot beginning) {
    this.snapshots = snapshots;
    this.windows = SnapshotDiff.from(beginning);
  }

  /** The window that ends now. */
  @Override
  public Observation get() {
    return get(HostMeter::readShared);
  }

  /**
   * The window that ends now, with a reading of the processors made a moment ago: for a caller that
   * reads many pools of this process, which share their processors. That reading takes longer than
   * all the rest.
   */
  public synchronized Observation get(Supplier<HostMeter.Reading> host) {
    return windows.cut(snapshots.apply(host));
  }
}
