package dev.flyball.measure;

/**
 * The counts and sums of one worker, or of many added up. {@link WorkerMeter} gives their purpose.
 * Not thread-safe.
 */
final class MeterFigures {

  /** Tasks that have started. */
  long started;

  /** Tasks that have ended, whether well or not. */
  long completed;

  /** Tasks that have ended with an exception. */
  long failed;

  /** The number of times a worker became busy. */
  long began;

  /** The clock's readings at those moments, summed; wraps around. */
  long beganStampSum;

  /** The number of times a worker stopped being busy. */
  long done;

  /** The clock's readings at those moments, summed; wraps around. */
  long doneStampSum;

  /** The service times, summed, in nanoseconds. */
  long serviceNanosSum;

  /** The weights of the clocked tasks that have started. */
  long startedWeight;

  /** The clock's readings at their starts, each times its weight; wraps around. */
  long startStampSum;

  /** Their waits, each times its weight, in nanoseconds. */
  long waitNanosSum;

  /** The response times of the completed ones, each times its weight, in nanoseconds. */
  long responseNanosSum;

  /** The reference service times of the completed ones, each times its weight, in nanoseconds. */
  long referenceNanosSum;

  /** The squares of these reference service times, each times its weight, in square nanoseconds. */
  double referenceSquaresSum;

  void add(MeterFigures other) {
    started += other.started;
    completed += other.completed;
    failed += other.failed;
    began += other.began;
    beganStampSum += other.beganStampSum;
    done += other.done;
    doneStampSum += other.doneStampSum;
    serviceNanosSum += other.serviceNanosSum;
    startedWeight += other.startedWeight;
    startStampSum += other.startStampSum;
    waitNanosSum += other.waitNanosSum;
    responseNanosSum += other.responseNanosSum;
    referenceNanosSum += other.referenceNanosSum;
    referenceSquaresSum += other.referenceSquaresSum;
  }
}
