package dev.flyball.measure;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.OptionalLong;

/**
 * The processors as the host and this process see them, read as figures that only grow.
 *
 * <p>Busy time is read as a sum, so that a window is the difference of two readings: there is no
 * first reading that says 0, and every reader has a window of its own.
 */
public final class HostMeter {

  private static final HostStat STAT = new HostStat(Path.of("/proc/stat"));
  private static final Cores CORES = new Cores();

  private HostMeter() {}

  /**
   * The processors at one moment.
   *
   * @param cores processors that this process may use, a quota counted
   * @param processCpuNanos processor time of this process so far; empty where it is not measured
   * @param hostBusyNanos processor time of all processes on the host so far, idle and waiting for
   *     input or output not counted; empty where it is not measured
   */
  public record Reading(double cores, OptionalLong processCpuNanos, OptionalLong hostBusyNanos) {}

  /**
   * Reads the processors now; costs some microseconds. How many are usable is of the last second.
   */
  public static Reading read() {
    return new Reading(CORES.usable(), processCpuNanos(), STAT.busyNanos());
  }

  private static OptionalLong processCpuNanos() {
    try {
      return ProcessCpu.nanos();
    } catch (LinkageError e) {
      return OptionalLong.empty(); // a run time that was made without the module jdk.management
    }
  }

  /** Apart, so that the module is asked for at first use only. */
  private static final class ProcessCpu {
    static OptionalLong nanos() {
      if (ManagementFactory.getOperatingSystemMXBean()
          instanceof com.sun.management.OperatingSystemMXBean bean) {
        long nanos = bean.getProcessCpuTime();
        return nanos < 0 ? OptionalLong.empty() : OptionalLong.of(nanos);
      }
      return OptionalLong.empty();
    }
  }
}
