package dev.flyball.base;

/**
 * A stream of pseudo-random numbers whose whole state is one long, so that a seed replays on every
 * JDK.
 *
 * <p>The state walks by the golden gamma; each step is scrambled by two multiplications and three
 * shifts (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014). Not for
 * use by several threads.
 */
public final class Dice {

  private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

  private long state;

  public Dice(long seed) {
    state = seed;
  }

  /**
   * The stream numbered {@code stream} of a seed: streams of one seed do not disturb each other.
   */
  public static Dice stream(long seed, long stream) {
    return new Dice(scramble(scramble(seed) + stream * GOLDEN_GAMMA));
  }

  /** The whole state: dice made of it go on where these are. */
  public long state() {
    return state;
  }

  /** The next 64 bits. */
  public long nextLong() {
    state += GOLDEN_GAMMA;
    return scramble(state);
  }

  /** A number from 0 (included) to 1 (excluded), a multiple of 2^-53. */
  public double nextDouble() {
    return (nextLong() >>> 11) * 0x1.0p-53;
  }

  /** A draw of the exponential distribution with the given mean. */
  public double nextExponential(double mean) {
    return -mean * StrictMath.log(1.0 - nextDouble());
  }

  /** A whole number from 0 to {@code bound - 1}, all as likely as a double allows. */
  public int below(int bound) {
    return (int) (nextDouble() * bound);
  }

  /**
   * A draw of the normal distribution with mean 0 and deviation 1 (Box and Muller 1958, of whose
   * pair the second is thrown away, so that the state stays one long).
   */
  public double nextNormal() {
    double radius = StrictMath.sqrt(-2 * StrictMath.log(1.0 - nextDouble()));
    return radius * StrictMath.cos(2 * StrictMath.PI * nextDouble());
  }

  private static long scramble(long z) {
    long a = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    long b = (a ^ (a >>> 27)) * 0x94D049BB133111EBL;
    return b ^ (b >>> 31);
  }
}
