package dev.flyball.dataflow.pipeline;

/** The sum of some meters. Not safe for threads. */
final class StageSum {

  long busyNanos;
  long inputWaitNanos;
  long outputWaitNanos;
  long done;
  long failed;
  long retried;
  long queueWaitNanos;
  Moments service = Moments.NONE;
  final long[] out;

  StageSum(int outputs) {
    this.out = new long[outputs];
  }

  void add(StageSum other) {
    busyNanos += other.busyNanos;
    inputWaitNanos += other.inputWaitNanos;
    outputWaitNanos += other.outputWaitNanos;
    done += other.done;
    failed += other.failed;
    retried += other.retried;
    queueWaitNanos += other.queueWaitNanos;
    service = service.plus(other.service);
    for (int i = 0; i < out.length; i++) {
      out[i] += other.out[i];
    }
  }
}
