package dev.flyball.measure;

import java.lang.management.ManagementFactory;
import java.util.OptionalLong;

/**
 * The processor time of given threads, from the virtual machine's thread bean.
 *
 * <p>Total processor time is read, never user time alone: user time costs 25 times as much on Linux
 * and comes in clock ticks. One call reads any number of threads at about 0.4 microseconds each.
 * Virtual threads have no processor time of their own.
 */
public final class ThreadCpu {

  /** What the bean says of a thread that has ended, or that is virtual. */
  public static final long UNKNOWN = -1;

  private static final OptionalLong NONE = OptionalLong.empty();

  private ThreadCpu() {}

  /** Whether this virtual machine measures it at all. */
  public static boolean available() {
    return Bean.AVAILABLE;
  }

  /** The processor time of the calling thread in nanoseconds; empty where it is not measured. */
  public static OptionalLong ofCurrentThread() {
    if (!Bean.AVAILABLE) {
      return NONE;
    }
    long nanos = Bean.THREADS.getCurrentThreadCpuTime();
    return nanos < 0 ? NONE : OptionalLong.of(nanos);
  }

  /**
   * The processor time of each of the given threads, in nanoseconds, or {@link #UNKNOWN}.
   *
   * @throws IllegalStateException where it is not {@link #available()}
   */
  public static long[] ofThreads(long[] threadIds) {
    if (!Bean.AVAILABLE) {
      throw new IllegalStateException("this virtual machine does not measure thread CPU time");
    }
    return threadIds.length == 0 ? new long[0] : Bean.THREADS.getThreadCpuTime(threadIds);
  }

  /** Looked up at first use: a program that never measures never loads the bean. */
  private static final class Bean {
    static final com.sun.management.ThreadMXBean THREADS;
    static final boolean AVAILABLE;

    static {
      java.lang.management.ThreadMXBean bean = ManagementFactory.getThreadMXBean();
      THREADS = bean instanceof com.sun.management.ThreadMXBean full ? full : null;
      AVAILABLE =
          THREADS != null && THREADS.isThreadCpuTimeSupported() && THREADS.isThreadCpuTimeEnabled();
    }
  }
}
