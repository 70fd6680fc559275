package dev.flyball.files;

import dev.flyball.base.Nearest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A mapping of a file that people write whose keys are known: any other is a mistake. */
public final class Section {

  private final Field field;
  private final Map<String, Field> fields = new LinkedHashMap<>();

  Section(Field field, List<String> known) {
    this.field = field;
    for (Field entry : field.entries()) {
      if (!known.contains(entry.name())) {
        throw unknown(entry, known);
      }
      fields.put(entry.name(), entry);
    }
  }

  /** The mapping itself. */
  public Field field() {
    return field;
  }

  public boolean has(String key) {
    return fields.containsKey(key);
  }

  public Optional<Field> find(String key) {
    return Optional.ofNullable(fields.get(key));
  }

  /** The value of a key that must be there. */
  public Field require(String key) {
    return find(key)
        .orElseThrow(
            () -> field.mistake(field.name() + " must have the key '" + key + "' but had not"));
  }

  /** The value of that one of the keys that is there; there must be one and no other. */
  public Field one(String... keys) {
    List<String> given = List.of(keys).stream().filter(fields::containsKey).toList();
    if (given.size() != 1) {
      throw field.mistake(
          field.name()
              + " must have one of the keys "
              + String.join(", ", keys)
              + " but had "
              + (given.isEmpty() ? "none" : String.join(" and ", given)));
    }
    return require(given.get(0));
  }

  /** That none of the keys is there. */
  public void refuse(String why, String... keys) {
    for (String key : keys) {
      if (has(key)) {
        throw require(key).atKey().mustBe("left out " + why);
      }
    }
  }

  private FileException unknown(Field entry, List<String> known) {
    String what = field.name().equals("file") ? "key" : "key of " + Shown.value(field.name());
    return entry.atKey().mistake(Nearest.unknown(what, Shown.value(entry.name()), known));
  }
}
