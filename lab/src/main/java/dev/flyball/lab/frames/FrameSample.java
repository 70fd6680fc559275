package dev.flyball.lab.frames;

/**
 * A look at a window and the pool beside it.
 *
 * @param atSeconds when, since the tasks were handed in
 * @param framesPerSecond frames drawn since the look before, per second
 * @param workers workers that exist
 * @param asked the size asked for
 * @param done tasks that have ended
 * @param why why the pool has that size
 */
public record FrameSample(
    double atSeconds, double framesPerSecond, int workers, int asked, int done, String why) {}
