package dev.flyball.policy.spec;

import dev.flyball.base.OneLine;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/**
 * A parameter of a policy in the catalogue.
 *
 * @param name its name, as written in a specification
 * @param meaning its effect, with its unit
 * @param rule the rule for its value, to follow the words "must be"
 * @param usual its default; for a required parameter, an example
 * @param required whether it must be given, because no default could be right
 * @param reading parses the text; empty if the text breaks the rule
 * @param <T> the type of the value
 */
public record Parameter<T>(
    String name,
    String meaning,
    String rule,
    String usual,
    boolean required,
    Function<String, Optional<T>> reading) {

  /** A number of workers: a whole number of at least 1. */
  public static Parameter<Integer> workers(String name, String usual, String meaning) {
    return count(name, 1, usual, meaning);
  }

  /** A share above 0, such as 0.15 or 15%. */
  public static Parameter<Double> share(String name, String usual, String meaning) {
    return new Parameter<>(
        name,
        meaning,
        "a share above 0 such as 0.15 or 15%",
        usual,
        false,
        text -> Spelling.readShare(text).filter(share -> share > 0));
  }

  /** A duration above 0, such as 500ms. */
  public static Parameter<Duration> duration(String name, String usual, String meaning) {
    return new Parameter<>(
        name,
        meaning,
        "a duration above 0 such as 500ms, 1.5s, 2m or 1h",
        usual,
        false,
        text -> Spelling.readDuration(text).filter(pause -> !pause.isZero()));
  }

  /** A whole number of at least {@code least}. */
  public static Parameter<Integer> count(String name, int least, String usual, String meaning) {
    return new Parameter<>(
        name,
        meaning,
        "a whole number of at least " + least,
        usual,
        false,
        text -> Spelling.readCount(text).filter(count -> count >= least));
  }

  /** A number of at least 0. */
  public static Parameter<Double> number(String name, String usual, String meaning) {
    return new Parameter<>(
        name, meaning, "a number of at least 0", usual, false, Spelling::readNumber);
  }

  /** A number above 0. */
  public static Parameter<Double> positive(String name, String usual, String meaning) {
    return above(name, 0, usual, meaning);
  }

  /** A number above {@code floor}. */
  public static Parameter<Double> above(String name, int floor, String usual, String meaning) {
    return new Parameter<>(
        name,
        meaning,
        "a number above " + floor,
        usual,
        false,
        text -> Spelling.readNumber(text).filter(number -> number > floor));
  }

  /** A share above 0 and at most 1, such as 0.9 or 90%. */
  public static Parameter<Double> percent(String name, String usual, String meaning) {
    return new Parameter<>(
        name,
        meaning,
        "a share above 0 and at most 1, such as 0.9 or 90%",
        usual,
        false,
        text -> Spelling.readShare(text).filter(share -> share > 0 && share <= 1));
  }

  /** A switch: true or false. */
  public static Parameter<Boolean> flag(String name, String usual, String meaning) {
    return new Parameter<>(name, meaning, "true or false", usual, false, Spelling::readFlag);
  }

  /** The seed of a policy's random numbers: a whole number of at least 0. */
  public static Parameter<Long> seed() {
    return new Parameter<>(
        "seed",
        "where the dice start; another seed is another future",
        "a whole number of at least 0",
        "1",
        false,
        text -> Spelling.readLong(text).filter(seed -> seed >= 0));
  }

  /** The same parameter, now required. */
  public Parameter<T> asRequired() {
    return new Parameter<>(name, meaning, rule, usual, true, reading);
  }

  /** The same parameter, which may also be left unset. */
  @SuppressWarnings("OptionalMapToOptional") // nested on purpose: to be unset is a value
  public Parameter<Optional<T>> orUnset() {
    return new Parameter<>(name, meaning, rule + ", or none", "none", false, this::readUnlessNone);
  }

  private Optional<Optional<T>> readUnlessNone(String text) {
    if (text.equals("none")) {
      return Optional.of(Optional.empty());
    }
    Optional<T> value = reading.apply(text);
    return value.isPresent() ? Optional.of(value) : Optional.empty();
  }

  /** Parses a text; the error of a text that breaks the rule says the rule. */
  public T read(String text) {
    return reading
        .apply(text)
        .orElseThrow(() ->
            new IllegalArgumentException(
                name + " must be " + rule + " but was '" + OneLine.of(text) + "'"));
  }
}
