package dev.flyball.lab.bench;

import dev.flyball.lab.harness.HostCalibration;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/**
 * The cost on this machine of more computing threads than cores: the two constants of a virtual
 * host.
 *
 * <p>Measured with as many threads as cores, and with four times as many. The slice is the CPU time
 * between two moments at which the system took a core away from a thread; the cost of a switch is
 * what is missing of the computation, per CPU time, in a slice. CPU time and not time by the clock,
 * so that others on the machine disturb little. What a task would find gone from the caches is not
 * seen, for this computation needs none.
 *
 * @param sliceNanos how long a thread computed until it was another's turn; NaN where the system
 *     does not count the turns
 * @param switchNanos what one turn cost; NaN likewise, 0 when it is too little to be seen
 */
record SwitchCost(double sliceNanos, double switchNanos) {

  static final SwitchCost UNKNOWN = new SwitchCost(Double.NaN, Double.NaN);

  private static final int THREADS_PER_CORE = 4;
  private static final long RUN_NANOS = 500_000_000;
  private static final long STRETCH_NANOS = 100_000;
  private static final int ROUNDS = 4;
  private static final Path STATUS = Path.of("/proc/thread-self/status");
  private static final String TAKEN_AWAY = "nonvoluntary_ctxt_switches:";

  /** The work of threads: stretches of computation, the CPU time for it, cores taken away. */
  private record Done(double stretches, double cpuNanos, double switches) {

    static final Done NOTHING = new Done(0, 0, 0);

    Done plus(Done more) {
      return new Done(
          stretches + more.stretches, cpuNanos + more.cpuNanos, switches + more.switches);
    }
  }

  /** Measures; takes about four seconds of all cores. */
  static SwitchCost measure() throws InterruptedException {
    int cores = Runtime.getRuntime().availableProcessors();
    Done alone = Done.NOTHING;
    Done crowded = Done.NOTHING;
    for (int round = 0; round < ROUNDS; round++) {
      alone = alone.plus(run(cores));
      crowded = crowded.plus(run(THREADS_PER_CORE * cores));
    }
    if (crowded.switches() == 0) {
      return UNKNOWN;
    }
    double slice = crowded.cpuNanos() / crowded.switches();
    double speed = crowded.stretches() / crowded.cpuNanos();
    double lost = 1 - speed / (alone.stretches() / alone.cpuNanos());
    return new SwitchCost(slice, Math.max(0, lost * slice));
  }

  private static Done run(int threads) throws InterruptedException {
    long endNanos = System.nanoTime() + RUN_NANOS;
    Callable<Done> task = () -> until(endNanos);
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      Done all = Done.NOTHING;
      for (Future<Done> run : pool.invokeAll(Collections.nCopies(threads, task))) {
        all = all.plus(run.get());
      }
      return all;
    } catch (ExecutionException e) {
      throw new IllegalStateException("a thread that only computes failed", e.getCause());
    } finally {
      pool.shutdownNow();
    }
  }

  private static Done until(long endNanos) throws InterruptedException {
    long switches = takenAway();
    long startNanos = HostCalibration.cpuNanos();
    long stretches = 0;
    while (System.nanoTime() < endNanos) {
      HostCalibration.here().work(STRETCH_NANOS);
      stretches++;
    }
    return new Done(stretches, HostCalibration.cpuNanos() - startNanos, takenAway() - switches);
  }

  /** How often the system took a core away from this thread so far; 0 where it does not tell. */
  private static long takenAway() {
    try (Stream<String> lines = Files.lines(STATUS)) {
      return lines
          .filter(line -> line.startsWith(TAKEN_AWAY))
          .mapToLong(line -> Long.parseLong(line.substring(TAKEN_AWAY.length()).trim()))
          .sum();
    } catch (IOException | UncheckedIOException | NumberFormatException e) {
      return 0;
    }
  }
}
