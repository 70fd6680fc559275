package dev.flyball.lab.papers;

import dev.flyball.lab.harness.Trial;
import java.time.Duration;

/** A callback for the progress of an experiment; called by one thread at a time. */
@FunctionalInterface
public interface Progress extends Trial.Watcher {

  /** Does nothing. */
  Progress NONE = (second, sample) -> {};

  /** Something is done first that takes a while. */
  default void prepares(String what) {}

  /** The next trial begins. */
  default void begins(Step step) {}

  /**
   * One trial of an experiment.
   *
   * @param number which one, from 1
   * @param of how many there are
   * @param policy what decides the pool's size
   * @param length how long its load lasts
   */
  record Step(int number, int of, String policy, Duration length) {}
}
