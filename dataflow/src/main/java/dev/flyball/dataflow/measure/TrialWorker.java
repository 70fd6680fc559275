package dev.flyball.dataflow.measure;

import dev.flyball.control.Clock;
import dev.flyball.measure.thread.RunQueue;
import dev.flyball.measure.thread.SensorBudget;
import dev.flyball.measure.thread.ThreadCpu;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * One thread of a trial: it does records without a pause until all threads have measured.
 *
 * <p>Run by its own thread; {@link #share} may be asked for by others once that has ended.
 */
final class TrialWorker implements Runnable {

  private final NodeTasks tasks;
  private final TrialGate gate;
  private final RateTrial.Lengths lengths;
  private final Clock clock;
  private Optional<Share> share = Optional.empty();

  /**
   * The result of one thread: the times of its records in seconds, the processor time of all, and
   * the time in which it was ready to run and had no processor.
   */
  record Share(
      RunningMoments times,
      double seconds,
      OptionalDouble cpuSeconds,
      OptionalDouble readySeconds) {}

  TrialWorker(NodeTasks tasks, TrialGate gate, RateTrial.Lengths lengths, Clock clock) {
    this.tasks = tasks;
    this.gate = gate;
    this.lengths = lengths;
    this.clock = clock;
  }

  @Override
  public void run() {
    Optional<RunQueue> queue = RunQueue.ofCurrentThread(SensorBudget.SHARED);
    try (RecordTask task = tasks.taskOfThread()) {
      gate.ready();
      warmUp(task);
      measure(task, queue);
      while (!gate.stopped()) {
        task.processOne();
      }
    } catch (InterruptedException told) {
      failed(told);
      Thread.currentThread().interrupt();
    } catch (Throwable failure) {
      failed(failure);
    } finally {
      queue.ifPresent(RunQueue::close);
    }
  }

  /** Once the trial is stopped, a thread may be interrupted in the middle of something. */
  private void failed(Throwable failure) {
    if (!gate.stopped()) {
      gate.failed(failure);
    }
  }

  private void warmUp(RecordTask task) throws Exception {
    long beganNanos = clock.nanoTime();
    while (!gate.stopped() && clock.nanoTime() - beganNanos < lengths.warmUpNanos()) {
      task.processOne();
    }
  }

  private void measure(RecordTask task, Optional<RunQueue> queue) throws Exception {
    RunningMoments times = new RunningMoments();
    OptionalLong readyBegan = ready(queue);
    OptionalLong cpuBegan = ThreadCpu.ofCurrentThread();
    long beganNanos = clock.nanoTime();
    long lastNanos = beganNanos;
    while (!gate.stopped() && lastNanos - beganNanos < lengths.measuredNanos()) {
      task.processOne();
      long nowNanos = clock.nanoTime();
      times.add((nowNanos - lastNanos) / 1e9);
      lastNanos = nowNanos;
    }
    OptionalDouble cpu = seconds(cpuBegan, ThreadCpu.ofCurrentThread());
    OptionalDouble ready = seconds(readyBegan, ready(queue));
    share = Optional.of(new Share(times, (lastNanos - beganNanos) / 1e9, cpu, ready));
    gate.measured();
  }

  private static OptionalLong ready(Optional<RunQueue> queue) {
    return queue.isPresent() ? queue.get().waitNanos() : OptionalLong.empty();
  }

  private static OptionalDouble seconds(OptionalLong began, OptionalLong ended) {
    return began.isPresent() && ended.isPresent()
        ? OptionalDouble.of((ended.getAsLong() - began.getAsLong()) / 1e9)
        : OptionalDouble.empty();
  }

  /** What the thread did; empty where it did not come so far. */
  Optional<Share> share() {
    return share;
  }
}
