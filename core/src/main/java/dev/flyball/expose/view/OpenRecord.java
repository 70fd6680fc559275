package dev.flyball.expose.view;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.management.openmbean.ArrayType;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.CompositeDataSupport;
import javax.management.openmbean.CompositeType;
import javax.management.openmbean.OpenDataException;
import javax.management.openmbean.OpenType;
import javax.management.openmbean.SimpleType;

/**
 * Records as the open data of JMX, and back.
 *
 * <p>A record may hold {@code int}, {@code long}, {@code double}, {@code String}, other such
 * records, and lists of them. What the other side does not send, because it is of another version,
 * is 0, NaN, the empty text or the empty list.
 */
public final class OpenRecord {

  private static final Map<Class<?>, SimpleType<?>> SIMPLE =
      Map.of(
          int.class, SimpleType.INTEGER,
          long.class, SimpleType.LONG,
          double.class, SimpleType.DOUBLE,
          String.class, SimpleType.STRING);

  private static final Map<Class<?>, Object> MISSING =
      Map.of(int.class, 0, long.class, 0L, double.class, Double.NaN, String.class, "");

  private OpenRecord() {}

  // ---- Writing

  /** A record as open data. */
  public static CompositeData write(Record record) {
    RecordComponent[] components = record.getClass().getRecordComponents();
    String[] names = new String[components.length];
    Object[] values = new Object[components.length];
    for (int i = 0; i < components.length; i++) {
      names[i] = components[i].getName();
      values[i] = open(component(record, components[i]), components[i]);
    }
    try {
      return new CompositeDataSupport(type(record.getClass()), names, values);
    } catch (OpenDataException e) {
      throw new IllegalArgumentException("cannot be open data: " + record.getClass(), e);
    }
  }

  private static Object open(Object value, RecordComponent component) {
    if (value instanceof List<?> list) {
      return list.stream().map(item -> write((Record) item)).toArray(CompositeData[]::new);
    }
    return SIMPLE.containsKey(component.getType()) ? value : write((Record) value);
  }

  private static Object component(Record record, RecordComponent component) {
    try {
      return component.getAccessor().invoke(record);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new IllegalArgumentException("cannot read " + component, e);
    }
  }

  private static CompositeType type(Class<?> record) throws OpenDataException {
    RecordComponent[] components = record.getRecordComponents();
    String[] names = new String[components.length];
    OpenType<?>[] types = new OpenType<?>[components.length];
    for (int i = 0; i < components.length; i++) {
      names[i] = components[i].getName();
      types[i] = type(components[i]);
    }
    return new CompositeType(record.getName(), record.getSimpleName(), names, names, types);
  }

  private static OpenType<?> type(RecordComponent component) throws OpenDataException {
    if (component.getType() == List.class) {
      return new ArrayType<CompositeData[]>(1, type(itemOf(component)));
    }
    SimpleType<?> simple = SIMPLE.get(component.getType());
    return simple == null ? type(component.getType()) : simple;
  }

  private static Class<?> itemOf(RecordComponent component) {
    return (Class<?>) ((ParameterizedType) component.getGenericType()).getActualTypeArguments()[0];
  }

  // ---- Reading

  /**
   * The record that was written as this open data.
   *
   * @throws IllegalArgumentException when the data cannot be such a record
   */
  public static <R extends Record> R read(CompositeData data, Class<R> type) {
    RecordComponent[] components = type.getRecordComponents();
    Class<?>[] types = new Class<?>[components.length];
    Object[] values = new Object[components.length];
    for (int i = 0; i < components.length; i++) {
      types[i] = components[i].getType();
      values[i] = value(data, components[i]);
    }
    try {
      return type.getConstructor(types).newInstance(values);
    } catch (ReflectiveOperationException | IllegalArgumentException e) {
      throw new IllegalArgumentException("cannot be a " + type.getSimpleName() + ": " + data, e);
    }
  }

  private static Object value(CompositeData data, RecordComponent component) {
    Class<?> type = component.getType();
    String name = component.getName();
    Optional<Object> given =
        data.containsKey(name) ? Optional.ofNullable(data.get(name)) : Optional.empty();
    if (type == List.class) {
      Class<? extends Record> item = itemOf(component).asSubclass(Record.class);
      return given.map(list -> readAll((CompositeData[]) list, item)).orElse(List.of());
    }
    if (type.isRecord()) {
      Object inner = given.orElseThrow(() -> missing(component, data));
      return read((CompositeData) inner, type.asSubclass(Record.class));
    }
    return given
        .or(() -> Optional.ofNullable(MISSING.get(type)))
        .orElseThrow(() -> missing(component, data));
  }

  private static IllegalArgumentException missing(RecordComponent component, CompositeData data) {
    return new IllegalArgumentException("data must have " + component + " but was " + data);
  }

  private static <R extends Record> List<R> readAll(CompositeData[] items, Class<R> type) {
    List<R> records = new ArrayList<>();
    for (CompositeData item : items) {
      records.add(read(item, type));
    }
    return records;
  }
}
