package dev.flyball.measure;

/**
 * Draws the tasks whose arrival is clocked, where tasks arrive so fast that clocking each would
 * cost a share of the tasks themselves.
 *
 * <p><b>How.</b> As long as tasks come {@value #GAP_NANOS_LARGE} ns apart or more, every task is
 * clocked and stands for itself. Otherwise the tasks are dealt into blocks in the order of their
 * arrival. One task of each block, drawn by lot, is clocked and stands for all of them. A block has
 * {@value #STRIDE} tasks, or, where they come less than {@value #GAP_NANOS_SMALL} ns apart, {@value
 * #STRIDE_MAX}. The gap is estimated whenever a task is clocked, over the tasks since the last
 * estimate; while every task is clocked, over {@value #TASKS_JUDGED} of them.
 *
 * <p><b>Why no figure is biased by it.</b> When a block begins, nothing of it is known but its size
 * S. Each of its tasks is drawn with probability 1 / S and, if drawn, counts S times. So for any
 * figure x the expected value of what is added, {@code sum(1/S * S * x)}, is the sum of x over all
 * tasks (Horvitz and Thompson 1952), however the tasks differ and in whatever rhythm they come, and
 * also for the part of a block that has arrived so far.
 *
 * <p>Not thread-safe: guarded by the lock of the queue that the tasks go into.
 */
public final class ArrivalSampler {

  /** Tasks in a block where they come quickly. */
  public static final int STRIDE = 16;

  /** Tasks in a block where they come so quickly that they can hardly do anything. */
  public static final int STRIDE_MAX = 64;

  /** What a mark is where tasks are not clocked at all. */
  public static final long UNCLOCKED = Long.MIN_VALUE;

  private static final long GAP_NANOS_LARGE = 16_000;
  private static final long GAP_NANOS_SMALL = 2_000;
  private static final int TASKS_JUDGED = 64;

  // What the two lowest bits of a mark say of the block that the task is of.
  private static final int CODE_MASK = 3;
  private static final int CODE_ALONE = 0;
  private static final int CODE_QUICK = 1;
  private static final int CODE_DENSE = 2;

  private int code = CODE_ALONE; // of the present block
  private int size = 1; // tasks in it
  private int place; // of the next task in it
  private int drawn; // which of them is clocked
  private int nextCode = CODE_ALONE; // of the blocks to come
  private boolean begun; // whether any was clocked
  private long tasks; // so far
  private long judgedStamp;
  private long judgedTasks;
  private long lookedStamp;
  private long lookedTasks;
  private long chance;

  /**
   * A sampler with its own lots.
   *
   * @param seed anything; the same gives the same lots
   */
  public ArrivalSampler(long seed) {
    chance = seed == 0 ? 1 : seed;
  }

  /** Goes on to the next task: its weight, or 0 when it is not to be clocked. */
  public int next() {
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
   * Says when the task arrived that {@link #next} has just given a weight.
   *
   * @param stamp the clock's reading, in nanoseconds
   * @return what is kept of it: the reading to four nanoseconds, and the weight
   */
  public long clocked(long stamp) {
    if (!begun) {
      begun = true;
      judge(CODE_ALONE, stamp);
    } else if (tasks - judgedTasks >= TASKS_JUDGED || nextCode != CODE_ALONE) {
      judge(codeOf(stamp - judgedStamp, tasks - judgedTasks), stamp);
    }
    return (stamp & ~CODE_MASK) | code;
  }

  /** What is kept of a task that {@link #next} has just given no weight. */
  public long unclocked() {
    return UNCLOCKED | code;
  }

  /**
   * Ends the present block, and has every task clocked again, where those since the last look came
   * far apart; called now and then, so that a stream that has become slow is not taken for the
   * quick one that it was. Whether it does so depends on when tasks came, and not on the lots.
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

  /** Whether tasks come so fast that they can hardly do anything. */
  public boolean isDense() {
    return nextCode == CODE_DENSE;
  }

  /** Whether the task that was given this mark came in such a stream. */
  public static boolean isDense(long mark) {
    return (mark & CODE_MASK) == CODE_DENSE;
  }

  /** The weight in a mark; 0 where the task was not clocked. */
  public static int weight(long mark) {
    return (mark & ~CODE_MASK) == UNCLOCKED ? 0 : sizeOf((int) mark & CODE_MASK);
  }

  private static int sizeOf(int code) {
    return code == CODE_ALONE ? 1 : code == CODE_QUICK ? STRIDE : STRIDE_MAX;
  }

  /**
   * From 0 to one less than {@code bound}, a power of two: bits from the middle of Marsaglia's
   * xorshift (2003).
   */
  private int draw(int bound) {
    chance ^= chance << 13;
    chance ^= chance >>> 7;
    chance ^= chance << 17;
    return (int) (chance >>> 32) & (bound - 1);
  }
}
