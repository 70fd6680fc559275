package dev.flyball.dashboard.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The fields of a form or of an address, each once. */
public final class Form {

  private final Map<String, String> fields = new TreeMap<>();

  private Form() {}

  /**
   * Reads {@code a=1&b=2}.
   *
   * @throws Refusal (400) where that cannot be read, or a field is given twice
   */
  public static Form read(String text) throws Refusal {
    Form form = new Form();
    for (String pair : text.split("&", -1)) {
      if (!pair.isEmpty()) {
        form.add(pair);
      }
    }
    return form;
  }

  private void add(String pair) throws Refusal {
    int equals = pair.indexOf('=');
    String name = decoded(equals < 0 ? pair : pair.substring(0, equals));
    String value = equals < 0 ? "" : decoded(pair.substring(equals + 1));
    if (fields.putIfAbsent(name, value) != null) {
      throw new Refusal(400, name + " must be given once but was given twice");
    }
  }

  private static String decoded(String text) throws Refusal {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new Refusal(400, "fields must be encoded as in a form but one was '" + text + "'");
    }
  }

  /** The value of a field where it is given. */
  public Optional<String> optional(String name) {
    return Optional.ofNullable(fields.get(name));
  }

  /** The value of a field that must be there. */
  public String text(String name) throws Refusal {
    return optional(name)
        .filter(value -> !value.isBlank())
        .orElseThrow(() -> new Refusal(400, name + " must be given"));
  }

  /** The value of a field that must be a whole number where it is given. */
  public long number(String name, long otherwise) throws Refusal {
    Optional<String> text = optional(name);
    try {
      return text.isEmpty() ? otherwise : Long.parseLong(text.get().strip());
    } catch (NumberFormatException e) {
      throw notWhole(name, text.orElse(""));
    }
  }

  /** The value of a field that must be a whole number. */
  public int number(String name) throws Refusal {
    String text = text(name).strip();
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw notWhole(name, text);
    }
  }

  private static Refusal notWhole(String name, String text) {
    return new Refusal(400, name + " must be a whole number but was '" + text + "'");
  }
}
