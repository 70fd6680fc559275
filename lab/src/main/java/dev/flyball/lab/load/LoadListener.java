package dev.flyball.lab.load;

/**
 * A callback for the progress of a running load.
 *
 * <p>Called about once a second on a thread of its own, one call at a time; a slow listener gets
 * its calls late and disturbs nothing.
 */
@FunctionalInterface
public interface LoadListener {

  /** Does nothing. */
  LoadListener NONE = progress -> {};

  void onSecond(LoadProgress progress);
}
