package dev.flyball.lab.calldata;

import dev.flyball.base.Require;
import java.util.BitSet;

/** A set of ticket numbers that counts those which came again. Not safe for threads. */
final class Numbers {

  private final BitSet present = new BitSet();
  private long again;

  /**
   * Adds one.
   *
   * @throws IllegalArgumentException when it is no number that a ticket of a run can have
   */
  void add(long number) {
    Require.countAtLeast("number", 0, number);
    int at = Math.toIntExact(number);
    if (present.get(at)) {
      again++;
    }
    present.set(at);
  }

  boolean contains(long number) {
    return present.get(Math.toIntExact(number));
  }

  /** How many different ones there are. */
  long size() {
    return present.cardinality();
  }

  /** How often one came that had been there. */
  long again() {
    return again;
  }

  /** How many are not from 1 to that. */
  long outside(long last) {
    long inside = present.get(1, Math.toIntExact(last) + 1).cardinality();
    return size() - inside;
  }
}
