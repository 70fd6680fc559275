package dev.flyball.base;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Map;

/**
 * Values as JSON: records by the names of their components, lists, maps with texts as keys, texts,
 * numbers, truth values.
 *
 * <p>A number that is NaN or infinite is {@code null}. For a page, numbers are rounded to what it
 * can show: a tenth from 100 up, a thousandth from 1 up, a millionth below. The text is one line
 * whatever the values hold, and well-formed UTF-8 even where a text is not well-formed.
 */
public final class Json {

  /** A value that writes itself, because its form is not that of a record. */
  @FunctionalInterface
  public interface Writable {
    void write(Json json);
  }

  private static final ClassValue<List<RecordComponent>> COMPONENTS =
      new ClassValue<>() {
        @Override
        protected List<RecordComponent> computeValue(Class<?> type) {
          List<RecordComponent> components = List.of(type.getRecordComponents());
          components.forEach(component -> component.getAccessor().setAccessible(true));
          return components;
        }
      };

  private static final double WHOLE_MAX = 1e15;

  private final StringBuilder text = new StringBuilder(256);
  private final boolean rounds;

  private Json(boolean rounds) {
    this.rounds = rounds;
  }

  /** A value as one line; a number read from it is the same number again. */
  public static String exact(Object value) {
    return new Json(false).of(value);
  }

  /** A value as one line, numbers rounded for a page. */
  public static String rounded(Object value) {
    return new Json(true).of(value);
  }

  private String of(Object value) {
    value(value);
    return text.toString();
  }

  /** A value in the place where the writer stands. */
  public void value(Object value) {
    if (value instanceof Writable writable) {
      writable.write(this);
    } else if (value instanceof String string) {
      string(string);
    } else if (value instanceof Double number) {
      number(number);
    } else if (value instanceof Enum<?> constant) {
      string(constant.name());
    } else if (value instanceof Number || value instanceof Boolean) {
      text.append(value);
    } else if (value instanceof List<?> list) {
      list(list);
    } else if (value instanceof Map<?, ?> map) {
      map(map);
    } else if (value instanceof Record written) {
      fields(written);
    } else {
      throw new IllegalArgumentException("cannot be JSON: " + value.getClass());
    }
  }

  // ---- What holds values

  private void fields(Record written) {
    open('{');
    for (RecordComponent component : COMPONENTS.get(written.getClass())) {
      field(component.getName(), component(written, component));
    }
    close('}');
  }

  private static Object component(Record written, RecordComponent component) {
    try {
      return component.getAccessor().invoke(written);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new IllegalArgumentException("cannot read " + component, e);
    }
  }

  private void list(List<?> list) {
    open('[');
    for (Object item : list) {
      separate();
      value(item);
    }
    close(']');
  }

  private void map(Map<?, ?> map) {
    open('{');
    map.forEach((key, value) -> field((String) key, value));
    close('}');
  }

  /** Begins an object or a list. */
  public void open(char bracket) {
    text.append(bracket);
  }

  /** Ends it. */
  public void close(char bracket) {
    text.append(bracket);
  }

  /** A named value of the object that was begun last. */
  public void field(String name, Object value) {
    name(name);
    value(value);
  }

  /** The name of what is written next, in the object that was begun last. */
  public void name(String name) {
    separate();
    string(name);
    text.append(':');
  }

  /** Puts a comma where something stands before in the same object or list. */
  public void separate() {
    char last = text.charAt(text.length() - 1);
    if (last != '{' && last != '[') {
      text.append(',');
    }
  }

  // ---- Plain values

  /** A number. */
  public void number(double number) {
    double size = Math.abs(number);
    if (!(size < Double.POSITIVE_INFINITY)) {
      text.append("null");
    } else if (!rounds || size >= WHOLE_MAX || (size < 1e-6 && size > 0)) {
      text.append(number);
    } else {
      rounded(number, size >= 100 ? 10 : size >= 1 ? 1000 : 1_000_000);
    }
  }

  /** The number to the nearest part of one, without zeros at its end. */
  private void rounded(double number, int parts) {
    long scaled = Math.round(Math.abs(number) * parts);
    if (number < 0 && scaled > 0) {
      text.append('-');
    }
    text.append(scaled / parts);
    long rest = scaled % parts;
    if (rest == 0) {
      return;
    }
    text.append('.');
    for (long place = parts / 10; rest > 0; place /= 10) {
      text.append((char) ('0' + rest / place));
      rest %= place;
    }
  }

  private void string(String string) {
    text.append('"');
    for (int i = 0; i < string.length(); i++) {
      char c = string.charAt(i);
      if (c == '"' || c == '\\') {
        text.append('\\').append(c);
      } else if (c < ' ' || (c >= 0x7f && c < 0xa0) || isAlone(string, i)) {
        escape(c);
      } else {
        text.append(c);
      }
    }
    text.append('"');
  }

  private void escape(char c) {
    text.append("\\u");
    for (int shift = 12; shift >= 0; shift -= 4) {
      text.append(Character.forDigit((c >> shift) & 0xf, 16));
    }
  }

  /** Whether a half of a character stands there without its other half. */
  private static boolean isAlone(String string, int i) {
    char c = string.charAt(i);
    if (Character.isHighSurrogate(c)) {
      return i + 1 == string.length() || !Character.isLowSurrogate(string.charAt(i + 1));
    }
    return Character.isLowSurrogate(c)
        && (i == 0 || !Character.isHighSurrogate(string.charAt(i - 1)));
  }
}
