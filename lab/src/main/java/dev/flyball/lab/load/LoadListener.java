package dev.flyball.lab.load;

/**
 * Somebody who wants to see a run while it goes on.
 *
 * <p>Called about once a second on a thread of its own, one call at a time; a slow listener gets
 * its calls late and disturbs nothing.
 */
@FunctionalInterface
public interface LoadListener {

  /** Nobody. */
  LoadListener NONE = progress -> {};

  void onSecond(LoadProgress progress);
}
