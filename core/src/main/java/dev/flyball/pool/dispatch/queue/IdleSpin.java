package dev.flyball.pool.dispatch.queue;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The spin of an idle worker: before it parks, it polls the queue for some microseconds, if that
 * has found tasks lately. A caller that submits one task and waits for its result is spared a
 * wake-up.
 *
 * <p>Where many tiny tasks have come, a microsecond or less apart, the worker does not poll all the
 * time, for each poll takes the submitter's cache line. It waits for a batch of them and polls once
 * ({@link #batchSpin}). Only measured pools know when that applies.
 *
 * <p>One worker spins at a time, and only where another processor is left for the submitters. While
 * it spins it counts as free and no other worker is called, so it must look after waiting tasks
 * when it ends. Where spinning finds nothing it is tried less and less often, in the end every
 * {@value #TURNS_OF_BAD_LUCK}th time: a pool with little to do does not burn a processor.
 *
 * <p><b>States:</b> no worker spins - one spins - it takes the task that it has seen, for some
 * instructions. If that task was gone, the worker goes on counting as spinning until it has the
 * workers' lock, and polls once more. While it takes, it does not count as free, and its task still
 * waits.
 *
 * <p>Safe for any number of threads. The luck is a hint; a lost update does no harm.
 */
public final class IdleSpin {

  private static final long LONGEST_NANOS = 25_000;
  private static final long BATCH_NANOS = 10_000;
  private static final int LUCK_MAX = 8;
  private static final int TURNS_OF_BAD_LUCK = 32;
  // The lowest bits of the state; those above count the takes begun.
  private static final int NONE = 0;
  private static final int SPINS = 1;
  private static final int TAKES = 2;
  private static final int PHASES = 3;
  private static final int ONE_MORE = 4;
  private static final boolean OTHER_PROCESSORS = Runtime.getRuntime().availableProcessors() > 1;

  private final TaskQueue queue;
  private final AtomicInteger state = new AtomicInteger();
  private volatile int luck = LUCK_MAX / 2;
  private volatile int turns;

  public IdleSpin(TaskQueue queue) {
    this.queue = queue;
  }

  /** Whether a worker spins now, and so will take a task that is added now. */
  public boolean isSpinning() {
    return (state.get() & PHASES) == SPINS;
  }

  /** The current state; its turn counter advances whenever a take begins. */
  public int state() {
    return state.get();
  }

  /** Whether, in that state, a worker is taking the task that it has seen. */
  public static boolean isTaking(int state) {
    return (state & PHASES) == TAKES;
  }

  /** Whether no take has begun between the two states. */
  public static boolean isSameTurn(int before, int after) {
    return (before & ~PHASES) == (after & ~PHASES);
  }

  /**
   * Spins until a task is there or the time is over, unless another worker spins. After a spin the
   * worker must call {@link #take}.
   *
   * @return whether it spun
   */
  public boolean spin() {
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
   * Waits for a batch of tasks, unless another worker spins. After that the worker must call {@link
   * #take}.
   *
   * @return whether it waited
   */
  public boolean batchSpin() {
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
   * Takes a task after a spin. With a task the spin is over: submitters of further tasks may have
   * relied on it. Without one it lasts until {@link #end}.
   *
   * @return null when none waits
   */
  public @Nullable Runnable take(TaskSlot slot) {
    Runnable task = null;
    int turn = (state.get() & ~PHASES) + ONE_MORE; // no other thread writes it during a spin
    state.set(turn | TAKES);
    try {
      task = queue.poll(slot);
      return task;
    } finally {
      state.setRelease(turn | (task == null ? SPINS : NONE)); // promises nothing new
    }
  }

  /** Ends an unsuccessful spin. The caller must poll once more afterwards. */
  public void end() {
    state.set(state.get() & ~PHASES);
  }

  private boolean begin() {
    int now = state.get();
    return OTHER_PROCESSORS && (now & PHASES) == NONE && state.compareAndSet(now, now | SPINS);
  }

  /** Does not yield the processor: submitters rely on this worker. */
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
