package dev.flyball.policy.catalogue;

import dev.flyball.base.OneLine;
import dev.flyball.policy.Observation;
import dev.flyball.policy.SizingPolicy;
import java.lang.reflect.Constructor;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A policy with everything it has learned, as one line of text, and back: a warm start writes the
 * line and reads it again.
 *
 * <p>The line begins with the version of the format. A record is written as its class's name and
 * its components by name, {@code part.Smoothed{value=12.5, riseNanos=1000000000,
 * fallNanos=10000000000}}; lists as {@code [a, b]}, maps as {@code [a: b]}, an empty optional as
 * {@code none}, an observation as the map of its figures, text in quotation marks. Reading a
 * written number gives the same number again. Only records and enums of the catalogue's policies
 * can be written and read: those in the packages of its {@link
 * dev.flyball.policy.spec.PolicyProvider providers} and below. So a text can make nothing but
 * values. A provider that is a module opens these packages to this one.
 */
public final class PolicyText {

  /** The version of the format; the text also changes when a policy's records change. */
  private static final String VERSION = "flyball-policy/1 ";

  private static final String NONE = "none";

  /**
   * The maximum depth of nested records: far more than any policy has, and far less than a stack
   * holds.
   */
  private static final int DEPTH_MAX = 100;

  private PolicyText() {}

  /**
   * Writes the policy and its state as text.
   *
   * @param policy a {@link SizingPolicy}, or another record of a provider
   * @throws IllegalArgumentException when the policy is, or holds, something outside the catalogue
   */
  public static String write(Object policy) {
    StringBuilder text = new StringBuilder(VERSION);
    write(policy, text);
    return text.toString();
  }

  /**
   * Reads the policy that a text stands for.
   *
   * @throws IllegalArgumentException when the text was not made by {@link #write}; the message says
   *     where, and what was expected
   */
  public static SizingPolicy read(String text) {
    return read(text, SizingPolicy.class);
  }

  /**
   * Reads the record of a type that a text stands for; see {@link #read(String)}.
   *
   * @param type a record, or what it implements
   */
  public static <P> P read(String text, Class<P> type) {
    Reader reader = new Reader(text);
    reader.expect(VERSION);
    Object read = reader.value(type);
    reader.end();
    return type.cast(read);
  }

  // ---- Writing

  private static void write(Object value, StringBuilder text) {
    if (value instanceof String string) {
      quote(string, text);
    } else if (value instanceof Optional<?> optional) {
      writeOr(optional, text);
    } else if (value instanceof OptionalInt optional) {
      text.append(optional.isPresent() ? Integer.toString(optional.getAsInt()) : NONE);
    } else if (value instanceof OptionalLong optional) {
      text.append(optional.isPresent() ? Long.toString(optional.getAsLong()) : NONE);
    } else if (value instanceof OptionalDouble optional) {
      text.append(optional.isPresent() ? Double.toString(optional.getAsDouble()) : NONE);
    } else if (value instanceof List<?> list) {
      text.append('[');
      String comma = "";
      for (Object item : list) {
        text.append(comma);
        write(item, text);
        comma = ", ";
      }
      text.append(']');
    } else if (value instanceof SortedMap<?, ?> map) {
      writeMap(map, text);
    } else if (value instanceof Observation seen) {
      writeMap(seen.figures(), text);
    } else if (value instanceof Enum<?> constant) {
      text.append(constant.name());
    } else if (value instanceof Integer
        || value instanceof Long
        || value instanceof Double
        || value instanceof Boolean) {
      text.append(value);
    } else {
      writeRecord(value, text);
    }
  }

  private static void writeOr(Optional<?> optional, StringBuilder text) {
    if (optional.isPresent()) {
      write(optional.get(), text);
    } else {
      text.append(NONE);
    }
  }

