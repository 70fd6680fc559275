package dev.flyball.policies.law;

import dev.flyball.policy.Advice;
import dev.flyball.policy.Observation;
import dev.flyball.policy.SizingPolicy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import java.util.TreeMap;

/**
 * A pool in virtual time whose size a policy changes at the end of each window: the test bench of
 * the policies.
 *
 * <p>One queue, first in first out; any number of tasks at a time up to the size; a task takes the
 * time that it says, whatever else runs. A worker exists from its first task until it was idle for
 * half a second, or the size fell below the number of workers; among idle workers the one that was
 * idle longest is used first, which keeps the most of them alive. It keeps no reference of a kind's
 * service time.
 */
public final class VirtualPool {

  private static final long IDLE_MAX_NANOS = 500_000_000;
  private static final double DECAY = 0.2;

  /** A task that runs, and when it ends; equal ends are told apart by their order of starting. */
  private record Running(long endNanos, long order, PaperLoad.Task task, long startNanos) {}

  private final List<PaperLoad.Task> load;
  private final long windowNanos;
  private final PriorityQueue<Running> running =
      new PriorityQueue<>((a, b) ->
          a.endNanos != b.endNanos
              ? Long.compare(a.endNanos, b.endNanos)
              : Long.compare(a.order, b.order));
  private final Deque<PaperLoad.Task> queue = new ArrayDeque<>();
  private final Deque<Long> idleSince = new ArrayDeque<>();
  private final TreeMap<Integer, Double> firstNanos = new TreeMap<>();
  private final TreeMap<Integer, Double> recentNanos = new TreeMap<>();
  private final List<Long> responses = new ArrayList<>();
  private final List<Integer> sizes = new ArrayList<>();
  private final List<String> reasons = new ArrayList<>();

  private SizingPolicy policy;
  private int size;
  private long now;
  private int next;
  private long order;
  private long lastEndNanos;
  private long delayed;
  private double aliveAll;

  // What is counted in the window.
  private double busyArea;
  private double aliveArea;
  private double queuedArea;
  private long arrived;
  private long started;
  private long completed;
  private long serviceSum;
  private long waitSum;
  private long responseSum;
  private long known;
  private double firstSum;
  private double recentSum;

  private VirtualPool(
      List<PaperLoad.Task> load, SizingPolicy policy, int size, double windowSeconds) {
    this.load = load;
    this.policy = policy;
    this.size = size;
    this.windowNanos = (long) (windowSeconds * 1e9);
  }

  /** Runs a load from beginning to end under a policy. */
  public static Outcome run(
      List<PaperLoad.Task> load, SizingPolicy policy, int size, double windowSeconds) {
    return new VirtualPool(load, policy, size, windowSeconds).run();
  }

  /**
   * What came of it.
   *
   * @param tasks how many tasks there were
   * @param p50Seconds the median response time
   * @param p95Seconds the 95th percentile of the response time
   * @param delayedShare the share of tasks that waited longer than 0.1 s
   * @param endSeconds when the last task ended
   * @param completedShareInTime the share that had ended 2.1 s after the last arrival
   * @param aliveMean workers that exist, averaged over time until the last arrival
   * @param sizes the size after each window
   * @param reasons the reason of each size
   */
  public record Outcome(
      int tasks,
      double p50Seconds,
      double p95Seconds,
      double delayedShare,
      double endSeconds,
      double completedShareInTime,
      double aliveMean,
      List<Integer> sizes,
      List<String> reasons) {}

