package dev.flyball.sim;

import dev.flyball.base.Dice;
import java.util.function.Consumer;

/** Runs a law for many seeds; a failure names its seed, and {@code -Dseed=} repeats it alone. */
public final class Seeds {

  private Seeds() {}

  public static void forAll(int cases, Consumer<Dice> law) {
    Long replayed = Long.getLong("seed");
    long first = replayed == null ? 1 : replayed;
    long end = replayed == null ? 1 + cases : replayed + 1;
    for (long seed = first; seed < end; seed++) {
      try {
        law.accept(new Dice(seed));
      } catch (AssertionError | RuntimeException failure) {
        throw new AssertionError("seed " + seed + ": " + failure.getMessage(), failure);
      }
    }
  }
}
