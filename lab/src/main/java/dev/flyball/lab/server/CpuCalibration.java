package dev.flyball.lab.server;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.Arrays;

/**
 * The number of digits that takes a wanted CPU time on this machine.
 *
 * <p>Measured by the CPU clock of the calling thread, so time that others take from it does not
 * count. The computation first runs until it has used {@link #WARM_UP_NANOS}, for the compiler's
 * sake. Then digits are adjusted round by round until two in a row have taken what is wanted,
 * within a tenth, for the compiler may not be done yet: work grows with about the square of the
 * digits, so each round multiplies them by the square root of wanted / measured, where measured is
 * the median of {@link #RUNS} runs. The median, because a run is only ever disturbed upwards, but
 * the minimum is a run that a loaded server never sees again.
 *
 * @param number the number computed
 * @param digits how many digits
 * @param cpuNanos the CPU time that was measured for them, in nanoseconds
 */
public record CpuCalibration(Irrational number, int digits, long cpuNanos) {

  private static final long WARM_UP_NANOS = 300_000_000;
  private static final int ROUNDS_MAX = 12;
  private static final int SETTLED_ROUNDS = 2;
  private static final double TOLERANCE = 0.1;
  private static final int RUNS = 5;
  private static final int FIRST_GUESS = 200;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /**
   * Measures on the calling thread; takes about half a second and some twenty times the wanted CPU
   * time, three times as much where the CPU time does not settle.
   *
   * @throws UnsupportedOperationException where the JVM has no CPU clock of threads
   */
  public static CpuCalibration digits(Irrational number, Duration cpuTime) {
    if (!THREADS.isCurrentThreadCpuTimeSupported() || !THREADS.isThreadCpuTimeEnabled()) {
      throw new UnsupportedOperationException(
          "CPU work must be calibrated by the CPU clock of threads but this JVM has none");
    }
    long wantedNanos = cpuTime.toNanos();
    int digits = warmUp(number, FIRST_GUESS, wantedNanos);
    long cpuNanos = medianCpuNanos(number, digits);
    int settled = 0;
    for (int round = 0; round < ROUNDS_MAX && settled < SETTLED_ROUNDS; round++) {
      digits = scaled(digits, wantedNanos, cpuNanos);
      cpuNanos = medianCpuNanos(number, digits);
      boolean near = Math.abs(cpuNanos - wantedNanos) <= TOLERANCE * wantedNanos;
      settled = near ? settled + 1 : 0;
    }
    return new CpuCalibration(number, digits, cpuNanos);
  }

  /** Runs the computation while it gets compiled, and steers towards the wanted size meanwhile. */
  private static int warmUp(Irrational number, int firstGuess, long wantedNanos) {
    int digits = firstGuess;
    long usedNanos = 0;
    while (usedNanos < WARM_UP_NANOS) {
      long nanos = cpuNanos(number, digits);
      usedNanos += nanos;
      digits = scaled(digits, wantedNanos, nanos);
    }
    return digits;
  }

  private static int scaled(int digits, long wantedNanos, long measuredNanos) {
    double factor = StrictMath.sqrt(wantedNanos / (double) Math.max(1, measuredNanos));
    double steady = Math.max(0.25, Math.min(factor, 4));
    return (int) Math.max(1, Math.min(Math.round(digits * steady), DigitsService.MAX_DIGITS));
  }

  private static long medianCpuNanos(Irrational number, int digits) {
    long[] runs = new long[RUNS];
    for (int run = 0; run < RUNS; run++) {
      runs[run] = cpuNanos(number, digits);
    }
    Arrays.sort(runs);
    return runs[RUNS / 2];
  }

  /** The CPU time of one run on the calling thread. */
  static long cpuNanos(Irrational number, int digits) {
    long startNanos = THREADS.getCurrentThreadCpuTime();
    byte[] computed = number.digits(digits);
    long nanos = THREADS.getCurrentThreadCpuTime() - startNanos;
    if (computed.length != digits) {
      throw new IllegalStateException(
          "number of digits must be " + digits + " but was " + computed.length);
    }
    return nanos;
  }
}
