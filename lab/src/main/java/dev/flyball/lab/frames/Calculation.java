package dev.flyball.lab.frames;

import dev.flyball.policy.Require;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;

/**
 * A mathematical expression computed over and over, to take a wanted CPU time.
 *
 * @param rounds how often it is computed
 */
record Calculation(long rounds) {

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final long WARM_UP_NANOS = 300_000_000;
  private static final long FIRST_GUESS = 100_000;

  Calculation {
    Require.countAtLeast("rounds", 1, rounds);
  }

  /** A millisecond of CPU time. */
  static Calculation ofOneMillisecond() {
    return of(Duration.ofMillis(1));
  }

  /** So many rounds as take that CPU time on the calling thread, measured by its CPU clock. */
  static Calculation of(Duration cpuTime) {
    long rounds = FIRST_GUESS;
    long usedNanos = 0;
    long nanos = 1;
    while (usedNanos < WARM_UP_NANOS) {
      long beganNanos = THREADS.getCurrentThreadCpuTime();
      new Calculation(rounds).compute();
      nanos = Math.max(1, THREADS.getCurrentThreadCpuTime() - beganNanos);
      usedNanos += nanos;
    }
    double perRound = (double) nanos / rounds;
    return new Calculation(Math.max(1, Math.round(cpuTime.toNanos() / perRound)));
  }

  /** As much as this one, taken to be a millisecond of it, makes of a CPU time. */
  Calculation times(Duration cpuTime) {
    return new Calculation(Math.max(1, Math.round(rounds * (cpuTime.toNanos() / 1e6))));
  }

  double compute() {
    double x = 1;
    for (long round = 0; round < rounds; round++) {
      x = Math.sqrt(x * x + round) / (1 + Math.abs(x));
    }
    return x;
  }
}
