package dev.flyball.sim.scenario;

import dev.flyball.base.Dice;
import java.util.Locale;

/**
 * The throws of dice that drawn scenarios are made of, and the words that files have for what was
 * thrown. One object draws one scenario.
 */
final class Draws {

  private final Dice dice;
  private final StringBuilder file = new StringBuilder();

  Draws(Dice dice) {
    this.dice = dice;
  }

  /** The lines of the file so far. */
  String file() {
    return file.toString();
  }

  /** Adds a line to the file. */
  @SuppressWarnings("AnnotateFormatMethod") // its annotation would be one more library
  void line(String format, Object... values) {
    file.append(text(format, values)).append('\n');
  }

  /** Evenly from 0 to 1. */
  double even() {
    return dice.nextDouble();
  }

  boolean chance(double share) {
    return dice.nextDouble() < share;
  }

  /** Between two numbers above 0, each order of magnitude as likely as any other. */
  double between(double low, double high) {
    return low * StrictMath.exp(dice.nextDouble() * StrictMath.log(high / low));
  }

  int below(int bound) {
    return dice.below(bound);
  }

  @SafeVarargs
  final <T> T oneOf(T... values) {
    return values[dice.below(values.length)];
  }

  /** A law of times with this mean: exponential, lognormal or constant. */
  String distribution(double seconds) {
    return switch (dice.below(6)) {
      case 0 -> duration(seconds);
      case 1, 2 -> text("{lognormal: {mean: %s, cv: %.2f}}", duration(seconds), between(0.1, 2));
      default -> "{exponential: " + duration(seconds) + "}";
    };
  }

  static String duration(double seconds) {
    return Math.max(1, Math.round(seconds * 1e6)) + "us";
  }

  static String rate(double perSecond) {
    return text("%.3f/s", perSecond);
  }

  /** A change at a moment. */
  static String change(double seconds, String what) {
    return "{at: " + duration(seconds) + ", " + what + "}";
  }

  /** A text that is the same on every machine. */
  @SuppressWarnings("AnnotateFormatMethod") // its annotation would be one more library
  static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
