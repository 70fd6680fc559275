package dev.flyball.lab.frames;

import dev.flyball.base.Require;
import dev.flyball.lab.bench.HostCalibration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Background tasks that are all there at once, in the order in which they begin.
 *
 * @param tasks the tasks
 */
record BackgroundLoad(List<Task> tasks) {

  /** A task that waits does it in so many pieces, with the computing between them. */
  private static final int PIECES = 10;

  BackgroundLoad {
    tasks = List.copyOf(tasks);
  }

  /**
   * One task.
   *
   * @param calibration the processor that it computes on
   * @param cpuNanos how long it computes in each piece, on a processor of its own, in nanoseconds
   * @param pieces how many pieces
   * @param waitNanos how long it waits after each piece, in nanoseconds
   */
  record Task(HostCalibration calibration, long cpuNanos, int pieces, long waitNanos)
      implements Runnable {

    /** A task that computes all the time. */
    static Task computing(Duration cpuTime, HostCalibration calibration) {
      return new Task(calibration, cpuTime.toNanos(), 1, 0);
    }

    /** A task that computes for a share of its time and waits for the rest of it. */
    static Task waiting(Duration time, double computingShare, HostCalibration calibration) {
      Require.between("computingShare", 0, 1, computingShare);
      long cpuNanos = Math.round(time.toNanos() * computingShare);
      return new Task(calibration, cpuNanos / PIECES, PIECES, (time.toNanos() - cpuNanos) / PIECES);
    }

    /** Ends early when it is interrupted. */
    @Override
    public void run() {
      try {
        for (int done = 0; done < pieces; done++) {
          calibration.work(cpuNanos);
          calibration.pause(waitNanos);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  static BackgroundLoad of(int count, Task task) {
    List<Task> tasks = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      tasks.add(task);
    }
    return new BackgroundLoad(tasks);
  }

  BackgroundLoad then(BackgroundLoad others) {
    List<Task> all = new ArrayList<>(tasks);
    all.addAll(others.tasks);
    return new BackgroundLoad(all);
  }
}