  private Outcome run() {
    long lastArrival = load.get(load.size() - 1).arrivalNanos();
    double aliveUntilLastArrival = 0;
    int inTime = 0;
    long windowEnd = windowNanos;
    while (next < load.size() || !running.isEmpty() || !queue.isEmpty()) {
      long arrival = next < load.size() ? load.get(next).arrivalNanos() : Long.MAX_VALUE;
      long end = running.isEmpty() ? Long.MAX_VALUE : running.element().endNanos();
      long idleEnd = idleSince.isEmpty() ? Long.MAX_VALUE : idleSince.element() + IDLE_MAX_NANOS;
      advanceTo(Math.min(Math.min(arrival, end), Math.min(idleEnd, windowEnd)));
      if (now == end) {
        complete(running.remove());
        inTime += now <= lastArrival + 2_100_000_000L ? 1 : 0;
      } else if (now == arrival) {
        arrive(load.get(next++));
        aliveUntilLastArrival = now == lastArrival ? aliveAll : aliveUntilLastArrival;
      } else if (now == idleEnd) {
        idleSince.remove();
      } else {
        window();
        windowEnd += windowNanos;
      }
    }
    responses.sort(Long::compare);
    return new Outcome(
        load.size(),
        quantile(0.5),
        quantile(0.95),
        (double) delayed / load.size(),
        lastEndNanos / 1e9,
        (double) inTime / load.size(),
        aliveUntilLastArrival / lastArrival,
        sizes,
        reasons);
  }

  private void advanceTo(long then) {
    double passed = then - now;
    busyArea += passed * running.size();
    aliveArea += passed * alive();
    aliveAll += passed * alive();
    queuedArea += passed * queue.size();
    now = then;
  }

  private int alive() {
    return running.size() + idleSince.size();
  }

  private void arrive(PaperLoad.Task task) {
    arrived++;
    if (recentNanos.containsKey(task.kind())) {
      known++;
      firstSum += firstNanos.getOrDefault(task.kind(), 0.0);
      recentSum += recentNanos.getOrDefault(task.kind(), 0.0);
    }
    queue.add(task);
    startWhatCan();
  }

  private void startWhatCan() {
    while (!queue.isEmpty() && running.size() < size) {
      PaperLoad.Task task = queue.remove();
      idleSince.poll(); // else a new worker
      long wait = now - task.arrivalNanos();
      delayed += wait > 100_000_000 ? 1 : 0;
      waitSum += wait;
      started++;
      running.add(new Running(now + task.serviceNanos(), order++, task, now));
    }
  }

  private void complete(Running ended) {
    PaperLoad.Task task = ended.task();
    long service = now - ended.startNanos();
    long response = now - task.arrivalNanos();
    completed++;
    serviceSum += service;
    responseSum += response;
    responses.add(response);
    lastEndNanos = now;
    firstNanos.putIfAbsent(task.kind(), (double) service);
    recentNanos.merge(task.kind(), (double) service, (old, s) -> old + DECAY * (s - old));
    if (alive() < size) {
      idleSince.add(now);
    }
    startWhatCan();
  }

  private void window() {
    Advice advice = policy.advise(observation());
    policy = advice.next();
    size = advice.workers();
    sizes.add(size);
    reasons.add(advice.why());
    while (alive() > size && !idleSince.isEmpty()) {
      idleSince.remove();
    }
    startWhatCan();
    busyArea = 0;
    aliveArea = 0;
    queuedArea = 0;
    arrived = 0;
    started = 0;
    completed = 0;
    serviceSum = 0;
    waitSum = 0;
    responseSum = 0;
    known = 0;
    firstSum = 0;
    recentSum = 0;
  }

  private Observation observation() {
    return Observation.of(now - windowNanos, windowNanos)
        .workers(size, alive(), aliveArea / windowNanos)
        .busy(busyArea / windowNanos)
        .queued(queuedArea / windowNanos, queue.size())
        .arrived(arrived)
        .started(started)
        .completed(completed)
        .serviceNanos(serviceSum)
        .waitNanos(waitSum)
        .responseNanos(responseSum)
        .offered(known, (long) firstSum, (long) recentSum, 0)
        .cores(4)
        .build();
  }

  private double quantile(double share) {
    return responses.get((int) Math.ceil(share * responses.size()) - 1) / 1e9;
  }
}
