package dev.flyball.lab.harness;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.DoubleSupplier;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.stream.DoubleStream;

/**
 * This machine's processor and its timers, as the steps of a task use them.
 *
 * <p><b>Using a processor.</b> A real computation runs until the thread's own CPU clock says that
 * the wanted time is used; whatever else takes the processor away meanwhile, or makes it slower,
 * does not count. So that the clock is seldom read, the computation's speed is measured beforehand
 * and each stretch is 7/8 of what is left: a handful of readings, whatever the time.
 *
 * <p><b>Waiting.</b> The system wakes a sleeper late: by the slack of its timers and the way back
 * onto a processor, about 60 microseconds on Linux. A sleep is asked for shorter by as much as was
 * measured on an idle thread, and so is right in the middle; what a busy machine adds remains, for
 * that is what a scenario is about.
 *
 * <p>Measured once per process, about half a second, which an interrupt does not cut short; any
 * thread may use it.
 *
 * @param stepsPerNano how much of the computation is done in a nanosecond of CPU time
 * @param clockNanos what using the processor costs on top, and is therefore left out
 * @param latenessNanos by how much a sleeper is woken late, in the middle
 */
public record HostCalibration(double stepsPerNano, long clockNanos, long latenessNanos) {

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private static final long WARM_UP_NANOS = 300_000_000;
  private static final long SPEED_RUN_NANOS = 5_000_000;
  private static final int RUNS = 15;
  private static final int SLEEPS = 41;
  private static final long SLEEP_NANOS = 1_000_000;
  private static final long LATENESS_NANOS_MAX = 200_000;

  /** The longest stretch without a look at the clock, and at whether the thread is interrupted. */
  private static final long STRETCH_NANOS_MAX = 5_000_000;

  private static final long SPIN_STEPS_MIN = 50;

  /** The machine this process runs on; measured at the first call. */
  public static HostCalibration here() {
    return Here.CALIBRATION;
  }

  /** Apart, so that it is measured at first use only. */
  private static final class Here {
    static final HostCalibration CALIBRATION = measure();
  }

  private static HostCalibration measure() {
    double speed = stepsPerNano(HostCalibration::compute);
    long lateness = (long) low(SLEEPS, HostCalibration::lateness);
    HostCalibration unpaid = new HostCalibration(speed, 0, Math.min(lateness, LATENESS_NANOS_MAX));
    double clock = low(RUNS, () -> unpaid.meanUsedNanos(20_000, 50) - 20_000);
    return new HostCalibration(speed, Math.max(0, Math.round(clock)), unpaid.latenessNanos());
  }

  /**
   * How many steps of a computation take a nanosecond of CPU time, once it is compiled; takes about
   * 0.4 s.
   *
   * @throws UnsupportedOperationException where the JVM has no CPU clock of threads
   */
  public static double stepsPerNano(LongConsumer computation) {
    if (!THREADS.isCurrentThreadCpuTimeSupported() || !THREADS.isThreadCpuTimeEnabled()) {
      throw new UnsupportedOperationException(
          "the real bench must have the CPU clock of threads but this JVM has none");
    }
    long startNanos = cpuNanos();
    double rough = 1e-6;
    while (cpuNanos() - startNanos < WARM_UP_NANOS) {
      rough = stepsPerNano(computation, rough);
    }
    double compiled = rough;
    return low(RUNS, () -> stepsPerNano(computation, compiled));
  }

  private static double stepsPerNano(LongConsumer computation, double guess) {
    long steps = (long) Math.max(1, guess * SPEED_RUN_NANOS);
    long startNanos = cpuNanos();
    computation.accept(steps);
    return (double) steps / Math.max(1, cpuNanos() - startNanos);
  }

  private static double lateness() {
    long startNanos = System.nanoTime();
    LockSupport.parkNanos(SLEEP_NANOS);
    return Math.max(0, System.nanoTime() - startNanos - SLEEP_NANOS);
  }

  /**
   * The lower quartile: what others do on the machine disturbs upwards only, and the least is a run
   * that is never seen again.
   */
  private static double low(int runs, DoubleSupplier figure) {
    return DoubleStream.generate(figure).limit(runs).sorted().skip(runs / 4).findFirst().orElse(0);
  }

  // ---- What tasks do

