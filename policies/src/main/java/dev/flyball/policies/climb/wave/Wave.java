package dev.flyball.policies.climb.wave;

import static dev.flyball.base.Require.atLeast;

import dev.flyball.base.Workers;
import java.util.ArrayList;
import java.util.List;

/**
 * A forced oscillation of the size at one place: its foot, its height, and its samples so far.
 *
 * <p>The size is at the foot for the first half of a wave and at the crest for the second: 24, 24,
 * 34, 34, 24, ... The vectors hold samples of this place and this height only. Moving the wave
 * begins new vectors, since a jump in the vectors would be a wave of its own.
 *
 * @param foot the lower size, in workers
 * @param magnitude how far the crest is above it, in workers, at least 1
 * @param pairs the vectors: size and throughput of each sample so far
 * @param progress the real parts so far, summed
 */
record Wave(int foot, int magnitude, List<WavePair> pairs, double progress) {

  Wave {
    atLeast("foot", 1, foot);
    atLeast("magnitude", 1, magnitude);
    pairs = List.copyOf(pairs);
  }

  static Wave at(int foot, int magnitude) {
    return new Wave(Math.max(1, foot), Math.max(1, magnitude), List.of(), 0);
  }

  /** The same place with new vectors. */
  Wave again() {
    return at(foot, magnitude);
  }

  int crest() {
    return Workers.sum(foot, magnitude);
  }

  /** The size to ask for during the next sample. */
  int size(int period) {
    return pairs.size() % period < (period + 1) / 2 ? foot : crest();
  }

  Wave with(WaveSample sample) {
    List<WavePair> longer = new ArrayList<>(pairs);
    longer.add(new WavePair(sample.size(), sample.throughput()));
    return new Wave(foot, magnitude, longer, progress);
  }

  Wave further(double real) {
    return new Wave(foot, magnitude, pairs, progress + real);
  }

  /** Whether the vectors hold whole waves, and as many as a verdict needs. */
  boolean whole(int period, int wavesMin) {
    return pairs.size() % period == 0 && pairs.size() / period >= wavesMin;
  }
}
