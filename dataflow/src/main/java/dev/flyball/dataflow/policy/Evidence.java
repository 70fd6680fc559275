package dev.flyball.dataflow.policy;

import dev.flyball.dataflow.pipeline.StageWindow;
import java.util.OptionalDouble;

/**
 * Windows of one stage added up until they show enough records to be believed; an immutable value.
 *
 * @param done records done
 * @param busySeconds time that threads worked, waits for records and for room not counted
 * @param seconds length of the windows
 * @param cpuSeconds processor time; empty where unknown
 */
record Evidence(long done, double busySeconds, double seconds, OptionalDouble cpuSeconds) {

  private static final double NANOS_PER_SECOND = 1e9;

  static final Evidence NONE = new Evidence(0, 0, 0, OptionalDouble.of(0));

  Evidence plus(StageWindow window) {
    OptionalDouble cpu = OptionalDouble.empty();
    if (cpuSeconds.isPresent() && window.time().cpuNanos().isPresent()) {
      double more = window.time().cpuNanos().getAsLong() / NANOS_PER_SECOND;
      cpu = OptionalDouble.of(cpuSeconds.getAsDouble() + more);
    }
    return new Evidence(
        done + window.flow().done(),
        busySeconds + window.time().busyNanos() / NANOS_PER_SECOND,
        seconds + window.nanos() / NANOS_PER_SECOND,
        cpu);
  }

  boolean enough(long recordsMin) {
    return done >= recordsMin && busySeconds > 0;
  }

  /**
   * The threads that were busy, averaged and rounded up: the number of threads that the rate was
   * measured at. Of eight threads of which two had work at a time, nothing is learned of eight.
   */
  int busyThreads(int threadsAsked) {
    int busy = (int) Math.ceil(busySeconds / seconds);
    return Math.max(1, Math.min(threadsAsked, busy));
  }

  /** Records per second of busy time: the true rate of a thread. */
  double perThread() {
    return done / busySeconds;
  }

  /** Processor time of a record in seconds; empty where unknown. */
  OptionalDouble cpuSecondsPerRecord() {
    return cpuSeconds.isPresent()
        ? OptionalDouble.of(cpuSeconds.getAsDouble() / done)
        : OptionalDouble.empty();
  }

  /** The part of the busy time that was processor time, from 0 to 1; 0 where unknown. */
  double cpuShare() {
    return cpuSeconds.isPresent() ? Math.min(1, cpuSeconds.getAsDouble() / busySeconds) : 0;
  }
}