  private static void writeMap(SortedMap<?, ?> map, StringBuilder text) {
    text.append('[');
    String comma = "";
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      text.append(comma);
      write(entry.getKey(), text);
      text.append(": ");
      write(entry.getValue(), text);
      comma = ", ";
    }
    text.append(']');
  }

  private static void quote(String string, StringBuilder text) {
    text.append('"')
        .append(
            string
                .replace("\\", "\\\\")
                .replace("\"", "\\\"")
                .replace("\n", "\\n")
                .replace("\r", "\\r"))
        .append('"');
  }

  private static void writeRecord(Object value, StringBuilder text) {
    Optional<String> name = Policies.stateName(value.getClass());
    if (!value.getClass().isRecord() || name.isEmpty()) {
      throw new IllegalArgumentException(
          "a policy's state must be made of records of the catalogue's policies but held a "
              + value.getClass().getName());
    }
    text.append(name.get()).append('{');
    String comma = "";
    for (RecordComponent component : value.getClass().getRecordComponents()) {
      text.append(comma).append(component.getName()).append('=');
      write(component(value, component), text);
      comma = ", ";
    }
    text.append('}');
  }

  private static Object component(Object of, RecordComponent component) {
    try {
      component.getAccessor().setAccessible(true);
      return component.getAccessor().invoke(of);
    } catch (ReflectiveOperationException | InaccessibleObjectException e) {
      throw new IllegalArgumentException(
          "component " + component.getName() + " of " + of.getClass() + " cannot be read", e);
    }
  }

  // ---- Reading

  /** A position in a text. */
  private static final class Reader {
    private final String text;
    private int at;
    private int depth;

    Reader(String text) {
      this.text = text;
    }

    Object value(Type type) {
      if (type instanceof ParameterizedType generic) {
        return generic(generic);
      }
      if (type == OptionalInt.class) {
        return none() ? OptionalInt.empty() : OptionalInt.of(number(Integer::parseInt));
      }
      if (type == OptionalLong.class) {
        return none() ? OptionalLong.empty() : OptionalLong.of(number(Long::parseLong));
      }
      if (type == OptionalDouble.class) {
        return none() ? OptionalDouble.empty() : OptionalDouble.of(number(Double::parseDouble));
      }
      if (type instanceof Class<?> plain) {
        return plain(plain);
      }
      throw new IllegalArgumentException("a state cannot be read into a " + type);
    }

    private Object generic(ParameterizedType type) {
      Type[] arguments = type.getActualTypeArguments();
      if (type.getRawType() == Optional.class) {
        return none() ? Optional.empty() : Optional.of(value(arguments[0]));
      }
      if (type.getRawType() == List.class) {
        List<Object> list = new ArrayList<>();
        items(() -> list.add(value(arguments[0])));
        return list;
      }
      if (type.getRawType() == SortedMap.class) {
        SortedMap<Object, Object> map = new TreeMap<>();
        items(() -> {
          Object key = value(arguments[0]);
          expect(": ");
          map.put(key, value(arguments[1]));
        });
        return map;
      }
      throw new IllegalArgumentException("a state cannot be read into a " + type);
    }

    private Object plain(Class<?> type) {
      if (type == int.class || type == Integer.class) {
        return number(Integer::parseInt);
      }
      if (type == long.class || type == Long.class) {
        return number(Long::parseLong);
      }
      if (type == double.class || type == Double.class) {
        return number(Double::parseDouble);
      }
      if (type == boolean.class || type == Boolean.class) {
        String word = word();
        if (!word.equals("true") && !word.equals("false")) {
          throw wrong("true or false");
        }
        return Boolean.valueOf(word);
      }
      if (type == String.class) {
        return quoted();
      }
      if (type == Observation.class) {
        return observation();
      }
      return type.isEnum() ? constant(type) : record(type);
    }

    private Observation observation() {
      int from = at;
      SortedMap<String, Number> figures = new TreeMap<>();
      items(() -> {
        String name = quoted();
        expect(": ");
        figures.put(name, number(Reader::wholeOrNot));
      });
      try {
        return Observation.ofFigures(figures);
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("column " + (from + 1) + ": " + e.getMessage(), e);
      }
    }

    private static Number wholeOrNot(String word) {
      try {
        return Long.parseLong(word);
      } catch (NumberFormatException e) {
        return Double.parseDouble(word);
      }
    }

    private Object constant(Class<?> type) {
      String name = word();
      for (Object constant : type.getEnumConstants()) {
        if (((Enum<?>) constant).name().equals(name)) {
          return constant;
        }
      }
      throw wrong("a " + type.getSimpleName());
    }

    private Object record(Class<?> wanted) {
      int from = at;
      String name = word();
      Class<?> found = classOf(name);
      if (!found.isRecord() || !wanted.isAssignableFrom(found)) {
        at = from;
        throw wrong("a record that is a " + wanted.getSimpleName());
      }
      if (++depth > DEPTH_MAX) {
        at = from;
        throw wrong("no deeper than " + DEPTH_MAX + " records");
      }
      expect("{");
      RecordComponent[] components = found.getRecordComponents();
      Class<?>[] types = new Class<?>[components.length];
      Object[] values = new Object[components.length];
      for (int i = 0; i < components.length; i++) {
        expect((i == 0 ? "" : ", ") + components[i].getName() + "=");
        types[i] = components[i].getType();
        values[i] = value(components[i].getGenericType());
      }
      expect("}");
      depth--;
      return made(found, types, values);
    }

    private static Object made(Class<?> type, Class<?>[] types, Object[] values) {
      try {
        Constructor<?> constructor = type.getDeclaredConstructor(types);
        constructor.setAccessible(true);
        return constructor.newInstance(values);
      } catch (InvocationTargetException e) {
        if (e.getCause() instanceof IllegalArgumentException wrongValue) {
          throw new IllegalArgumentException(
              type.getSimpleName() + ": " + wrongValue.getMessage(), wrongValue);
        }
        throw new IllegalArgumentException("a " + type.getSimpleName() + " cannot be made", e);
      } catch (ReflectiveOperationException | InaccessibleObjectException e) {
        throw new IllegalArgumentException("a " + type.getSimpleName() + " cannot be made", e);
      }
    }

    private Class<?> classOf(String name) {
      return Policies.stateClass(name)
          .orElseThrow(() ->
              new IllegalArgumentException(
                  "column "
                      + (at - name.length() + 1)
                      + " must name a record of the catalogue's policies but was '"
                      + OneLine.of(name)
                      + "'"));
    }

    private void items(Runnable one) {
      expect("[");
      if (text.startsWith("]", at)) {
        at++;
        return;
      }
      one.run();
      while (text.startsWith(", ", at)) {
        at += 2;
        one.run();
      }
      expect("]");
    }

    private boolean none() {
      if (text.startsWith(NONE, at)) {
        at += NONE.length();
        return true;
      }
      return false;
    }

    private <T> T number(java.util.function.Function<String, T> parser) {
      int from = at;
      String word = word();
      try {
        return parser.apply(word);
      } catch (NumberFormatException e) {
        at = from;
        throw wrong("a number");
      }
    }

    /** Everything up to the next mark that ends a value. */
    private String word() {
      int from = at;
      while (at < text.length() && "{}[],:=\"".indexOf(text.charAt(at)) < 0) {
        at++;
      }
      return text.substring(from, at);
    }

    private String quoted() {
      expect("\"");
      StringBuilder string = new StringBuilder();
      while (at < text.length() && text.charAt(at) != '"') {
        boolean escaped = text.charAt(at) == '\\' && ++at < text.length();
        if (at < text.length()) {
          char read = text.charAt(at++);
          string.append(escaped ? unescaped(read) : read);
        }
      }
      expect("\"");
      return string.toString();
    }

    private static char unescaped(char escaped) {
      return switch (escaped) {
        case 'n' -> '\n';
        case 'r' -> '\r';
        default -> escaped;
      };
    }

    private void expect(String mark) {
      if (!text.startsWith(mark, at)) {
        throw wrong("'" + mark + "'");
      }
      at += mark.length();
    }

    void end() {
      if (at != text.length()) {
        throw wrong("the end");
      }
    }

    private IllegalArgumentException wrong(String expected) {
      String found = at < text.length() ? text.substring(at, Math.min(text.length(), at + 20)) : "";
      return new IllegalArgumentException(
          "column "
              + (at + 1)
              + " must be "
              + expected
              + " but was '"
              + OneLine.of(found)
              + (found.length() == 20 ? "..." : "")
              + "'");
    }
  }
}
