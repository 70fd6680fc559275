package dev.flyball.sim;

import dev.flyball.sim.scenario.Host;
import java.util.function.IntConsumer;

/**
 * The host's cores, shared equally by all workers that can run, and the meters of their use.
 *
 * <p>With n runnable workers on c cores (without those that neighbours keep busy), each runs for
 * the share min(1, c / n) of the time; that is its CPU time, and the rest is its run-queue wait.
 * While there are more workers than cores, a part of the CPU time is lost to changing between them:
 * of each slice + switch only the slice is work.
 */
final class Processors implements Place {

  private final VirtualClock clock;
  private final Tasks tasks;
  private final Station station;
  private final double working;
  private final int[] runnable;
  private final double[] cpuNanos;
  private final double[] runQueueNanos;
  private final long sliceNanos;
  private double cores;
  private double neighbours;
  private double hostBusyNanos;
  private int runnableAll;
  private double overslept; // integrals over time: of what a waking thread waits, in nanoseconds,
  private double oversleptSquared; // and of its square
  private long atNanos;

  /**
   * @param taskDone told of each task whose work is done
   * @param workerStarted told of the pool of each worker that has started
   */
  Processors(
      VirtualClock clock,
      Tasks tasks,
      Host host,
      int pools,
      IntConsumer taskDone,
      IntConsumer workerStarted) {
    this.clock = clock;
    this.tasks = tasks;
    this.cores = host.cores();
    this.neighbours = host.neighbours();
    this.sliceNanos = host.sliceNanos();
    this.working = (double) host.sliceNanos() / (host.sliceNanos() + host.switchNanos());
    this.runnable = new int[pools];
    this.cpuNanos = new double[pools];
    this.runQueueNanos = new double[pools];
    this.station =
        new Station(
            clock,
            Integer.MAX_VALUE,
            this::speed,
            item -> {
              if (item < 0) {
                ran(-1 - item);
                workerStarted.accept(-1 - item);
              } else {
                ran(tasks.pool[item]);
                taskDone.accept(item);
              }
            });
  }

  @Override
  public void enter(int task, long workNanos) {
    enter(task, tasks.pool[task], workNanos);
  }

  /** A worker of a pool starts, which takes so much CPU time. */
  void startWorker(int pool, long workNanos) {
    enter(-1 - pool, pool, workNanos);
  }

  @Override
  public void speed(double factor) {
    throw new UnsupportedOperationException("processors have one speed; their number changes");
  }

  /** There are so many cores from now on. */
  void cores(double newCores) {
    advance();
    cores = newCores;
    station.refresh();
  }

  double cores() {
    return cores;
  }

  /** Others keep so many processors busy from now on. */
  void neighbours(double busyCores) {
    advance();
    neighbours = busyCores;
    station.refresh();
  }

  /** What is left of the cores, at least a hundredth of them. */
  private double left() {
    return Math.max(cores / 100, cores - neighbours);
  }

  /** Processor time used on the host so far, including that of neighbours, in nanoseconds. */
  double hostBusyNanos() {
    advance();
    return hostBusyNanos;
  }

  /** CPU time of a pool's workers so far. */
  double cpuNanos(int pool) {
    advance();
    return cpuNanos[pool];
  }

  /** Time so far that a pool's workers could run but had no processor. */
  double runQueueNanos(int pool) {
    advance();
    return runQueueNanos[pool];
  }

  /** CPU time of all pools so far, in nanoseconds. */
  double cpuNanos() {
    double sum = 0;
    for (int pool = 0; pool < runnable.length; pool++) {
      sum += cpuNanos(pool);
    }
    return sum;
  }

  /**
   * What a thread that wakes waits for a processor, integrated over time so far: the slices of
   * those before it, (n / c - 1) of them with n runnable workers on c cores; nanoseconds squared.
   */
  double overslept() {
    advance();
    return overslept;
  }

  /** The same for the square of that wait. */
  double oversleptSquared() {
    advance();
    return oversleptSquared;
  }

  private void enter(int item, int pool, long workNanos) {
    advance();
    runnable[pool]++;
    runnableAll++;
    station.enter(item, workNanos);
  }

  private void ran(int pool) {
    advance();
    runnable[pool]--;
    runnableAll--;
  }

  private double speed(int workers) {
    double share = Math.min(1, left() / workers);
    return workers > Math.max(1, left()) ? share * working : share;
  }

  private void advance() {
    long now = clock.nanoTime();
    if (now == atNanos) {
      return;
    }
    double left = left();
    hostBusyNanos += (cores - left) * (now - atNanos);
    if (runnableAll > 0 && now > atNanos) {
      double share = Math.min(1, left / runnableAll);
      double waitNanos = sliceNanos * Math.max(0, runnableAll / left - 1);
      overslept += waitNanos * (now - atNanos);
      oversleptSquared += waitNanos * waitNanos * (now - atNanos);
      for (int pool = 0; pool < runnable.length; pool++) {
        double nanos = (double) runnable[pool] * (now - atNanos);
        cpuNanos[pool] += nanos * share;
        hostBusyNanos += nanos * share;
        runQueueNanos[pool] += nanos * (1 - share);
      }
    }
    atNanos = now;
  }
}
