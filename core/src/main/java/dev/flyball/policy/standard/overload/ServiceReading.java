package dev.flyball.policy.standard.overload;

/**
 * A reading of the service time beside a steady number of busy workers.
 *
 * @param step the logarithm of that number to the base {@value #STEP}, rounded
 * @param workers busy workers, averaged
 * @param serviceNanos the time that tasks were served, summed, in nanoseconds
 * @param tasks how many ended, in mean tasks
 * @param samples how many samples these are
 * @param firstNanos when it began
 */
record ServiceReading(
    int step, double workers, double serviceNanos, double tasks, double samples, long firstNanos) {

  /** Numbers of workers that are nearer than this factor may be one reading. */
  static final double STEP = 1.1;

  static final ServiceReading NONE = new ServiceReading(0, 0, 0, 0, 0, 0);

  static ServiceReading of(
      double workers, double serviceNanos, double tasks, double samples, long atNanos) {
    int step = (int) Math.round(StrictMath.log(Math.max(1, workers)) / StrictMath.log(STEP));
    return new ServiceReading(step, workers, serviceNanos, tasks, samples, atNanos);
  }

  double nanos() {
    return serviceNanos / tasks;
  }

  ServiceReading faded(double kept) {
    return new ServiceReading(
        step, workers, serviceNanos * kept, tasks * kept, samples * kept, firstNanos);
  }

  ServiceReading scaled(double factor) {
    return new ServiceReading(step, workers, serviceNanos * factor, tasks, samples, firstNanos);
  }

  /** Both as one. */
  ServiceReading and(ServiceReading later) {
    double all = serviceNanos + later.serviceNanos;
    return new ServiceReading(
        step,
        (workers * serviceNanos + later.workers * later.serviceNanos) / all,
        all,
        tasks + later.tasks,
        samples + later.samples,
        firstNanos);
  }
}
