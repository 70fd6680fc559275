package dev.flyball.policy.standard.overload;

/**
 * The highest rate at which tasks have ended, and with how many workers: where to go back to when
 * many more workers get far less done.
 *
 * <p>Where a service collapses, hardly anything ends, so nothing is read of the {@link
 * ServiceCurve}, and it is not known where on it the pool is. But that is known already from the
 * tasks that do not end: those workers get less than {@value #FAR_LESS} times as much done, in the
 * time of {@value #TASKS_LEAST} tasks, as {@value #MANY_MORE} times fewer did.
 *
 * <p><b>Assumes</b> that the service is as it was. Where it is not, as many workers as then do no
 * better, and are the best no longer as soon as something is read of them.
 *
 * @param workers how many there were; 0 where nothing is known
 * @param perNano tasks that ended per nanosecond
 */
record BestRate(double workers, double perNano) {

  static final BestRate NONE = new BestRate(0, 0);

  private static final double NEAR = 1.2;
  private static final double MANY_MORE = 1.5;
  private static final double FAR_LESS = 0.5;
  private static final double TASKS_LEAST = 20;

  /**
   * With what was read last.
   *
   * @param full whether all workers were busy, so that fewer tasks mean that fewer can be done
   */
  BestRate with(ServiceReading read, boolean full) {
    double rate = read.workers() / read.nanos();
    boolean same = read.workers() < NEAR * workers && workers < NEAR * read.workers();
    return rate > perNano || (same && full) ? new BestRate(read.workers(), rate) : this;
  }

  /** Whether many more workers get far less done than these did. */
  boolean isFarBetter(ServiceCurve.Gathered now) {
    double then = perNano * now.nanos();
    return now.full()
        && then >= TASKS_LEAST
        && now.tasks() < FAR_LESS * then
        && now.workers() > MANY_MORE * workers;
  }
}
