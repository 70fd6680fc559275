package dev.flyball.lab.tuning;

import java.util.List;

/** A callback for the progress of a measurement; the measuring thread calls it. */
public interface Watcher {

  /** Does nothing. */
  Watcher NONE = new Watcher() {};

  /** Something is done first, or in between, that takes a while. */
  default void prepares(String what) {}

  /** The next part begins. */
  default void begins(Part part) {}

  /**
   * A second of the load has passed.
   *
   * @param moves what a governor has decided so far; nothing where none is at work
   */
  default void onSecond(Second second, List<Move> moves) {}

  /** Something failed; what was measured before is told nevertheless. */
  default void fails(String why) {}

  /**
   * One part of an experiment.
   *
   * @param name what is done
   * @param number which one, from 1
   * @param of how many there are
   * @param seconds how long it takes
   */
  record Part(String name, int number, int of, long seconds) {}
}
