package dev.flyball.lab.journal;

import dev.flyball.base.OneLine;
import dev.flyball.control.Decision.Cause;
import dev.flyball.control.JournalFile;
import dev.flyball.control.Mode;
import dev.flyball.lab.journal.JournalReader.JournalLine.Beginning;
import dev.flyball.lab.journal.JournalReader.JournalLine.Decided;
import dev.flyball.lab.journal.JournalReader.JournalLine.State;
import dev.flyball.policy.Limits;
import dev.flyball.policy.Observation;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The lines of a {@link JournalFile}, one after the other. */
public final class JournalReader implements AutoCloseable {

  private static final int SHOWN_MAX = 60;

  private final Path path;
  private final BufferedReader lines;
  private int line;

  private JournalReader(Path path, BufferedReader lines) {
    this.path = path;
    this.lines = lines;
  }

  /**
   * Opens a journal file.
   *
   * @throws IOException when it cannot be read
   */
  public static JournalReader of(Path path) throws IOException {
    return new JournalReader(path, Files.newBufferedReader(path, StandardCharsets.UTF_8));
  }

  /**
   * The next line; empty after the last.
   *
   * @throws IllegalArgumentException when the line is broken; the message names file, line, rule
   *     and value
   */
  public Optional<JournalLine> next() throws IOException {
    line++;
    String text;
    try {
      text = lines.readLine();
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(path + ":" + line + ": must be text in UTF-8", e);
    }
    return text == null ? Optional.empty() : Optional.of(parsed(text));
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }

  /** An error of the line that was read last. */
  IllegalArgumentException wrong(String rule) {
    return new IllegalArgumentException(path + ":" + line + ": " + rule);
  }

  private JournalLine parsed(String text) {
    JsonNode object;
    try {
      object = JsonMapper.shared().readTree(text);
    } catch (JacksonException e) {
      throw wrong("line must be a JSON object but was " + shown(text));
    }
    if (!object.isObject()) {
      throw wrong("line must be a JSON object but was " + shown(text));
    }
    return object.has("journal") ? beginning(object) : decided(object);
  }

  private static String shown(String text) {
    return text.length() <= SHOWN_MAX
        ? "'" + OneLine.of(text) + "'"
        : "'"
            + OneLine.of(text.substring(0, SHOWN_MAX))
            + "...' ("
            + text.length()
            + " characters)";
  }

  private Beginning beginning(JsonNode object) {
    String version = text(object, "journal");
    if (!version.equals(JournalFile.VERSION)) {
      throw wrong("journal must be " + JournalFile.VERSION + " but was '" + version + "'");
    }
    return new Beginning(
        line,
        text(object, "target"),
        text(object, "at"),
        count(object, "periodNanos"),
        count(object, "lost"),
        state(there(object, "state")));
  }

  private Decided decided(JsonNode object) {
    return new Decided(
        line,
        count(object, "number"),
        text(object, "at"),
        count(object, "atNanos"),
        constant(Cause.class, object, "cause"),
        text(object, "decidedBy"),
        size(object, "from"),
        size(object, "to"),
        object.has("advised") ? OptionalInt.of(size(object, "advised")) : OptionalInt.empty(),
        text(object, "why"),
        doubles(object, "figures"),
        Optional.ofNullable(object.get("seen")).map(this::observation),
        Optional.ofNullable(object.get("state")).map(this::state));
  }

  private State state(JsonNode object) {
    boolean written = object.has("policy");
    return new State(
        constant(Mode.class, object, "mode"),
        size(object, "size"),
        size(object, "held"),
        limits(size(object, "min"), size(object, "max")),
        written ? Optional.of(text(object, "policy")) : Optional.empty(),
        written ? "" : text(object, "policyUnwritten"));
  }

  private Limits limits(int min, int max) {
    try {
      return Limits.of(min, max);
    } catch (IllegalArgumentException e) {
      throw wrong("limits: " + e.getMessage());
    }
  }

  private Observation observation(JsonNode object) {
    SortedMap<String, Number> figures = new TreeMap<>();
    for (Map.Entry<String, JsonNode> figure : object.properties()) {
      figures.put(figure.getKey(), number(figure.getKey(), figure.getValue()));
    }
    try {
      return Observation.ofFigures(figures);
    } catch (IllegalArgumentException e) {
      throw wrong("seen: " + e.getMessage());
    }
  }

