package dev.flyball.lab.report;

import dev.flyball.base.Require;
import dev.flyball.lab.report.text.NumberFormat;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.core.util.Separators;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/**
 * Named values that a run adds to the fields every run has, in the order in which they were added.
 *
 * <p>A value is text, a number, a boolean, a list of values, or an {@code JsonFields} of its own;
 * an empty optional or NaN is a figure that is not known. JSON has no infinite numbers: they are
 * the texts {@code infinite} and {@code -infinite}.
 */
public final class JsonFields {

  private static final ObjectWriter WRITER = JsonMapper.shared().writer().with(layout());

  /** No values. */
  public static final JsonFields NONE = new JsonFields(Map.of());

  private final Map<String, @Nullable Object> values;

  private JsonFields(Map<String, @Nullable Object> values) {
    this.values = values;
  }

  public static JsonFields of(String name, Object value) {
    return NONE.and(name, value);
  }

  /** These values and one more behind them. */
  public JsonFields and(String name, Object value) {
    Require.notBlank("name", name);
    if (values.containsKey(name)) {
      throw new IllegalArgumentException("name must not be taken but was '" + name + "'");
    }
    return set(name, value);
  }

  /** These values with another one in a name's place. */
  JsonFields set(String name, Object value) {
    Map<String, @Nullable Object> more = new LinkedHashMap<>(values);
    more.put(name, plain(name, value));
    return new JsonFields(more);
  }

  /** These values and others behind them. */
  public JsonFields and(JsonFields others) {
    Map<String, @Nullable Object> more = new LinkedHashMap<>(values);
    more.putAll(others.values);
    return new JsonFields(more);
  }

  public boolean isEmpty() {
    return values.isEmpty();
  }

  /** The values as a JSON object, ending in a line feed. */
  public String json() {
    StringWriter text = new StringWriter();
    try (JsonGenerator generator = WRITER.createGenerator(text)) {
      write(generator, this);
    }
    return text.append('\n').toString();
  }

  private static void write(JsonGenerator json, @Nullable Object value) {
    if (value instanceof JsonFields fields) {
      json.writeStartObject();
      fields.values.forEach((name, field) -> {
        json.writeName(name);
        write(json, field);
      });
      json.writeEndObject();
    } else if (value instanceof List<?> list) {
      json.writeStartArray();
      list.forEach(item -> write(json, item));
      json.writeEndArray();
    } else if (value instanceof Double number) {
      json.writeNumber(NumberFormat.exact(number));
    } else {
      json.writePOJO(value);
    }
  }

  private static DefaultPrettyPrinter layout() {
    Separators separators =
        Separators.createDefaultInstance()
            .withObjectNameValueSpacing(Separators.Spacing.AFTER)
            .withArrayEmptySeparator("")
            .withObjectEmptySeparator("");
    DefaultIndenter lines = new DefaultIndenter("  ", "\n");
    return new DefaultPrettyPrinter(separators).withObjectIndenter(lines).withArrayIndenter(lines);
  }

  /** The values as they are written: null where a figure is not known. */
  Map<String, @Nullable Object> values() {
    return Collections.unmodifiableMap(values);
  }

  private static @Nullable Object plain(String name, Object value) {
    if (value instanceof OptionalDouble figure) {
      return figure.isPresent() ? number(figure.getAsDouble()) : null;
    }
    if (value instanceof OptionalLong figure) {
      return figure.isPresent() ? figure.getAsLong() : null;
    }
    if (value instanceof Integer whole) {
      return whole.longValue();
    }
    if (value instanceof Double figure) {
      return number(figure);
    }
    if (value instanceof List<?> list) {
      List<@Nullable Object> plain = new ArrayList<>();
      for (Object item : list) {
        plain.add(plain(name, item));
      }
      return Collections.unmodifiableList(plain);
    }
    if (value instanceof String
        || value instanceof Long
        || value instanceof Boolean
        || value instanceof JsonFields) {
      return value;
    }
    throw new IllegalArgumentException(
        name
            + " must be text, a number, a boolean, a list of these or JsonFields but was a "
            + value.getClass().getName());
  }

  private static @Nullable Object number(double value) {
    if (Double.isInfinite(value)) {
      return value > 0 ? "infinite" : "-infinite";
    }
    return Double.isNaN(value) ? null : (Double) value;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof JsonFields extra && values.equals(extra.values);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }

  @Override
  public String toString() {
    return values.toString();
  }
}
