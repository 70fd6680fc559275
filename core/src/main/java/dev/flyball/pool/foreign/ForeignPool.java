package dev.flyball.pool.foreign;

import dev.flyball.control.ResizeCost;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * A pool that others own: threads, connections, permits, of whatever library. An adapter says how
 * it is read and resized; all else, from averages over time to the dashboard, is the same as for a
 * pool of our own.
 *
 * <p><b>Threads.</b> One thread at a time calls {@link #read}, one at a time {@link #resize} and
 * {@link #restore}; these two may be at once. After {@code restore} it is resized no more, but may
 * still be read.
 *
 * <p>What a method throws is logged once, and the size is held until the next call succeeds.
 */
public interface ForeignPool {

  /** What messages call it, such as {@code ThreadPoolExecutor}. */
  String kind();

  /** The name that it goes by already; empty where it has none. */
  default Optional<String> name() {
    return Optional.empty();
  }

  /**
   * The pool as it is now. Called up to a hundred times a second, less often the longer it takes:
   * all adopted pools together are read for at most half a percent of one processor.
   */
  PoolReading read();

  /**
   * Asks for a number of workers; returns without waiting for busy ones. A pool that only shrinks
   * as its workers fall idle says so by the {@code workers} of its readings.
   *
   * @param workers at least 1; between {@link #sizeMin()} and {@link #sizeMax()}, unless it is set
   *     by hand or {@code sizeMax} has fallen since
   */
  void resize(int workers);

  /** Puts back the settings that were found, but for what others have set since. */
  void restore();

  /** Whether its owner has ended it: then it is governed no more. */
  default boolean isEnded() {
    return false;
  }

  /** The smallest size that it can have, such as threads that it needs for itself; at least 1. */
  default int sizeMin() {
    return 1;
  }

  /** The largest size that it can have. */
  default int sizeMax() {
    return Integer.MAX_VALUE;
  }

  /**
   * The maximum number of tasks that may wait, {@link Integer#MAX_VALUE} where there is none; empty
   * where it is not known. Any thread may call it, up to ten times a second.
   */
  default OptionalInt queueCapacity() {
    return OptionalInt.empty();
  }

  /** The cost of a resize, such as the time that a connection takes to open. */
  default ResizeCost resizeCost() {
    return ResizeCost.FREE;
  }

  /**
   * What its workers have used of the processors since the pool began, or was adopted.
   *
   * @param cpuNanos processor time of all workers; empty where it is not known of one of them
   * @param runQueueWaitNanos the time in which workers were ready but had no processor; the same
   */
  record Processor(OptionalLong cpuNanos, OptionalLong runQueueWaitNanos) {

    /** Of a pool that has no threads, or does not tell which they are. */
    public static final Processor UNKNOWN =
        new Processor(OptionalLong.empty(), OptionalLong.empty());
  }

  /**
   * Whether its workers are threads. Where they are and their processor time is not known, the pool
   * is grown to no more than four for each processor, or the size that was found, unless limits are
   * set: nothing would tell that they wait for a processor.
   */
  default boolean hasThreads() {
    return false;
  }

  /**
   * The use of the processors. Called for each window, up to ten times a second.
   *
   * @param threadsMax about how many threads may be read; the others count as they were last read
   */
  default Processor processor(int threadsMax) {
    return Processor.UNKNOWN;
  }
}
