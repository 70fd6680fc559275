package dev.flyball.measure.thread;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The processor time of given threads, from the virtual machine's thread bean.
 *
 * <p>It reads total processor time, never user time alone: user time costs 25 times as much on
 * Linux and comes in clock ticks. One call reads any number of threads at about 0.4 microseconds
 * each. Virtual threads have no processor time of their own.
 */
public final class ThreadCpu {

  /** The bean's value for a thread that has ended, or that is virtual. */
  public static final long UNKNOWN = -1;

  private ThreadCpu() {}

  /** Whether this virtual machine measures processor time. */
  public static boolean available() {
    return bean().isPresent();
  }

  /** The processor time of the calling thread in nanoseconds; empty if it is not measured. */
  public static OptionalLong ofCurrentThread() {
    long nanos = bean().map(ThreadMXBean::getCurrentThreadCpuTime).orElse(UNKNOWN);
    return nanos < 0 ? OptionalLong.empty() : OptionalLong.of(nanos);
  }

  /**
   * The processor time of each of the given threads, in nanoseconds, or {@link #UNKNOWN}.
   *
   * @throws IllegalStateException if it is not {@link #available()}
   */
  public static long[] ofThreads(long[] threadIds) {
    ThreadMXBean bean =
        bean()
            .orElseThrow(() ->
                new IllegalStateException("this virtual machine measures no thread CPU time"));
    return threadIds.length == 0 ? new long[0] : bean.getThreadCpuTime(threadIds);
  }

  /** Empty as well in a run time that was made without the module {@code jdk.management}. */
  private static Optional<ThreadMXBean> bean() {
    try {
      return Bean.MEASURING;
    } catch (LinkageError e) {
      return Optional.empty();
    }
  }

  /** Looked up at first use: a program that never measures never loads the bean. */
  private static final class Bean {
    static final Optional<ThreadMXBean> MEASURING =
        Optional.of(ManagementFactory.getThreadMXBean())
            .filter(ThreadMXBean.class::isInstance)
            .map(ThreadMXBean.class::cast)
            .filter(bean -> bean.isThreadCpuTimeSupported() && bean.isThreadCpuTimeEnabled());
  }
}
