package dev.flyball.files;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * A value of a file: what it is called, and where it stands.
 *
 * @param file the file
 * @param name the key it stands under
 * @param key the key itself; for what has none, the value
 * @param node the value
 */
public record Field(String file, String name, Node key, Node node) {

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");

  /** A mistake in this value: where it begins, or, for a mapping or a list, at its key. */
  public FileException mistake(String what) {
    Mark mark = mark(isScalar() ? node : key);
    return new FileException(file, mark.getLine() + 1, mark.getColumn() + 1, what);
  }

  /** The key as a value of its own: what is wrong with it is wrong there. */
  public Field atKey() {
    return new Field(file, "key", key, key);
  }

  /** The mistake that this value is not what it must be. */
  public FileException mustBe(String rule) {
    return mistake(name + " must be " + rule + " but was " + shown());
  }

  /** What {@code maker} makes; where it refuses an argument, the mistake is here. */
  public <T> T make(Supplier<T> maker) {
    try {
      return maker.get();
    } catch (FileException known) {
      throw known;
    } catch (IllegalArgumentException refused) {
      throw mistake(String.valueOf(refused.getMessage()));
    }
  }

  public boolean isScalar() {
    return node instanceof ScalarNode;
  }

  public boolean isList() {
    return node instanceof SequenceNode;
  }

  /** The words. */
  public String text() {
    if (node instanceof ScalarNode scalar) {
      return scalar.getValue();
    }
    throw mustBe("text");
  }

  /** A name that can stand in a file name, a table and a trace. */
  public String nameText() {
    if (!NAME.matcher(text()).matches()) {
      throw mustBe("a name of letters, digits, '-', '_' and '.'");
    }
    return text();
  }

  public double number(double low, double high) {
    return make(() -> Units.number(name, low, high, plainText("a number")));
  }

  public int whole(int low, int high) {
    return (int) whole(low, (long) high);
  }

  public long whole(long low, long high) {
    return make(() -> Units.whole(name, low, high, plainText("a whole number")));
  }

  /** A length of time of at least {@code low} nanoseconds. */
  public long nanos(long low) {
    return make(() -> Units.nanos(name, low, plainText("a duration")));
  }

  /** A rate, 0 or more. */
  public double perSecond() {
    return make(() -> Units.perSecond(name, plainText("a rate")));
  }

  /** A rate above 0. */
  public double positivePerSecond() {
    double rate = perSecond();
    if (rate == 0) {
      throw mustBe("above 0");
    }
    return rate;
  }

  public long bytes() {
    return make(() -> Units.bytes(name, plainText("a size")));
  }

  /** The values of a list. */
  public List<Field> items() {
    if (!(node instanceof SequenceNode list)) {
      throw mustBe("a list");
    }
    return list.getValue().stream().map(item -> new Field(file, name, item, item)).toList();
  }

  /** The values of a mapping, in the file's order, no two of one name. */
  public List<Field> entries() {
    if (!(node instanceof MappingNode mapping)) {
      throw mustBe("a mapping (key: value)");
    }
    Map<String, Field> entries = new LinkedHashMap<>();
    for (NodeTuple tuple : mapping.getValue()) {
      Field key = new Field(file, "key", tuple.getKeyNode(), tuple.getKeyNode());
      Field entry = new Field(file, key.text(), tuple.getKeyNode(), tuple.getValueNode());
      if (entries.putIfAbsent(entry.name(), entry) != null) {
        throw key.mistake("key must be given once but '" + key.text() + "' was given twice");
      }
    }
    return new ArrayList<>(entries.values());
  }

  /** The values of a mapping whose keys are names, at least one. */
  public List<Field> named() {
    List<Field> named = entries();
    if (named.isEmpty()) {
      throw mistake(name + " must have at least one entry but had none");
    }
    named.forEach(entry -> entry.atKey().nameText());
    return named;
  }

  /** A mapping of which the keys are known. */
  public Section section(String... known) {
    return new Section(this, List.of(known));
  }

  /** What is written without quotes; a quoted number is a text. */
  private String plainText(String rule) {
    if (node instanceof ScalarNode scalar) {
      if (!scalar.isPlain()) {
        throw mistake(
            name + " must be " + rule + " but was the text '" + Shown.value(text()) + "'");
      }
      return scalar.getValue();
    }
    throw mustBe(rule);
  }

  private String shown() {
    if (node instanceof ScalarNode scalar) {
      return Shown.value(scalar.getValue());
    }
    return node instanceof MappingNode ? "a mapping" : "a list";
  }

  private static Mark mark(Node node) {
    return node.getStartMark().orElseThrow();
  }
}
