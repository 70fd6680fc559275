package dev.flyball.dataflow.pipeline;

import java.util.Collections;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The counts and sums of a stage since the pipeline began; two of them make a {@link StageWindow}.
 *
 * @param stage its name
 * @param size its threads and its queue, now
 * @param flow the counts of records
 * @param time where its threads spent their time
 * @param service service times, without waits for room; of records so short that a clock reading
 *     would weigh, only some are timed, picked evenly
 * @param gaps times between arrivals; records put in one piece arrived at one time, and so did, as
 *     far as is known, tiny ones that came within microseconds
 * @param out records delivered, by the name of the stage they went to
 */
public record StageTotals(
    String stage,
    Size size,
    Flow flow,
    Time time,
    Moments service,
    Moments gaps,
    SortedMap<String, Long> out) {

  public StageTotals {
    out = Collections.unmodifiableSortedMap(new TreeMap<>(out));
  }

  /**
   * Threads and queue.
   *
   * @param threadsAsked requested threads
   * @param threadsAlive existing threads
   * @param queued records that wait in the queue
   * @param queueCapacity the maximum number of records in the queue
   * @param spilled records that are put aside
   */
  public record Size(
      int threadsAsked, int threadsAlive, int queued, int queueCapacity, long spilled) {}

  /**
   * The counts of records. Each arrived record is done, dropped, unreadable, queued, put aside, or
   * in work.
   *
   * @param arrived arrived at the queue, including those dropped
   * @param done taken out and worked on, with or without success
   * @param failed of those done, ended with an exception, or were given up because their thread
   *     failed on something else
   * @param retried further attempts at records that had failed, counted as they begin
   * @param dropped thrown away because the queue was full
   * @param spilled put aside because the queue was full
   * @param unspillable could not be put aside, or not be read again; went to the dead letters
   * @param refused offered while the queue was full, and left to the caller; not in arrived
   */
  public record Flow(
      long arrived,
      long done,
      long failed,
      long retried,
      long dropped,
      long spilled,
      long unspillable,
      long refused) {

    /** Attempts at records: one for each that is done, and the further ones. */
    public long attempts() {
      return done + retried;
    }
  }

  /**
   * Sums over the threads, each in nanoseconds. A thread either works, or waits for a record, or
   * for room: the three sum to the time that threads existed.
   *
   * @param busyNanos work
   * @param inputWaitNanos waits for records
   * @param outputWaitNanos waits for room in queues behind, or for the turn of an ordered stage, or
   *     before another attempt at a record
   * @param queueWaitNanos not of threads: the time that records waited before the stage worked on
   *     them, without the time that they were put aside
   * @param cpuNanos processor time; empty if it is not measured
   */
  public record Time(
      long busyNanos,
      long inputWaitNanos,
      long outputWaitNanos,
      long queueWaitNanos,
      OptionalLong cpuNanos) {

    /** The time that threads existed. */
    public long threadNanos() {
      return busyNanos + inputWaitNanos + outputWaitNanos;
    }
  }
}
