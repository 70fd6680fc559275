package dev.flyball.measure;

import dev.flyball.measure.thread.ThreadCpu;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The processors of the host and of this process, as sums that only grow.
 *
 * <p>Busy time is read as a sum, so a window is the difference of two readings. No first reading
 * says 0, and every reader has its own window.
 */
public final class HostMeter {

  private static final HostStat STAT = new HostStat(Path.of("/proc/stat"));
  private static final Cores CORES = new Cores();

  private static final int SHARED_TIMES = 50;
  private static final long MOST_NANOS = 50_000_000;

  private static volatile @Nullable Shared last;

  private HostMeter() {}

  /**
   * The processors at one moment.
   *
   * @param atNanos that moment, on the clock of {@link System#nanoTime}
   * @param cores processors that this process may use, within its quota
   * @param processCpuNanos processor time of this process so far; empty if it is not measured
   * @param hostBusyNanos processor time of all processes on the host so far, without idle time and
   *     waiting for input or output; empty if it is not measured
   */
  public record Reading(
      long atNanos, double cores, OptionalLong processCpuNanos, OptionalLong hostBusyNanos) {}

  /**
   * Reads the processors now. That costs some microseconds, and for each thousand threads of the
   * process a hundred more. The number of usable processors is at most a second old.
   */
  public static Reading read() {
    return new Reading(System.nanoTime(), CORES.usable(), processCpuNanos(), STAT.busyNanos());
  }

  /**
   * A reading that others may have made a moment ago, for windows that many take: it serves all who
   * ask within {@value #SHARED_TIMES} times the processor time that it has taken, and within
   * {@value #MOST_NANOS} ns. What happened between two of them is divided by the time between them.
   */
  static Reading readShared() {
    Shared there = last;
    if (there != null && System.nanoTime() - there.reading.atNanos < there.servesNanos) {
      return there.reading;
    }
    OptionalLong before = ThreadCpu.ofCurrentThread();
    Reading now = read();
    OptionalLong after = ThreadCpu.ofCurrentThread();
    long cost =
        before.isPresent() && after.isPresent() ? after.getAsLong() - before.getAsLong() : 0;
    last = new Shared(now, Math.min(MOST_NANOS, SHARED_TIMES * cost));
    return now;
  }

  /** A reading, and how long it serves others. */
  private record Shared(Reading reading, long servesNanos) {}

  private static OptionalLong processCpuNanos() {
    try {
      return ProcessCpu.nanos();
    } catch (LinkageError e) {
      return OptionalLong.empty(); // a run time that was made without the module jdk.management
    }
  }

  /** A separate class, so that the module is needed at first use only. */
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
