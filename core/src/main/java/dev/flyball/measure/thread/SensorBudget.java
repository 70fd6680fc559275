package dev.flyball.measure.thread;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The number of file descriptors that sensors of threads may hold open: an eighth of those that the
 * process may have, and no more than {@value #MOST}.
 *
 * <p><b>Why.</b> A thread's run queue costs a descriptor ({@link RunQueue}). Without a bound, a
 * pool of some hundred workers takes the descriptors of the application, whose next file or
 * connection cannot be opened. A figure less is the smaller loss.
 *
 * <p>Safe for any number of threads.
 */
public final class SensorBudget {

  public static final int MOST = 512;
  private static final int SHARE = 8;
  private static final int WHERE_UNKNOWN = 256;

  /** The one of this process. */
  public static final SensorBudget SHARED = new SensorBudget(ofThisProcess());

  private final int limit;
  private final AtomicInteger taken = new AtomicInteger();

  /** So many descriptors. */
  public SensorBudget(int limit) {
    this.limit = limit;
  }

  private static int ofThisProcess() {
    long descriptors = descriptorsMax();
    return descriptors <= 0 ? WHERE_UNKNOWN : (int) Math.min(MOST, descriptors / SHARE);
  }

  /** Below 0 where it is not known, as without the module {@code jdk.management}. */
  private static long descriptorsMax() {
    try {
      return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
          ? unix.getMaxFileDescriptorCount()
          : -1;
    } catch (LinkageError e) {
      return -1;
    }
  }

  public boolean tryTake() {
    int now = taken.get();
    while (now < limit) {
      if (taken.compareAndSet(now, now + 1)) {
        return true;
      }
      now = taken.get();
    }
    return false;
  }

  public void giveBack() {
    taken.decrementAndGet();
  }

  /** Whether no more is to be had now. */
  public boolean isSpent() {
    return taken.get() >= limit;
  }
}
