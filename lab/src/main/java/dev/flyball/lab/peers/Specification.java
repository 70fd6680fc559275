package dev.flyball.lab.peers;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The text that names something and its settings, {@code name(parameter=value,...)}, taken apart.
 *
 * @param name the name
 * @param values what is set, by the parameter's name, in the order in which it was written
 */
public record Specification(String name, Map<String, String> values) {

  private static final Pattern FORM = Pattern.compile("\\s*([^()]*?)\\s*(?:\\(([^()]*)\\))?\\s*");

  public Specification {
    values = new LinkedHashMap<>(values);
  }

  /**
   * Takes a text apart.
   *
   * @throws IllegalArgumentException when it is not of this form, or sets something twice
   */
  public static Specification of(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw malformed(text);
    }
    Map<String, String> values = new LinkedHashMap<>();
    String list = form.group(2) == null ? "" : form.group(2);
    for (String pair : list.isBlank() ? new String[0] : list.split(",", -1)) {
      int equals = pair.indexOf('=');
      if (equals < 0 || values.containsKey(pair.substring(0, equals).strip())) {
        throw malformed(text);
      }
      values.put(pair.substring(0, equals).strip(), pair.substring(equals + 1).strip());
    }
    return new Specification(form.group(1), values);
  }

  /** The same with one parameter set. */
  public Specification with(String parameter, String value) {
    Map<String, String> more = new LinkedHashMap<>(values);
    more.put(parameter, value);
    return new Specification(name, more);
  }

  /** The same with one parameter at its default. */
  public Specification without(String parameter) {
    Map<String, String> fewer = new LinkedHashMap<>(values);
    fewer.remove(parameter);
    return new Specification(name, fewer);
  }

  /** The text. */
  public String text() {
    return values.isEmpty()
        ? name
        : values.entrySet().stream()
            .map(value -> value.getKey() + "=" + value.getValue())
            .collect(Collectors.joining(",", name + "(", ")"));
  }

  private static IllegalArgumentException malformed(String text) {
    return new IllegalArgumentException(
        "settings must be written name or name(parameter=value,...), each parameter once, but were '"
            + text
            + "'");
  }
}
