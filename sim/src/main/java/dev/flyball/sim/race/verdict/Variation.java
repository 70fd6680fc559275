package dev.flyball.sim.race.verdict;

import dev.flyball.policy.catalogue.Policies;
import dev.flyball.policy.spec.Parameter;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A parameter with another value than its usual one.
 *
 * @param parameter the parameter's name
 * @param usual its usual value, as it is written
 * @param value its other value
 * @param times how many times the usual value that is, before it was rounded to a whole number
 *     where the parameter's rule asks for one
 */
public record Variation(String parameter, String usual, String value, BigDecimal times) {

  private static final BigDecimal HALF = new BigDecimal("0.5");
  private static final BigDecimal DOUBLE = BigDecimal.valueOf(2);

  /** Whose number is no amount of anything. */
  private static final String SEED = "seed";

  /** A number, with what may stand before it and behind it: {@code sqrt:1.5}, {@code 500ms}. */
  private static final Pattern NUMBER =
      Pattern.compile("(sqrt:)?([0-9]+(?:\\.[0-9]+)?)(ms|s|m|h|%)?");

  /** A policy's own parameters halved and doubled, those left out for which that means nothing. */
  public static List<Variation> of(String policy) {
    List<Variation> variations = new ArrayList<>();
    for (Parameter<?> parameter : Policies.ownParameters(policy)) {
      for (BigDecimal times : List.of(HALF, DOUBLE)) {
        of(policy, parameter, times).ifPresent(variations::add);
      }
    }
    return variations;
  }

  /** The own parameters that are no number, or that have no number that is half or double. */
  public static List<String> leftOut(String policy) {
    List<String> varied = of(policy).stream().map(Variation::parameter).toList();
    return Policies.ownParameters(policy).stream()
        .map(Parameter::name)
        .filter(name -> !varied.contains(name))
        .toList();
  }

  private static Optional<Variation> of(String policy, Parameter<?> parameter, BigDecimal times) {
    Matcher number = NUMBER.matcher(parameter.usual());
    if (!number.matches() || parameter.name().equals(SEED)) {
      return Optional.empty();
    }
    BigDecimal scaled = new BigDecimal(number.group(2)).multiply(times).stripTrailingZeros();
    BigDecimal whole = scaled.setScale(0, RoundingMode.HALF_UP);
    String before = Optional.ofNullable(number.group(1)).orElse("");
    String behind = Optional.ofNullable(number.group(3)).orElse("");
    return List.of(scaled, whole).stream()
        .map(value -> before + value.toPlainString() + behind)
        .filter(value -> !value.equals(parameter.usual()))
        .map(value -> new Variation(parameter.name(), parameter.usual(), value, times))
        .filter(variation -> variation.isAllowed(policy))
        .findFirst();
  }

  private boolean isAllowed(String policy) {
    try {
      Policies.parse(specification(policy));
      return true;
    } catch (IllegalArgumentException breaksItsRule) {
      return false;
    }
  }

  /** The specification of a policy that is varied so. */
  String specification(String policy) {
    return policy + "(" + parameter + "=" + value + ")";
  }
}
