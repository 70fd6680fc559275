package dev.flyball.dataflow.pipeline;

/** A worker's counts while it works on a batch; its own, so plain fields do. */
final class WorkTally {

  long done;
  long failed;
  long queueWaitNanos;
  long timed;
  double serviceNanos;
  double serviceSquares;

  void clear() {
    done = 0;
    failed = 0;
    queueWaitNanos = 0;
    timed = 0;
    serviceNanos = 0;
    serviceSquares = 0;
  }

  /** Notes the time that one record took. */
  void took(long nanos) {
    timed++;
    serviceNanos += nanos;
    serviceSquares += (double) nanos * nanos;
  }
}
