package dev.flyball.pool;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * A worker that has nothing to do looks for a task for some microseconds before it lies down, where
 * that has paid lately: whoever submits one task and waits for its result is spared a wake-up.
 *
 * <p>Where many tiny tasks have come, a microsecond or less apart, it does not look all the time,
 * for each look takes the submitter's cache line from it. It waits until some have gathered, and
 * looks once. That is known of measured pools only.
 *
 * <p>One at a time, and only where there is another processor for whoever submits. While one looks
 * nobody is called, so when it ends it has to see to that itself. Where looking finds nothing it is
 * tried ever more seldom, in the end every {@value #TURNS_OF_BAD_LUCK}th time: a pool with little
 * to do does not burn a processor for it.
 *
 * <p>A worker that has looked says when it has taken a task, or found none; between the two it
 * counts neither as looking nor as at work for whoever must know how many are free.
 *
 * <p>Safe for any number of threads; the luck is a hint, and may be written over.
 */
final class Search {

  private static final long LONGEST_NANOS = 25_000;
  private static final long GATHERING_NANOS = 10_000;
  private static final int LUCK_MAX = 8;
  private static final int TURNS_OF_BAD_LUCK = 32;
  private static final int NOBODY = 0;
  private static final int LOOKS = 1;
  private static final int TAKES = 2;
  private static final boolean OTHER_PROCESSORS = Runtime.getRuntime().availableProcessors() > 1;

  private final TaskQueue queue;
  private final AtomicInteger state = new AtomicInteger(NOBODY);
  private volatile int luck = LUCK_MAX / 2;
  private volatile int turns;

  Search(TaskQueue queue) {
    this.queue = queue;
  }

  /** Whether a worker looks at this moment. */
  boolean isBusy() {
    return state.get() == LOOKS;
  }

  /** Waits while a worker that has looked takes what it has seen: for some instructions. */
  void awaitTaken() {
    while (state.get() == TAKES) {
      Thread.yield(); // it may have lost its processor
    }
  }

  /**
   * Looks for a while, unless another one does. When this returns, whoever added a task while it
   * looked may have relied on it.
   *
   * @return whether it looked; who did takes a task if one is there, and says {@link #taken()}
   */
  boolean look() {
    if (!isWorthwhile() || !begin()) {
      return false;
    }
    try {
      boolean found = lookFor(LONGEST_NANOS);
      luck = found ? Math.min(LUCK_MAX, luck + 2) : Math.max(0, luck - 1);
      return true;
    } finally {
      state.set(TAKES);
    }
  }

  /**
   * Waits until some tasks have gathered, unless another one does so or looks. When this returns,
   * whoever added a task meanwhile may have relied on it.
   *
   * @return whether it waited; who did takes a task if one is there, and says {@link #taken()}
   */
  boolean gather() {
    if (!begin()) {
      return false;
    }
    try {
      long beganNanos = System.nanoTime();
      while (System.nanoTime() - beganNanos < GATHERING_NANOS) {
        Thread.onSpinWait();
      }
      return true;
    } finally {
      state.set(TAKES);
    }
  }

  /** Says that a worker that has looked or waited has taken a task, or found none. */
  void taken() {
    state.setRelease(NOBODY);
  }

  private boolean begin() {
    return OTHER_PROCESSORS && state.get() == NOBODY && state.compareAndSet(NOBODY, LOOKS);
  }

  /** The processor is not given away meanwhile: others rely on this worker. */
  private boolean lookFor(long nanosMax) {
    long beganNanos = System.nanoTime();
    boolean found = !queue.isEmpty();
    while (!found && System.nanoTime() - beganNanos < nanosMax) {
      Thread.onSpinWait();
      found = !queue.isEmpty();
    }
    return found;
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // a lost turn does no harm
  private boolean isWorthwhile() {
    return luck > 0 || ++turns % TURNS_OF_BAD_LUCK == 0;
  }
}