  private SortedMap<String, Double> doubles(JsonNode object, String name) {
    SortedMap<String, Double> doubles = new TreeMap<>();
    for (Map.Entry<String, JsonNode> figure : there(object, name).properties()) {
      doubles.put(figure.getKey(), number(figure.getKey(), figure.getValue()).doubleValue());
    }
    return doubles;
  }

  /** A number; one that JSON has no form for is written as its name, such as {@code "NaN"}. */
  private Number number(String name, JsonNode value) {
    if (value.isNumber()) {
      return value.numberValue();
    }
    try {
      return Double.parseDouble(value.asString(""));
    } catch (NumberFormatException e) {
      throw wrong(name + " must be a number but was " + shown(value.toString()));
    }
  }

  private JsonNode there(JsonNode object, String name) {
    @Nullable JsonNode value = object.get(name);
    if (value == null) {
      throw wrong("line must have a '" + name + "' but has none");
    }
    return value;
  }

  private String text(JsonNode object, String name) {
    JsonNode value = there(object, name);
    if (!value.isString()) {
      throw wrong(name + " must be text but was " + shown(value.toString()));
    }
    return value.stringValue();
  }

  private long count(JsonNode object, String name) {
    JsonNode value = there(object, name);
    if (!value.isIntegralNumber() || !value.canConvertToLong()) {
      throw wrong(name + " must be a whole number but was " + shown(value.toString()));
    }
    return value.longValue();
  }

  private int size(JsonNode object, String name) {
    long value = count(object, name);
    if (value < 0 || value > Integer.MAX_VALUE) {
      throw wrong(name + " must be from 0 to " + Integer.MAX_VALUE + " but was " + value);
    }
    return (int) value;
  }

  private <E extends Enum<E>> E constant(Class<E> type, JsonNode object, String name) {
    String word = text(object, name);
    for (E constant : type.getEnumConstants()) {
      if (constant.name().equals(word.toUpperCase(Locale.ROOT).replace('-', '_'))) {
        return constant;
      }
    }
    throw wrong(
        name
            + " must be one of "
            + Arrays.toString(type.getEnumConstants()).toLowerCase(Locale.ROOT).replace('_', '-')
            + " but was '"
            + OneLine.of(word)
            + "'");
  }

  /** A line of a journal file. */
  public sealed interface JournalLine {

    /** The number of the line in its file, from 1. */
    int line();

    /**
     * The beginning of a run: the governor was started, or the file was turned over.
     *
     * @param line the number of the line
     * @param target the name of the target
     * @param at the date and time
     * @param periodNanos the governor's period
     * @param lost decisions that could not be written before
     * @param state the governor's state
     */
    record Beginning(int line, String target, String at, long periodNanos, long lost, State state)
        implements JournalLine {}

    /**
     * A decision.
     *
     * @param line the number of the line
     * @param number the sequence number of the decision in its run, from 1
     * @param at the date and time
     * @param atNanos the time on the governor's clock
     * @param cause the path that led to it
     * @param decidedBy the part that decided
     * @param from the size before
     * @param to the size after
     * @param advised the advised size; empty when the policy was not asked or failed
     * @param why the reason
     * @param figures the figures of the reason by name
     * @param seen the observation; empty for a decision by hand
     * @param state the governor's state from now on, for a decision by hand
     */
    record Decided(
        int line,
        long number,
        String at,
        long atNanos,
        Cause cause,
        String decidedBy,
        int from,
        int to,
        OptionalInt advised,
        String why,
        SortedMap<String, Double> figures,
        Optional<Observation> seen,
        Optional<State> state)
        implements JournalLine {}

    /**
     * The state of a governor: its mode, its limits and its policy.
     *
     * @param mode the governor's mode
     * @param size the requested size; 0 before the first observation
     * @param held the size that is held by hand; 0 where none is
     * @param limits the limits
     * @param policy the policy and what it has learned, as text; empty if it could not be written
     * @param policyUnwritten why it could not
     */
    record State(
        Mode mode,
        int size,
        int held,
        Limits limits,
        Optional<String> policy,
        String policyUnwritten) {}
  }
}
