package dev.flyball.measure;

/**
 * A sampler that chooses the tasks whose arrival is clocked, for tasks that arrive so fast that
 * clocking each would cost a considerable part of the tasks' own time. Tasks of a kind that {@link
 * KindProfile#mayTakeLong may take long} are clocked each, outside of the stream that is sampled:
 * where a burst of them comes at once, one of {@value #STRIDE_MAX} would be no measure of what the
 * few that end in the next moments have done.
 *
 * <p><b>How.</b> As long as tasks arrive {@value #GAP_NANOS_LARGE} ns apart or more, every task is
 * clocked and stands for itself. Otherwise the tasks form blocks in the order of their arrival. One
 * random task of each block is clocked and stands for all of them. A block has {@value #STRIDE}
 * tasks, or, if they arrive less than {@value #GAP_NANOS_SMALL} ns apart, {@value #STRIDE_MAX}. The
 * gap is estimated whenever a task is clocked, over the tasks since the last estimate; while every
 * task is clocked, over {@value #TASKS_JUDGED} of them.
 *
 * <p><b>Why no figure is biased by it.</b> When a block begins, only its size S is known. Each of
 * its tasks is drawn with probability 1 / S and, if drawn, counts S times. So for any figure x the
 * expected value of what is added, {@code sum(1/S * S * x)}, is the sum of x over all tasks
 * (Horvitz and Thompson 1952). This holds however the tasks differ and in whatever rhythm they
 * arrive, and also for the part of a block that has arrived so far. Whether a task belongs to the
 * stream is known before it runs, and does not depend on its own figures.
 *
 * <p>A pool has one, at the entrance of its queue. A limiter has one in each of its stripes, for
 * the tasks that start at once.
 *
 * <p>Not thread-safe: guarded by the lock of the queue or stripe that the tasks enter.
 */
public final class ArrivalSampler {

  /** Number of tasks in a block while they arrive quickly. */
  public static final int STRIDE = 16;

  /** Number of tasks in a block while they arrive so quickly that they can hardly do anything. */
  public static final int STRIDE_MAX = 64;

  /** The mark of a task while tasks are not clocked at all. */
  public static final long UNCLOCKED = Long.MIN_VALUE;

  private static final long GAP_NANOS_LARGE = 16_000;
  private static final long GAP_NANOS_SMALL = 2_000;
  private static final int TASKS_JUDGED = 64;

  // The two lowest bits of a mark describe the block of the task.
  private static final int CODE_MASK = 3;
  private static final int CODE_ALONE = 0;
  private static final int CODE_QUICK = 1;
  private static final int CODE_DENSE = 2;

  private int code = CODE_ALONE; // of the present block
  private int size = 1; // tasks in it
  private int place; // of the next task in it
  private int drawn; // which of them is clocked
  private int nextCode = CODE_ALONE; // of the blocks to come
  private boolean alone; // whether the last task is outside of the stream
  private boolean begun; // whether any was clocked
  private long tasks; // so far
  private long judgedStamp;
  private long judgedTasks;
  private long lookedStamp;
  private long lookedTasks;
  private long chance;

  /**
   * Makes a sampler.
   *
   * @param seed any number; equal seeds give equal draws
   */
  public ArrivalSampler(long seed) {
    chance = seed == 0 ? 1 : seed;
  }

  /**
   * Moves on to the next task and returns its weight; 0 if it is not to be clocked, and 1 if it is
   * of a kind that may take long.
   */
  public int next(KindProfile kind) {
    alone = kind.mayTakeLong();
    return alone ? 1 : nextOfStream();
  }

  private int nextOfStream() {
    if (place == size) {
      place = 0;
      code = nextCode;
      size = sizeOf(code);
      drawn = size == 1 ? 0 : draw(size);
    }
    tasks++;
    return place++ == drawn ? size : 0;
  }

  /**
   * Records the arrival of the task to which {@link #next} has just given a weight.
   *
   * @param stamp the clock's reading, in nanoseconds
   * @return the task's mark: the reading to four nanoseconds, and the weight
   */
  public long clocked(long stamp) {
    if (alone) {
      return (stamp & ~CODE_MASK) | CODE_ALONE;
    }
    if (!begun) {
      begun = true;
      judge(CODE_ALONE, stamp);
    } else if (tasks - judgedTasks >= TASKS_JUDGED || nextCode != CODE_ALONE) {
      judge(codeOf(stamp - judgedStamp, tasks - judgedTasks), stamp);
    }
    return (stamp & ~CODE_MASK) | code;
  }

  /** The mark of a task to which {@link #next} has just given no weight. */
  public long unclocked() {
    return UNCLOCKED | code;
  }

  /**
   * Ends the present block, and clocks every task again, if the tasks since the last look arrived
   * far apart. Called now and then, so that a stream that has become slow is not mistaken for a
   * quick one. The result depends on when tasks arrived, and not on the draws.
   *
   * @param nowStamp the clock's reading, in nanoseconds
   */
  public void look(long nowStamp) {
    boolean slow = codeOf(nowStamp - lookedStamp, tasks - lookedTasks) == CODE_ALONE;
    if (slow && begun) {
      place = size;
      judge(CODE_ALONE, nowStamp);
    }
    lookedStamp = nowStamp;
    lookedTasks = tasks;
  }

  private static int codeOf(long passedNanos, long tasks) {
    return passedNanos < GAP_NANOS_SMALL * tasks
        ? CODE_DENSE
        : passedNanos < GAP_NANOS_LARGE * tasks ? CODE_QUICK : CODE_ALONE;
  }

  private void judge(int coming, long stamp) {
    nextCode = coming;
    judgedStamp = stamp;
    judgedTasks = tasks;
  }

  /** Whether tasks arrive so fast that they can hardly do anything, the last one among them. */
  public boolean isDense() {
    return nextCode == CODE_DENSE && !alone;
  }

  /** Whether the task with this mark arrived in such a stream. */
  public static boolean isDense(long mark) {
    return (mark & CODE_MASK) == CODE_DENSE;
  }

  /** The weight in a mark; 0 if the task was not clocked. */
  public static int weight(long mark) {
    return (mark & ~CODE_MASK) == UNCLOCKED ? 0 : sizeOf((int) mark & CODE_MASK);
  }

  private static int sizeOf(int code) {
    return code == CODE_ALONE ? 1 : code == CODE_QUICK ? STRIDE : STRIDE_MAX;
  }

  /**
   * A random number from 0 to one less than {@code bound}, a power of two: bits from the middle of
   * Marsaglia's xorshift (2003).
   */
  private int draw(int bound) {
    chance ^= chance << 13;
    chance ^= chance >>> 7;
    chance ^= chance << 17;
    return (int) (chance >>> 32) & (bound - 1);
  }
}
