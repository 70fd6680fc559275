package dev.flyball.lab.frames;

import java.util.List;

/**
 * What became of one load on one pool beside one animation.
 *
 * @param contender the pool's name
 * @param seconds from the first task handed in until the last has ended
 * @param framesPerSecond frames drawn in that time, per second
 * @param samples looks at it, twice a second
 */
public record FrameRun(
    String contender, double seconds, double framesPerSecond, List<FrameSample> samples) {

  public FrameRun {
    samples = List.copyOf(samples);
  }

  /** The share of the looks that saw at least so many frames per second; 1 where there is none. */
  public double shareAtLeast(double framesMin) {
    long smooth = samples.stream().filter(look -> look.framesPerSecond() >= framesMin).count();
    return samples.isEmpty() ? 1 : (double) smooth / samples.size();
  }

  /** The size asked for in the middle of the looks in a part of the run, from 0 to 1. */
  public int medianAsked(double from, double to) {
    List<Integer> sizes =
        samples.stream()
            .filter(look -> look.atSeconds() >= from * seconds && look.atSeconds() <= to * seconds)
            .map(FrameSample::asked)
            .sorted()
            .toList();
    return sizes.isEmpty() ? 0 : sizes.get(sizes.size() / 2);
  }
}
