package dev.flyball.policies.climb;

/**
 * One band of a signal's Fourier transform, or a figure made of such bands: a complex number.
 *
 * <p>How much of a signal is a wave of one known period, and with which phase. The filter needs one
 * multiplication for each sample and two at the end, where a whole transform would give all bands
 * and all but one would be thrown away (Goertzel 1958):
 *
 * <pre>{@code
 * w    = 2 pi / period
 * q(i) = 2 cos(w) q(i-1) - q(i-2) + sample(i)
 * band = (q(n-1) - q(n-2) cos(w)  +  i q(n-2) sin(w)) / n
 * }</pre>
 *
 * <p>A cosine of amplitude A whose period divides the length gives a band of magnitude A/2; a
 * constant gives 0.
 *
 * @param real the part in phase
 * @param imaginary the part a quarter of a period off
 */
public record Goertzel(double real, double imaginary) {

  static final Goertzel ZERO = new Goertzel(0, 0);

  /** The band of the given period, counted in samples, above 0; of a signal that has samples. */
  public static Goertzel of(Series signal, double period) {
    double w = 2 * StrictMath.PI / period;
    double cosine = StrictMath.cos(w);
    double last = 0;
    double beforeLast = 0;
    for (double sample : signal.values()) {
      double now = 2 * cosine * last - beforeLast + sample;
      beforeLast = last;
      last = now;
    }
    int n = signal.size();
    return new Goertzel((last - beforeLast * cosine) / n, beforeLast * StrictMath.sin(w) / n);
  }

  public Goertzel over(double divisor) {
    return new Goertzel(real / divisor, imaginary / divisor);
  }

  Goertzel minus(Goertzel other) {
    return new Goertzel(real - other.real, imaginary - other.imaginary);
  }

  Goertzel times(double factor) {
    return new Goertzel(real * factor, imaginary * factor);
  }

  /** The quotient of two complex numbers; 0 where the divisor is 0, or too small to divide by. */
  public Goertzel over(Goertzel divisor) {
    double square = divisor.real * divisor.real + divisor.imaginary * divisor.imaginary;
    Goertzel quotient =
        new Goertzel(
            (real * divisor.real + imaginary * divisor.imaginary) / square,
            (imaginary * divisor.real - real * divisor.imaginary) / square);
    return Double.isFinite(quotient.real + quotient.imaginary) ? quotient : ZERO;
  }

  public double magnitude() {
    return Math.sqrt(real * real + imaginary * imaginary);
  }
}
