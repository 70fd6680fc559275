package dev.flyball.pool.adopt;

import java.util.function.IntConsumer;
import java.util.function.IntSupplier;

/**
 * A number among the settings of a pool that is governed and owned by different parties: what it
 * was when it was found, and what it is set to. Where it is another one than was set, the owner has
 * set it, and that is what is put back in the end.
 *
 * <p>What a setter leaves behind counts as set, also where it fails half way, or takes another
 * number than it was given.
 *
 * <p>Not thread-safe. A change by the owner while {@link #set} runs is taken for the adapter's own.
 */
public final class Setting {

  private final IntSupplier get;
  private final IntConsumer set;
  private int found;
  private int last;

  /**
   * The setting as it is found.
   *
   * @param get reads it
   * @param set changes it
   */
  public Setting(IntSupplier get, IntConsumer set) {
    this.get = get;
    this.set = set;
    this.found = get.getAsInt();
    this.last = found;
  }

  /** What it is now. */
  public int now() {
    return get.getAsInt();
  }

  /** What it was when it was found, or what its owner has set since. */
  public int found() {
    int now = get.getAsInt();
    if (now != last) {
      found = now;
      last = now;
    }
    return found;
  }

  /** Sets it, unless it is that already. */
  public void set(int value) {
    int unused = found(); // or the owner's would be forgotten
    if (value == last) {
      return;
    }
    try {
      set.accept(value);
    } finally {
      last = get.getAsInt();
    }
  }

  /**
   * Sets two of which the lower is never to be above the upper. Pools check that, or change the one
   * with the other, which would look like a change by the owner. So growth begins with the upper
   * one, and shrinking with the lower one.
   *
   * <p>Where {@code least} is above {@code most}, both are set to {@code most}. What was found can
   * be so: the owner lowers the upper one while the lower one is governed.
   */
  public static void set(Setting lower, int least, Setting upper, int most) {
    int atMost = Math.min(least, most);
    if (most > upper.now()) {
      upper.set(most);
      lower.set(atMost);
    } else {
      lower.set(atMost);
      upper.set(most);
    }
  }
}
