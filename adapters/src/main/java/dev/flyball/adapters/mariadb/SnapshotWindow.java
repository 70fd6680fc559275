package dev.flyball.adapters.mariadb;

import dev.flyball.policy.Observation;
import dev.flyball.policy.PerTask;
import dev.flyball.policy.Signals;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Two snapshots of a server, and what follows from them: a pure function.
 *
 * <p>Counters give the flow. The server keeps no sums of times, so how many statements run and wait
 * is taken as the mean of the two moments, and the sums of times follow by Little's law: statements
 * running x length of the window is service time, statements queued x length is waiting time. That
 * is rough in one window (two samples) and right over many.
 *
 * <p>What the server does not tell is empty: processor time and quantiles. Its own figure of
 * processor time, {@code Cpu_time} with {@code userstat} on, is not used: with a thread pool it
 * grew by nine seconds a second on a machine of two processors.
 *
 * <p>A server that does not tell how many statements wait shows an empty queue, without the signal
 * of it: what is seen of it is throughput and running statements.
 *
 * <p>What an average task was like follows from counters of statements, rows, pages and waits, each
 * over the number of completed tasks. Of a server that has few of these counters none is used as a
 * demand: workloads that differ would look alike in them.
 *
 * <p>The failed are 0: the server counts no statement that failed. Without queue and time of
 * arrival, what arrived is what was completed and by how much more now runs or waits.
 *
 * @param from the earlier
 * @param to the later, with counters not below those of {@code from}
 */
record SnapshotWindow(Snapshot from, Snapshot to) {

  /**
   * The window as an observation.
   *
   * @param knob the variable whose value is the number of workers
   * @param cores the processors behind the server, or what stands for them
   */
  Observation observation(Objective objective, Knob knob, int cores) {
    long lengthNanos = Math.max(1, to.atNanos() - from.atNanos());
    long completed = to.completed(objective) - from.completed(objective);
    long runningMore = to.running() - from.running();
    long queuedMore = queued(to) - queued(from);
    double busyMean = mean(from.running(), to.running());
    double queuedMean = mean(queued(from), queued(to));
    long serviceNanos = Math.round(busyMean * lengthNanos);
    long waitNanos = Math.round(queuedMean * lengthNanos);
    return Observation.of(from.atNanos(), lengthNanos)
        .workers(
            knob.workersOf(to.value(knob)),
            Math.toIntExact(to.threads()),
            mean(from.threads(), to.threads()))
        .busy(busyMean)
        .queued(queuedMean, queued(to))
        .arrived(Math.max(0, completed + runningMore + queuedMore))
        .started(Math.max(0, completed + runningMore))
        .completed(completed)
        .serviceNanos(serviceNanos)
        .waitNanos(waitNanos)
        .responseNanos(serviceNanos + waitNanos)
        .cores(cores)
        .perTask(perTask(completed))
        .signals(signals(lengthNanos / 1e9))
        .build();
  }

  /** What was counted, for each completed task. Why statements waited depends on the size. */
  private PerTask perTask(long completed) {
    if (completed <= 0) {
      return PerTask.NONE;
    }
    SortedMap<String, Double> demands = new TreeMap<>();
    SortedMap<String, Double> waits = new TreeMap<>();
    to.counters()
        .forEach((counter, count) -> {
          long before = from.counters().getOrDefault(counter, count);
          SortedMap<String, Double> figures = counter.isDemand() ? demands : waits;
          figures.put(counter.figure(), Math.max(0, count - before) / (double) completed);
        });
    return PerTask.of(Counter.areMost(demands.size()) ? demands : new TreeMap<>(), waits);
  }

  private SortedMap<String, Double> signals(double seconds) {
    SortedMap<String, Double> signals = new TreeMap<>();
    signals.put(Signals.CONNECTIONS, (double) to.connections());
    signals.put(MariaDbSignals.RUNNING, (double) to.running());
    to.queued().ifPresent(waiting -> signals.put(MariaDbSignals.QUEUED, (double) waiting));
    signals.put(MariaDbSignals.IDLE_THREADS, (double) to.idleThreads());
    signals.put(MariaDbSignals.QUESTIONS_PER_SECOND, (to.questions() - from.questions()) / seconds);
    signals.put(MariaDbSignals.COMMITS_PER_SECOND, (to.commits() - from.commits()) / seconds);
    signals.put(MariaDbSignals.ROLLBACKS_PER_SECOND, (to.rollbacks() - from.rollbacks()) / seconds);
    to.waits()
        .forEach((reason, count) ->
            signals.put(
                MariaDbSignals.waitsPerSecond(reason),
                Math.max(0, count - from.waits().getOrDefault(reason, count)) / seconds));
    if (to.value(Knob.SIZE) == from.value(Knob.SIZE)) {
      to.groups()
          .forEach((name, count) ->
              signals.put(
                  name + "PerSecond",
                  Math.max(0, count - from.groups().getOrDefault(name, count)) / seconds));
    }
    return signals;
  }

  private static long queued(Snapshot snapshot) {
    return snapshot.queued().orElse(0);
  }

  private static double mean(long first, long second) {
    return (first + second) / 2.0;
  }
}
