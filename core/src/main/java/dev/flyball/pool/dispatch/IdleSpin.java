package dev.flyball.pool.dispatch;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A worker that has nothing to do looks for a task for some microseconds before it lies down, where
 * that has paid lately: whoever submits one task and waits for its result is spared a wake-up.
 *
 * <p>Where many tiny tasks have come, a microsecond or less apart, it does not look all the time,
 * for each look takes the submitter's cache line from it. It waits until some have gathered, and
 * looks once. That is known of measured pools only.
 *
 * <p>One at a time, and only where there is another processor for whoever submits. While one looks
 * it counts as free and nobody else is called, so when it ends it has to see to that itself. Where
 * looking finds nothing it is tried ever more seldom, in the end every {@value
 * #TURNS_OF_BAD_LUCK}th time: a pool with little to do does not burn a processor for it.
 *
 * <p><b>States:</b> nobody looks - one looks - it takes what it has seen, for some instructions.
 * Where that was gone it goes on counting as one that looks until it has the workers' lock, and
 * polls once more. While it takes, it is not counted as free any more, and its task still waits.
 *
 * <p>Safe for any number of threads; the luck is a hint, and may be written over.
 */
final class IdleSpin {

  private static final long LONGEST_NANOS = 25_000;
  private static final long BATCH_NANOS = 10_000;
  private static final int LUCK_MAX = 8;
  private static final int TURNS_OF_BAD_LUCK = 32;
  // The lowest bits of the state; those above count how often one has begun to take.
  private static final int NOBODY = 0;
  private static final int LOOKS = 1;
  private static final int TAKES = 2;
  private static final int PHASES = 3;
  private static final int ONE_MORE = 4;
  private static final boolean OTHER_PROCESSORS = Runtime.getRuntime().availableProcessors() > 1;

  private final TaskQueue queue;
  private final AtomicInteger state = new AtomicInteger();
  private volatile int luck = LUCK_MAX / 2;
  private volatile int turns;

  IdleSpin(TaskQueue queue) {
    this.queue = queue;
  }

  /** Whether a worker looks at this moment: it will take a task that is added now. */
  boolean isSpinning() {
    return (state.get() & PHASES) == LOOKS;
  }

  /** What it is now; another one as soon as anybody has begun to take what he has seen. */
  int state() {
    return state.get();
  }

  /** Whether a worker is just taking what it has seen, in that state. */
  static boolean isTaking(int state) {
    return (state & PHASES) == TAKES;
  }

  /** Whether nobody has begun to take anything between the two states. */
  static boolean isSameTurn(int before, int after) {
    return (before & ~PHASES) == (after & ~PHASES);
  }

  /**
   * Looks for a while, unless another one does. Who has looked calls {@link #take} next.
   *
   * @return whether it looked
   */
  boolean spin() {
    if (!isWorthwhile() || !begin()) {
      return false;
    }
    boolean looked = false;
    try {
      boolean found = lookFor(LONGEST_NANOS);
      luck = found ? Math.min(LUCK_MAX, luck + 2) : Math.max(0, luck - 1);
      looked = true;
    } finally {
      if (!looked) {
        end();
      }
    }
    return true;
  }

  /**
   * Waits until some tasks have gathered, unless another one does so or looks. Who has waited calls
   * {@link #take} next.
   *
   * @return whether it waited
   */
  boolean batchSpin() {
    if (!begin()) {
      return false;
    }
    boolean waited = false;
    try {
      long beganNanos = System.nanoTime();
      while (System.nanoTime() - beganNanos < BATCH_NANOS) {
        Thread.onSpinWait();
      }
      waited = true;
    } finally {
      if (!waited) {
        end();
      }
    }
    return true;
  }

  /**
   * Takes a task after looking. With one the spin is over: whoever added another one while it
   * lasted may have relied on it. Without one it is not, until {@link #end}.
   *
   * @return null when none waits
   */
  @Nullable Runnable take(TaskSlot slot) {
    Runnable task = null;
    int turn = (state.get() & ~PHASES) + ONE_MORE; // nobody else writes it while one looks
    state.set(turn | TAKES);
    try {
      task = queue.poll(slot);
      return task;
    } finally {
      state.setRelease(turn | (task == null ? LOOKS : NOBODY)); // promises nobody anything new
    }
  }

  /** Ends a spin that has found nothing; whoever does polls once more, whatever he does then. */
  void end() {
    state.set(state.get() & ~PHASES);
  }

  private boolean begin() {
    int now = state.get();
    return OTHER_PROCESSORS && (now & PHASES) == NOBODY && state.compareAndSet(now, now | LOOKS);
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
