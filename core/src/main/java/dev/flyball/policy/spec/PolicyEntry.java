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
 * One policy of the catalogue: what it is called, what it does, what can be set about it.
 *
 * @param name the stable name by which files and commands call it
 * @param summary what it does, in one sentence
 * @param source where it was published
 * @param parameters what can be set about it, the policy's own first
 * @param factory makes the policy from what was given
 */
public record PolicyEntry(
    String name,
    String summary,
    String source,
    List<Parameter<?>> parameters,
    Function<Given, SizingPolicy> factory) {

  public PolicyEntry {
    parameters = List.copyOf(parameters);
  }

  /** The shortest specification that is complete: the name, and what must be given with it. */
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

  /** The policy, with the parameters that were given as text by name. */
  public SizingPolicy make(SortedMap<String, String> texts) {
    for (String given : texts.keySet()) {
      if (parameters.stream().noneMatch(parameter -> parameter.name().equals(given))) {
        List<String> known = parameters.stream().map(Parameter::name).toList();
        throw new IllegalArgumentException(Nearest.unknown("parameter of " + name, given, known));
      }
    }
    return factory.apply(new Given(name, texts));
  }

  /** What the shared parameters do to a policy. */
  @FunctionalInterface
  public interface Wrapping {
    SizingPolicy apply(SizingPolicy policy, Given given);
  }

  /**
   * The parameters that were given, as text by name.
   *
   * @param policy the name of the policy they were given to
   * @param texts what was written, by the parameter's name
   */
  public record Given(String policy, SortedMap<String, String> texts) {

    public Given {
      texts = Collections.unmodifiableSortedMap(new TreeMap<>(texts));
    }

    /**
     * The value of a parameter: what was given, or its default.
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
