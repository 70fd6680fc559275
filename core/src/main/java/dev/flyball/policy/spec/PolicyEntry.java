package dev.flyball.policy.spec;

import dev.flyball.base.Nearest;
import dev.flyball.policy.SizingPolicy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A policy of the catalogue: its name, its summary and its parameters.
 *
 * @param name the stable name in files and commands
 * @param summary its effect, in one sentence
 * @param source where it was published
 * @param parameters its parameters, the policy's own first
 * @param factory makes the policy from the given parameters
 */
public record PolicyEntry(
    String name,
    String summary,
    String source,
    List<Parameter<?>> parameters,
    Function<Given, SizingPolicy> factory) {

  /** Copies the list of parameters. */
  public PolicyEntry {
    parameters = List.copyOf(parameters);
  }

  /** The shortest complete specification: the name and the required parameters. */
  public String example() {
    String required =
        parameters.stream()
            .filter(Parameter::required)
            .map(parameter -> parameter.name() + "=" + parameter.usual())
            .collect(Collectors.joining(","));
    return required.isEmpty() ? name : name + "(" + required + ")";
  }

  /** The same entry with the parameters that all policies share, and their effect. */
  public PolicyEntry with(List<Parameter<?>> shared, Wrapping wrapping) {
    List<Parameter<?>> all = new ArrayList<>(parameters);
    all.addAll(shared);
    return new PolicyEntry(
        name, summary, source, all, given -> wrapping.apply(factory.apply(given), given));
  }

  /** Makes the policy from its parameters, as text by name. */
  public SizingPolicy make(SortedMap<String, String> texts) {
    for (String given : texts.keySet()) {
      if (parameters.stream().noneMatch(parameter -> parameter.name().equals(given))) {
        List<String> known = parameters.stream().map(Parameter::name).toList();
        throw new IllegalArgumentException(Nearest.unknown("parameter of " + name, given, known));
      }
    }
    return factory.apply(new Given(name, texts));
  }

  /** The effect of the shared parameters on a policy. */
  @FunctionalInterface
  public interface Wrapping {
    /** Wraps a policy as the given shared parameters say. */
    SizingPolicy apply(SizingPolicy policy, Given given);
  }

  /**
   * The given parameters, as text by name.
   *
   * @param policy the name of the policy
   * @param texts the text of each given parameter, by the parameter's name
   */
  public record Given(String policy, SortedMap<String, String> texts) {

    /** Copies the map of texts. */
    public Given {
      texts = Collections.unmodifiableSortedMap(new TreeMap<>(texts));
    }

    /**
     * The value of a parameter, or its default if it was not given.
     *
     * @throws IllegalArgumentException when it breaks its rule, or is required and not given
     */
    public <T> T value(Parameter<T> parameter) {
      Optional<String> text = Optional.ofNullable(texts.get(parameter.name()));
      if (text.isEmpty() && parameter.required()) {
        throw new IllegalArgumentException(
            String.format(
                Locale.ROOT,
                "%s needs %s (%s; must be %s), as in %s(%s=%s)",
                policy,
                parameter.name(),
                parameter.meaning(),
                parameter.rule(),
                policy,
                parameter.name(),
                parameter.usual()));
      }
      return parameter.read(text.orElse(parameter.usual()));
    }
  }
}
