package dev.flyball.dataflow.measure;

import dev.flyball.base.Durations;
import dev.flyball.base.Require;
import dev.flyball.control.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * A node's task on so many threads for a while, none of which ever lacks work.
 *
 * <p>Each thread measures from the end of one record to the end of the first one that ends at or
 * after the length: records / time, of which the expectations are in the ratio of the true rate
 * whatever the length of records (Wald's equation), so a trial that is short against a record is
 * noisy and not wrong. The node's rate is the sum over threads. A thread that has measured goes on
 * working until all have, so the last ones are measured among as many as the first.
 *
 * <p>The clock is read once for each record, which costs about 25 ns and is part of its time.
 *
 * <p>For one thread at a time.
 */
public final class RateTrial {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** How long a thread that was interrupted may take to end. */
  private static final long LAST_PATIENCE_NANOS = 2_000_000_000L;

  private final String node;
  private final NodeTasks tasks;
  private final Lengths lengths;
  private final Clock clock;
  private final long patienceNanos;

  /** The warm-up of a thread, and the length of its measurement. */
  record Lengths(long warmUpNanos, long measuredNanos) {}

  RateTrial(
      String node,
      NodeTasks tasks,
      Duration warmUp,
      Duration measured,
      Clock clock,
      Duration patience) {
    this.node = Require.notBlank("node", node);
    this.tasks = tasks;
    this.lengths =
        new Lengths(
            Durations.atMostAYear("warmUp", Require.notNegative("warmUp", warmUp)).toNanos(),
            Durations.nanos("measured", measured));
    this.clock = clock;
    this.patienceNanos = Durations.nanos("patience", patience);
  }

  /**
   * Trials of this length.
   *
   * @param node the node's name, for messages
   * @param tasks what it does; stays open
   * @param warmUp how long each trial works before it measures, 0 or more
   * @param measured how long it measures, above 0
   */
  public static RateTrial of(String node, NodeTasks tasks, Duration warmUp, Duration measured) {
    return new RateTrial(node, tasks, warmUp, measured, Clock.SYSTEM, PATIENCE);
  }

  /**
   * Measures.
   *
   * @param threads how many threads, at least 1
   * @throws TrialFailedException when the task fails, or one record takes half a minute longer than
   *     the trial
   * @throws InterruptedException when the calling thread is interrupted; the trial's threads are
   *     told to end
   */
  public TrialReading run(int threads) throws InterruptedException {
    Require.atLeast("threads", 1, threads);
    TrialGate gate = new TrialGate(threads);
    List<TrialWorker> workers = new ArrayList<>();
    List<Thread> running = new ArrayList<>();
    boolean inOrder = false;
    try {
      for (int i = 0; i < threads; i++) {
        TrialWorker worker = new TrialWorker(tasks, gate, lengths, clock);
        workers.add(worker);
        Thread thread = new Thread(worker, "flyball-trial-" + node + "-" + i);
        thread.setDaemon(true);
        thread.start();
        running.add(thread);
      }
      awaitMeasured(gate);
      inOrder = true;
    } finally {
      gate.stop();
      end(running, inOrder);
    }
    requireEnded(running);
    requireNoFailure(gate);
    return sum(workers);
  }

  private void awaitMeasured(TrialGate gate) throws InterruptedException {
    boolean inTime = gate.awaitReady(patienceNanos);
    if (inTime) {
      gate.begin();
      inTime = gate.awaitMeasured(lengths.warmUpNanos() + lengths.measuredNanos() + patienceNanos);
    }
    requireNoFailure(gate);
    if (!inTime) {
      throw new TrialFailedException(
          node,
          "must do a record within " + Duration.ofNanos(patienceNanos) + " but did not",
          null);
    }
  }

  private void requireNoFailure(TrialGate gate) {
    gate.failure()
        .ifPresent(failure -> {
          throw new TrialFailedException(node, "failed: " + failure, failure);
        });
  }

  private void requireEnded(List<Thread> running) {
    long left = running.stream().filter(Thread::isAlive).count();
    if (left > 0) {
      throw new TrialFailedException(
          node, "must end when it is interrupted but " + left + " threads did not", null);
    }
  }

  /** Lets each finish its record, unless something went wrong, and then interrupts it. */
  private void end(List<Thread> running, boolean inOrder) throws InterruptedException {
    try {
      if (inOrder) {
        join(running, patienceNanos);
      }
    } finally {
      running.forEach(Thread::interrupt);
    }
    join(running, LAST_PATIENCE_NANOS);
  }

  private static void join(List<Thread> running, long patienceNanos) throws InterruptedException {
    long beganNanos = System.nanoTime();
    for (Thread thread : running) {
      long leftNanos = patienceNanos - (System.nanoTime() - beganNanos);
      thread.join(Math.max(1, leftNanos / 1_000_000));
    }
  }

  private TrialReading sum(List<TrialWorker> workers) {
    RunningMoments times = new RunningMoments();
    double perSecond = 0;
    double cpuSeconds = 0;
    boolean cpuKnown = true;
    double seconds = 0;
    double readySeconds = 0;
    boolean readyKnown = true;
    for (TrialWorker worker : workers) {
      TrialWorker.Share share = worker.share().orElseThrow();
      times.add(share.times());
      perSecond += share.times().count() / share.seconds();
      cpuSeconds += share.cpuSeconds().orElse(0);
      cpuKnown &= share.cpuSeconds().isPresent();
      seconds += share.seconds();
      readySeconds += share.readySeconds().orElse(0);
      readyKnown &= share.readySeconds().isPresent();
    }
    return new TrialReading(
        workers.size(),
        times.count(),
        perSecond,
        times.mean(),
        times.variance() / (times.mean() * times.mean()),
        cpuKnown ? OptionalDouble.of(cpuSeconds / times.count()) : OptionalDouble.empty(),
        readyKnown ? OptionalDouble.of(readySeconds / seconds) : OptionalDouble.empty());
  }
}
