package dev.flyball.lab.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

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
 * @param sliceNanos how long a thread computed until it was another's turn; empty where the system
 *     does not count the turns
 * @param switchNanos what one turn cost; empty likewise, 0 when it is too little to be seen
 */
record SwitchCost(OptionalDouble sliceNanos, OptionalDouble switchNanos) {

  private static final int THREADS_PER_CORE = 4;
  private static final long RUN_NANOS = 500_000_000;
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
  static SwitchCost measure(HostCalibration calibration) {
    int cores = Runtime.getRuntime().availableProcessors();
    Done alone = Done.NOTHING;
    Done crowded = Done.NOTHING;
    for (int round = 0; round < ROUNDS; round++) {
      alone = alone.plus(run(cores, calibration));
      crowded = crowded.plus(run(THREADS_PER_CORE * cores, calibration));
    }
    if (crowded.switches() == 0) {
      return new SwitchCost(OptionalDouble.empty(), OptionalDouble.empty());
    }
    double slice = crowded.cpuNanos() / crowded.switches();
    double speed = crowded.stretches() / crowded.cpuNanos();
    double lost = 1 - speed / (alone.stretches() / alone.cpuNanos());
    return new SwitchCost(OptionalDouble.of(slice), OptionalDouble.of(Math.max(0, lost * slice)));
  }

  private static Done run(int threads, HostCalibration calibration) {
    long endNanos = System.nanoTime() + RUN_NANOS;
    List<FutureTask<Done>> runs = new ArrayList<>();
    for (int thread = 0; thread < threads; thread++) {
      FutureTask<Done> run = new FutureTask<>(() -> until(endNanos, calibration));
      runs.add(run);
      Thread started = new Thread(run, "flyball-bench-switch-" + thread);
      started.setDaemon(true);
      started.start();
    }
    Done all = Done.NOTHING;
    for (FutureTask<Done> run : runs) {
      all = all.plus(outcomeOf(run));
    }
    return all;
  }

  private static Done outcomeOf(FutureTask<Done> run) {
    try {
      return run.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Done.NOTHING;
    } catch (ExecutionException e) {
      throw new IllegalStateException("a thread that only computes failed", e.getCause());
    }
  }

  private static Done until(long endNanos, HostCalibration calibration) {
    long switches = takenAway();
    long startNanos = HostCalibration.cpuNanos();
    long stretches = 0;
    while (System.nanoTime() < endNanos) {
      calibration.stretch();
      stretches++;
    }
    return new Done(stretches, HostCalibration.cpuNanos() - startNanos, takenAway() - switches);
  }

  /** How often the system took a core away from this thread so far; 0 where it does not tell. */
  private static long takenAway() {
    try {
      for (String line : Files.readAllLines(STATUS)) {
        if (line.startsWith(TAKEN_AWAY)) {
          return Long.parseLong(line.substring(TAKEN_AWAY.length()).trim());
        }
      }
    } catch (IOException | NumberFormatException e) {
      return 0;
    }
    return 0;
  }
}
