package dev.flyball.measure;

/**
 * The pauses of workers that were noticed by another thread, which may not write to their meters.
 *
 * <p>Not thread-safe: guarded by the lock under which they are noticed.
 */
public final class PauseMeter {

  private final MeterFigures figures = new MeterFigures();

  /** No pause yet. */
  public PauseMeter() {}

  /** Records that a busy worker is no longer busy, since this reading of the clock. */
  public void pauses(long stamp) {
    figures.done++;
    figures.doneStampSum += stamp;
  }

  /** Records that it is busy again. */
  public void goesOn(long stamp) {
    figures.began++;
    figures.beganStampSum += stamp;
  }

  /** Takes the pauses out of what the workers' own meters have counted. */
  public void addTo(MeterSum sum) {
    sum.figures.add(figures);
  }
}