  /**
   * Uses so much CPU time of the calling thread.
   *
   * @throws InterruptedException when the thread is interrupted, within milliseconds
   */
  public void spin(long wantedNanos) throws InterruptedException {
    long goalNanos = cpuNanos() + wantedNanos - clockNanos;
    long leftNanos = wantedNanos - clockNanos;
    while (leftNanos > 0) {
      compute(leftNanos - leftNanos / 8, SPIN_STEPS_MIN);
      leftNanos = goalNanos - cpuNanos();
    }
  }

  /**
   * Computes as much as takes so long on a processor of this machine, by count and not by the
   * clock: the same work on any thread, virtual ones included.
   *
   * @throws InterruptedException when the thread is interrupted, within milliseconds
   */
  public void work(long nanos) throws InterruptedException {
    for (long leftNanos = nanos; leftNanos > 0; leftNanos -= STRETCH_NANOS_MAX) {
      compute(leftNanos, 1);
    }
  }

  private void compute(long nanos, long stepsMin) throws InterruptedException {
    compute(Math.max(stepsMin, (long) (Math.min(nanos, STRETCH_NANOS_MAX) * stepsPerNano)));
    if (Thread.interrupted()) {
      throw new InterruptedException("interrupted while computing");
    }
  }

  /** Xorshift, each step in need of the one before: nothing for a compiler to leave out. */
  private static void compute(long steps) {
    long state = steps | 1;
    for (long step = 0; step < steps; step++) {
      state ^= state << 13;
      state ^= state >>> 7;
      state ^= state << 17;
    }
    if (state == 0) {
      throw new AssertionError("xorshift never comes to 0");
    }
  }

  /** Waits so long, and uses no processor. */
  public void pause(long nanos) throws InterruptedException {
    waitUntil(System.nanoTime() + nanos - latenessNanos);
  }

  /** Parks until the clock says so, however often it is woken; ends early only when interrupted. */
  public static void waitUntil(long endNanos) throws InterruptedException {
    long leftNanos = endNanos - System.nanoTime();
    while (leftNanos > 0) {
      LockSupport.parkNanos(leftNanos);
      if (Thread.interrupted()) {
        throw new InterruptedException("interrupted while waiting");
      }
      leftNanos = endNanos - System.nanoTime();
    }
  }

  /** CPU time of the calling thread so far. */
  public static long cpuNanos() {
    return THREADS.getCurrentThreadCpuTime();
  }

  // ---- How well it does

  /**
   * The accuracy of a kind of step.
   *
   * @param what {@code cpu} or {@code wait}
   * @param wantedNanos the time of each step
   * @param meanNanos what a step took on average: CPU time of the thread, or time by the clock
   */
  public record Accuracy(String what, long wantedNanos, double meanNanos) {

    /** The distance as a share of what was wanted; above 0 when a step takes too long. */
    public double error() {
      return meanNanos / wantedNanos - 1;
    }
  }

  /** Tries steps of several lengths on the calling thread; takes about a second. */
  public List<Accuracy> accuracy() {
    List<Accuracy> tried = new ArrayList<>();
    for (long nanos : new long[] {10_000, 100_000, 1_000_000, 10_000_000, 100_000_000}) {
      int times = (int) Math.max(2, Math.min(2_000, 200_000_000 / nanos));
      tried.add(new Accuracy("cpu", nanos, meanUsedNanos(nanos, times)));
    }
    for (long nanos : new long[] {200_000, 1_000_000, 10_000_000}) {
      int times = (int) Math.max(10, 100_000_000 / nanos);
      tried.add(new Accuracy("wait", nanos, mean(times, System::nanoTime, () -> pause(nanos))));
    }
    return List.copyOf(tried);
  }

  /** CPU time of a spin, from one pair of readings around many of them. */
  private double meanUsedNanos(long wantedNanos, int times) {
    return mean(times, HostCalibration::cpuNanos, () -> spin(wantedNanos));
  }

  /** A step as a task does it. */
  @FunctionalInterface
  private interface Step {
    void run() throws InterruptedException;
  }

  /** What a step takes by a clock, on average; an interrupt comes to bear afterwards. */
  private static double mean(int times, LongSupplier clock, Step step) {
    boolean interrupted = Thread.interrupted();
    long startNanos = clock.getAsLong();
    for (int time = 0; time < times; time++) {
      try {
        step.run();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    double mean = (double) (clock.getAsLong() - startNanos) / times;
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return mean;
  }
}
