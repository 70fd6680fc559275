package dev.flyball.lab.frames;

import java.util.List;
import java.util.function.Predicate;

/**
 * The outcome of one load on one pool beside one animation.
 *
 * @param contender the pool's name
 * @param tasks how many tasks there were
 * @param seconds from the first task handed in until the last has ended
 * @param targetPerSecond the frames per second that are wanted
 * @param samples looks at it, twice a second
 */
public record FrameRun(
    String contender,
    int tasks,
    double seconds,
    double targetPerSecond,
    List<FrameSample> samples) {

  /** Shorter times are not judged: in half a second a frame more or less is 2 a second. */
  private static final double JUDGED_SECONDS_MIN = 2;

  public FrameRun {
    samples = List.copyOf(samples);
  }

  /**
   * The frames drawn per second, averaged over the looks; more than are wanted are not counted at
   * any of them, so that they do not make up for those lost at another. NaN where there is no look.
   */
  public double framesPerSecond() {
    return framesPerSecond(0, samples.size());
  }

  private double framesPerSecond(int from, int to) {
    double frames = 0;
    for (int look = from; look < to; look++) {
      double lengthSeconds = atSeconds(look) - atSeconds(look - 1);
      frames += Math.min(samples.get(look).framesPerSecond(), targetPerSecond) * lengthSeconds;
    }
    return from == to ? Double.NaN : frames / (atSeconds(to - 1) - atSeconds(from - 1));
  }

  private double atSeconds(int look) {
    return look < 0 ? 0 : samples.get(look).atSeconds();
  }

  /**
   * The share of the looks that found at least so many frames per second in the two seconds before,
   * or in all of a run that is shorter; 1 where there is none.
   */
  public double shareAtLeast(double framesMin) {
    int judged = 0;
    int smooth = 0;
    int from = 0;
    for (int look = 0; look < samples.size(); look++) {
      while (atSeconds(look) - atSeconds(from) >= JUDGED_SECONDS_MIN) {
        from++;
      }
      boolean last = look == samples.size() - 1;
      if (atSeconds(look) - atSeconds(from - 1) >= JUDGED_SECONDS_MIN || (last && judged == 0)) {
        judged++;
        smooth += framesPerSecond(from, look + 1) >= framesMin ? 1 : 0;
      }
    }
    return judged == 0 ? 1 : (double) smooth / judged;
  }

  /**
   * The size asked for in the middle of the looks before half of the tasks were done; 0 for none.
   */
  public int askedInFirstHalf() {
    return medianAsked(look -> look.done() < tasks / 2);
  }

  /**
   * The size asked for in the middle of the looks after half of the tasks were done; 0 for none.
   */
  public int askedInSecondHalf() {
    return medianAsked(look -> look.done() >= tasks / 2);
  }

  private int medianAsked(Predicate<FrameSample> part) {
    List<Integer> sizes = samples.stream().filter(part).map(FrameSample::asked).sorted().toList();
    return sizes.isEmpty() ? 0 : sizes.get(sizes.size() / 2);
  }

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
}
