package dev.flyball.measure;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/**
 * The processors as the host and this process see them, read as figures that only grow.
 *
 * <p>Busy time is read as a sum, so that a window is the difference of two readings: there is no
 * first reading that says 0, and every reader has a window of its own.
 */
public final class HostMeter {

  private static final Path STAT = Path.of("/proc/stat");

  /** Linux counts {@code /proc/stat} in hundredths of a second, whatever the kernel's own tick. */
  private static final long NANOS_PER_TICK = 10_000_000;

  private HostMeter() {}

  /**
   * The processors at one moment.
   *
   * @param cores processors that this process may use, a quota counted
   * @param processCpuNanos processor time of this process so far; empty where it is not measured
   * @param hostBusyNanos processor time of everybody on the host so far, idle and waiting for input
   *     or output not counted; empty where it is not measured
   */
  public record Reading(double cores, OptionalLong processCpuNanos, OptionalLong hostBusyNanos) {}

  /** Reads the processors now; costs some tens of microseconds. */
  public static Reading read() {
    return new Reading(Cores.usable(), processCpuNanos(), hostBusyNanos(STAT));
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

  /** user + nice + system + irq + softirq + steal of the line of all processors. */
  static OptionalLong hostBusyNanos(Path stat) {
    try (BufferedReader reader = Files.newBufferedReader(stat)) {
      String line = reader.readLine();
      if (line == null || !line.startsWith("cpu ")) {
        return OptionalLong.empty();
      }
      String[] ticks = line.substring(4).trim().split(" +", -1);
      if (ticks.length < 8) {
        return OptionalLong.empty();
      }
      long busy = 0;
      for (int column : new int[] {0, 1, 2, 5, 6, 7}) {
        busy += Long.parseLong(ticks[column]);
      }
      return OptionalLong.of(busy * NANOS_PER_TICK);
    } catch (IOException | SecurityException | NumberFormatException e) {
      return OptionalLong.empty();
    }
  }
}
