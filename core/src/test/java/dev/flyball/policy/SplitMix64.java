package dev.flyball.policy;

/** A generator of random numbers whose whole state is one long, so a seed replays on every JDK. */
final class SplitMix64 {

  private long state;

  SplitMix64(long seed) {
    state = seed;
  }

  long nextLong() {
    state += 0x9E3779B97F4A7C15L;
    long mixed = (state ^ (state >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }

  /** From 0 to 1, 1 not among them. */
  double nextDouble() {
    return (nextLong() >>> 11) * 0x1.0p-53;
  }

  int below(int bound) {
    return (int) (nextDouble() * bound);
  }

  /** Exponentially distributed. */
  double nextExponential(double mean) {
    return -mean * StrictMath.log(1 - nextDouble());
  }
}
