package dev.flyball.lab.bench;

import dev.flyball.base.Require;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

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

  private static final int STEPS_MIN = 50;
  private static final long STRETCH_NANOS = 100_000;

  public HostCalibration {
    Require.above("stepsPerNano", 0, stepsPerNano);
    Require.countAtLeast("clockNanos", 0, clockNanos);
    Require.countAtLeast("latenessNanos", 0, latenessNanos);
  }

  /** The machine this process runs on; measured at the first call. */
  public static HostCalibration here() {
    return Here.CALIBRATION;
  }

  /** Apart, so that it is measured at first use only. */
  private static final class Here {
    static final HostCalibration CALIBRATION = measure();
  }

  private static HostCalibration measure() {
    if (!THREADS.isCurrentThreadCpuTimeSupported() || !THREADS.isThreadCpuTimeEnabled()) {
      throw new UnsupportedOperationException(
          "the real bench must have the CPU clock of threads but this JVM has none");
    }
    double rough = roughSpeed();
    double speed = low(RUNS, () -> stepsPerNano((long) (rough * SPEED_RUN_NANOS)));
    long lateness = (long) low(SLEEPS, HostCalibration::lateness);
    HostCalibration unpaid = new HostCalibration(speed, 0, Math.min(lateness, LATENESS_NANOS_MAX));
    double clock = low(RUNS, unpaid::overshootNanos);
    return new HostCalibration(speed, Math.max(0, Math.round(clock)), unpaid.latenessNanos());
  }

  /** Runs the computation while it gets compiled. */
  private static double roughSpeed() {
    long startNanos = cpuNanos();
    double speed = 1;
    while (cpuNanos() - startNanos < WARM_UP_NANOS) {
      speed = stepsPerNano(200_000);
    }
    return speed;
  }

  private static double stepsPerNano(long steps) {
    long startNanos = cpuNanos();
    compute(steps);
    return (double) steps / Math.max(1, cpuNanos() - startNanos);
  }

  private static double lateness() {
    long startNanos = System.nanoTime();
    LockSupport.parkNanos(SLEEP_NANOS);
    return Math.max(0, System.nanoTime() - startNanos - SLEEP_NANOS);
  }

  private double overshootNanos() {
    return meanUsedNanos(20_000, 50) - 20_000;
  }

  @FunctionalInterface
  private interface Figure {
    double measure();
  }

  /**
   * The lower quartile: what others do on the machine disturbs upwards only, and the least is a run
   * that is never seen again.
   */
  private static double low(int runs, Figure figure) {
    double[] figures = new double[runs];
    for (int run = 0; run < runs; run++) {
      figures[run] = figure.measure();
    }
    Arrays.sort(figures);
    return figures[runs / 4];
  }

  // ---- What tasks do

  /**
   * Uses so much CPU time of the calling thread.
   *
   * @throws InterruptedException when the thread is interrupted, within milliseconds
   */
  void spin(long wantedNanos) throws InterruptedException {
    long startNanos = cpuNanos();
    long goalNanos = wantedNanos - clockNanos;
    long leftNanos = goalNanos;
    while (leftNanos > 0) {
      long stretchNanos = Math.min(leftNanos - leftNanos / 8, STRETCH_NANOS_MAX);
      compute(Math.max(STEPS_MIN, (long) (stretchNanos * stepsPerNano)));
      if (Thread.interrupted()) {
        throw new InterruptedException("interrupted while computing");
      }
      leftNanos = goalNanos - (cpuNanos() - startNanos);
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
      compute((long) (Math.min(leftNanos, STRETCH_NANOS_MAX) * stepsPerNano));
      if (Thread.interrupted()) {
        throw new InterruptedException("interrupted while computing");
      }
    }
  }

  /** Waits so long, and uses no processor. */
  public void pause(long nanos) throws InterruptedException {
    long wakeNanos = System.nanoTime() + nanos - latenessNanos;
    long leftNanos = wakeNanos - System.nanoTime();
    while (leftNanos > 0) {
      LockSupport.parkNanos(leftNanos);
      if (Thread.interrupted()) {
        throw new InterruptedException("interrupted while waiting");
      }
      leftNanos = wakeNanos - System.nanoTime();
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

  /** Computes for about a tenth of a millisecond, by count and not by the clock. */
  void stretch() {
    compute((long) (STRETCH_NANOS * stepsPerNano));
  }

  /** CPU time of the calling thread so far. */
  static long cpuNanos() {
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
      tried.add(new Accuracy("wait", nanos, meanPausedNanos(nanos, times)));
    }
    return List.copyOf(tried);
  }

  /** CPU time of a spin, from one pair of readings around many of them. */
  private double meanUsedNanos(long wantedNanos, int times) {
    return mean(times, HostCalibration::cpuNanos, () -> spin(wantedNanos));
  }

  private double meanPausedNanos(long wantedNanos, int times) {
    return mean(times, System::nanoTime, () -> pause(wantedNanos));
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
