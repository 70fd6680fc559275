package dev.flyball.lab.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Named values that a run adds to the fields every run has, in the order in which they were added.
 *
 * <p>A value is text, a whole or a finite number, a boolean, a list of values, or an {@code
 * JsonFields} of its own; an empty optional or NaN is a figure that is not known.
 */
public final class JsonFields {

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
    Map<String, @Nullable Object> more = new LinkedHashMap<>(values);
    more.put(name, plain(name, value));
    return new JsonFields(more);
  }

  public boolean isEmpty() {
    return values.isEmpty();
  }

  /** The values alone as a JSON object. */
  public String json() {
    return RunJson.of(this);
  }

  /** The values as they are written: null where a figure is not known. */
  Map<String, @Nullable Object> values() {
    return Collections.unmodifiableMap(values);
  }

  private static @Nullable Object plain(String name, Object value) {
    if (value instanceof OptionalDouble figure) {
      return figure.isPresent() ? number(name, figure.getAsDouble()) : null;
    }
    if (value instanceof OptionalLong figure) {
      return figure.isPresent() ? figure.getAsLong() : null;
    }
    if (value instanceof Integer whole) {
      return whole.longValue();
    }
    if (value instanceof Double figure) {
      return number(name, figure);
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

  private static @Nullable Double number(String name, double value) {
    return Double.isNaN(value) ? null : (Double) Require.finite(name, value);
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
