package dev.flyball.measure;

import dev.flyball.policy.DurationCounts;

/**
 * The figures of many worker meters added up; used by one thread only.
 *
 * <p>{@link WorkerMeter} gives their meaning.
 */
public final class MeterSum {

  final MeterFigures figures = new MeterFigures();
  final LatencyCounts waits = new LatencyCounts();
  final LatencyCounts responses = new LatencyCounts();

  /** Makes a sum with all figures at 0. */
  public MeterSum() {}

  /** Adds another sum to this one. */
  public void add(MeterSum other) {
    figures.add(other.figures);
    waits.add(other.waits);
    responses.add(other.responses);
  }

  /** Adds completed tasks of which nothing else is known. */
  public void addCompleted(long tasks) {
    figures.completed += tasks;
  }

  /** Adds failed tasks that the completed tasks include. */
  public void addFailed(long tasks) {
    figures.failed += tasks;
  }

  /** The time from arrival to start of all tasks that have started so far. */
  public DurationCounts waits() {
    return waits.counts();
  }

  /** The time from arrival to end of all tasks that have ended so far. */
  public DurationCounts responses() {
    return responses.counts();
  }

  /** Tasks that have ended so far, with or without an exception. */
  public long completed() {
    return figures.completed;
  }

  /** The sum of the clock's readings at which workers stopped being busy; wraps around. */
  public long doneStampSum() {
    return figures.doneStampSum;
  }
}
