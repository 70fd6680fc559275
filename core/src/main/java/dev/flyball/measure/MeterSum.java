package dev.flyball.measure;

/**
 * The figures of many worker meters added up; a scratch pad of one thread.
 *
 * <p>What they mean is said at {@link WorkerMeter}.
 */
public final class MeterSum {

  final MeterFigures figures = new MeterFigures();
  final LatencyCounts waits = new LatencyCounts();
  final LatencyCounts responses = new LatencyCounts();

  /** Nothing counted yet. */
  public MeterSum() {}

  /** Adds another sum to this one. */
  public void add(MeterSum other) {
    figures.add(other.figures);
    waits.add(other.waits);
    responses.add(other.responses);
  }

  /** Adds tasks that have failed, and that are among the completed already. */
  public void addFailed(long tasks) {
    figures.failed += tasks;
  }

  /** Tasks ended so far, whether well or not. */
  public long completed() {
    return figures.completed;
  }

  /** The sum of the clock's readings at which workers were done, wrapped around. */
  public long doneStampSum() {
    return figures.doneStampSum;
  }
}
