package dev.flyball.pool.adopt;

import dev.flyball.measure.AdmissionCount;
import dev.flyball.measure.ArrivalMeter;
import dev.flyball.measure.HostMeter;
import dev.flyball.measure.KindProfile;
import dev.flyball.measure.MeterSnapshot;
import dev.flyball.measure.MeterSum;
import dev.flyball.measure.RunQueueWait;
import dev.flyball.measure.WorkerMeter;
import dev.flyball.pool.foreign.ForeignPool.Processor;
import dev.flyball.pool.foreign.PoolReading;
import java.util.function.Supplier;

/**
 * The meters of a pool that can only be polled: makes counts and sums of what its readings say.
 *
 * <p><b>How?</b> What has ended is counted by the pool. What was started is that and what runs, and
 * what has arrived is that and what waits. A start or an end is taken to be at the reading that
 * shows it first; on average both are late by half an interval, which cancels out. Which of the
 * running tasks has ended is not known. The one that was started first is taken: whatever the order
 * was, the times of all tasks sum to the same, and a task under way counts when it ends, not
 * before. Tasks that are started and ended between two readings are seen as the part of the
 * readings that show one running, which is Little's law.
 *
 * <p>Not known: single response times, so there are no quantiles; kinds; failures.
 *
 * <p><b>Fewer than before.</b> Tasks that leave the queue without a start make all seen fewer than
 * have arrived. So does a task that moves on while the pool is read, but only for one reading. Only
 * what is missed twice has been withdrawn.
 *
 * <p>Any thread may call any method.
 */
public final class PolledMeter {

  private static final KindProfile NO_KIND = new KindProfile("");

  // Guarded by this.
  private final ArrivalMeter arrivals = new ArrivalMeter();
  private final WorkerMeter workers = new WorkerMeter();
  private final TaskRuns waiting = new TaskRuns();
  private final TaskRuns underWay = new TaskRuns();
  private final long completedBefore;
  private PoolReading last;
  private long lastStamp;
  private double workerNanos;
  private long arrived;
  private long withdrawn;
  private long started;
  private long completed;
  private long missed;

  /** The meters of a pool, from that reading on. */
  public PolledMeter(PoolReading beginning, long nowStamp) {
    this.completedBefore = beginning.completed();
    this.last = beginning;
    this.lastStamp = nowStamp;
    note(beginning, nowStamp);
  }

  /** Notes what the pool is like now. */
  public synchronized void note(PoolReading now, long nowStamp) {
    long doneNow = Math.max(completed, now.completed() - completedBefore);
    long startedNow = Math.max(started, doneNow + now.busy());
    come(startedNow + now.queued() + withdrawn - arrived, nowStamp);
    start((int) Math.min(Integer.MAX_VALUE, startedNow - started), nowStamp);
    end((int) Math.min(Integer.MAX_VALUE, doneNow - completed), nowStamp);
    workerNanos += (double) last.workers() * (nowStamp - lastStamp);
    last = now;
    lastStamp = nowStamp;
  }

  private void come(long more, long nowStamp) {
    if (more < 0) {
      long left = Math.min(-more, missed);
      withdraw((int) left, nowStamp);
      missed = Math.min(Integer.MAX_VALUE, -more - left);
      return;
    }
    missed = 0;
    int tasks = (int) Math.min(Integer.MAX_VALUE, more);
    if (tasks > 0) {
      arrived += tasks;
      arrivals.allArrived(nowStamp, NO_KIND, tasks);
      waiting.add(nowStamp, nowStamp, tasks);
    }
  }

  private void withdraw(int tasks, long nowStamp) {
    withdrawn +=
        waiting.take(
            tasks,
            (arrivalStamp, startStamp, some) -> {
              for (int i = 0; i < some; i++) {
                arrivals.withdrawn(nowStamp, 1);
              }
            });
  }

  private void start(int tasks, long nowStamp) {
    started +=
        waiting.take(
            tasks,
            (arrivalStamp, startStamp, some) -> {
              workers.allStarted(arrivalStamp, nowStamp, some);
              underWay.add(arrivalStamp, nowStamp, some);
            });
  }

  private void end(int tasks, long nowStamp) {
    completed +=
        underWay.take(
            tasks,
            (arrivalStamp, startStamp, some) ->
                workers.allEnded(arrivalStamp, startStamp, nowStamp, 0, some, 0));
  }

  /**
   * All that was counted so far.
   *
   * @param processor what the workers have used of the processors
   * @param host where the processors are read
   */
  public synchronized MeterSnapshot totals(Processor processor, Supplier<HostMeter.Reading> host) {
    MeterSum sum = new MeterSum();
    workers.addFiguresTo(sum); // single times are not known
    return new MeterSnapshot(
        lastStamp,
        0,
        last.size(),
        last.workers(),
        workerNanos,
        last.rejected(),
        AdmissionCount.NONE,
        arrivals.copy(),
        sum,
        processor.cpuNanos(),
        new RunQueueWait(processor.runQueueWaitNanos(), 0),
        host.get());
  }

  /** What was read last. */
  public synchronized PoolReading last() {
    return last;
  }
}
