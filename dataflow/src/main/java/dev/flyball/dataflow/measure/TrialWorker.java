package dev.flyball.dataflow.measure;

import dev.flyball.control.Clock;
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
   * The result of one thread: the times of its records in seconds, and the processor time of all.
   */
  record Share(RunningMoments times, double seconds, OptionalDouble cpuSeconds) {}

  TrialWorker(NodeTasks tasks, TrialGate gate, RateTrial.Lengths lengths, Clock clock) {
    this.tasks = tasks;
    this.gate = gate;
    this.lengths = lengths;
    this.clock = clock;
  }

  @Override
  public void run() {
    try (RecordTask task = tasks.taskOfThread()) {
      gate.ready();
      warmUp(task);
      measure(task);
      while (!gate.stopped()) {
        task.processOne();
      }
    } catch (InterruptedException told) {
      failed(told);
      Thread.currentThread().interrupt();
    } catch (Throwable failure) {
      failed(failure);
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

  private void measure(RecordTask task) throws Exception {
    RunningMoments times = new RunningMoments();
    OptionalLong cpuBegan = ThreadCpu.ofCurrentThread();
    long beganNanos = clock.nanoTime();
    long lastNanos = beganNanos;
    while (!gate.stopped() && lastNanos - beganNanos < lengths.measuredNanos()) {
      task.processOne();
      long nowNanos = clock.nanoTime();
      times.add((nowNanos - lastNanos) / 1e9);
      lastNanos = nowNanos;
    }
    OptionalLong cpuEnded = ThreadCpu.ofCurrentThread();
    OptionalDouble cpu =
        cpuBegan.isPresent() && cpuEnded.isPresent()
            ? OptionalDouble.of((cpuEnded.getAsLong() - cpuBegan.getAsLong()) / 1e9)
            : OptionalDouble.empty();
    share = Optional.of(new Share(times, (lastNanos - beganNanos) / 1e9, cpu));
    gate.measured();
  }

  /** What the thread did; empty where it did not come so far. */
  Optional<Share> share() {
    return share;
  }
}
