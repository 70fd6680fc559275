package dev.flyball.lab.report;

import dev.flyball.lab.report.Printed.Claim;
import dev.flyball.lab.report.text.NumberFormat;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * One figure of a result, defined once: files, pages, terminals and the comparison with a print are
 * rendered from it. A figure without a key is only on pages, one without a title only in files. A
 * number that is not known is NaN.
 *
 * @param <T> what has the figure
 * @param key its name in files
 * @param title its name in tables
 * @param unit its unit in tables
 * @param numeric whether it is a number
 * @param inFiles its value in files, as {@link JsonFields} takes it
 * @param shown its value in tables, as {@link Table#row} takes it
 */
public record Figure<T>(
    String key,
    String title,
    String unit,
    boolean numeric,
    Function<? super T, ?> inFiles,
    Function<? super T, ?> shown) {

  private static final double PERCENT = 100;

  /** A text. */
  public static <T> Figure<T> text(String key, String title, Function<? super T, String> of) {
    return new Figure<>(key, title, "", false, of, of);
  }

  /** A whole number of things. */
  public static <T> Figure<T> count(String key, String title, ToLongFunction<? super T> of) {
    Function<T, Long> value = of::applyAsLong;
    return new Figure<>(key, title, "", true, value, value);
  }

  /** A number; unless {@link #decimals} says otherwise, all of a column have as many decimals. */
  public static <T> Figure<T> number(
      String key, String title, String unit, ToDoubleFunction<? super T> of) {
    Function<T, Double> value = of::applyAsDouble;
    return new Figure<>(key, title, unit, true, value, value);
  }

  /** A number that is not always known. */
  public static <T> Figure<T> optional(
      String key, String title, String unit, Function<? super T, OptionalDouble> of) {
    return number(key, title, unit, it -> of.apply(it).orElse(Double.NaN));
  }

  /** The same number as another multiple of its unit in tables, as in microseconds. */
  public Figure<T> times(double factor) {
    return shownAs(of -> factor * number(shown, of));
  }

  /** A value that is only in files: a list, fields, a text that no table has room for. */
  public static <T> Figure<T> inFiles(String key, Function<? super T, ?> of) {
    return new Figure<>(key, "", "", false, of, of);
  }

  /** With nine digits in files, as for what was computed in virtual time. */
  public Figure<T> rounded() {
    return new Figure<>(
        key, title, unit, numeric, of -> NumberFormat.rounded(number(inFiles, of)), shown);
  }

  /** The same figure of something that has what has it. */
  public <S> Figure<S> of(Function<? super S, ? extends T> part) {
    return new Figure<>(
        key,
        title,
        unit,
        numeric,
        whole -> inFiles.apply(part.apply(whole)),
        whole -> shown.apply(part.apply(whole)));
  }

  /** Shown as a share in percent, where files have the share itself. */
  public Figure<T> percent() {
    return new Figure<>(key, title, "%", true, inFiles, of -> PERCENT * number(shown, of));
  }

  /** Shown with so many decimals. */
  public Figure<T> decimals(int decimals) {
    return shownAs(of -> NumberFormat.text(number(shown, of), decimals));
  }

  /** Shown in other words, or as another number, than in files. */
  public Figure<T> shownAs(Function<? super T, ?> other) {
    return new Figure<>(key, title, unit, numeric, inFiles, other);
  }

  /** Shown with a title and a unit of its own, as another number than in files. */
  public Figure<T> as(String otherTitle, String otherUnit, ToDoubleFunction<? super T> other) {
    return new Figure<>(
        key, otherTitle, otherUnit, true, inFiles, (Function<T, Double>) other::applyAsDouble);
  }

  /** Shown with a title of its own, as other words than in files. */
  public Figure<T> shownAs(String otherTitle, Function<? super T, ?> other) {
    return new Figure<>(key, otherTitle, unit, numeric, inFiles, other);
  }

  /** The measured figure beside the printed one; reproduced if within this share of the print. */
  public Claim compared(double share, String of, double printed, T measured) {
    return Claim.within(share, of + ": " + title, unit, printed, number(shown, measured));
  }

  private static <T> double number(Function<? super T, ?> value, T of) {
    return value.apply(of) instanceof Number number ? number.doubleValue() : Double.NaN;
  }
}
