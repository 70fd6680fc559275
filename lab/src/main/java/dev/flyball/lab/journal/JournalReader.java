package dev.flyball.lab.journal;

import dev.flyball.base.OneLine;
import dev.flyball.control.Decision.Cause;
import dev.flyball.control.JournalFile;
import dev.flyball.control.Mode;
import dev.flyball.policy.Limits;
import dev.flyball.policy.Observation;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
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

  private JournalReader(Path path) throws IOException {
    this.path = path;
    this.lines = Files.newBufferedReader(path);
  }

  /**
   * Opens a journal file.
   *
   * @throws IOException when it cannot be read
   */
  public static JournalReader of(Path path) throws IOException {
    return new JournalReader(path);
  }

  /**
   * The next line; empty after the last.
   *
   * @throws IllegalArgumentException when the line is broken; the message names file, line, rule
   *     and value
   */
  public Optional<JournalLine> next() throws IOException {
    line++;
    try {
      return Optional.ofNullable(lines.readLine()).map(this::parsed);
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(path + ":" + line + ": must be text in UTF-8", e);
    }
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }

  /** An error of the line that was read last. */
  IllegalArgumentException wrong(String rule) {
    return new IllegalArgumentException(path + ":" + line + ": " + rule);
  }

  /** What the line that was read last gives; where that may not be, the error says in what. */
  <T> T checked(String what, Supplier<T> given) {
    try {
      return given.get();
    } catch (IllegalArgumentException e) {
      throw wrong(what + ": " + e.getMessage());
    }
  }

  private JournalLine parsed(String text) {
    try {
      JsonNode object = JsonMapper.shared().readTree(text);
      if (object.isObject()) {
        return object.has("journal") ? beginning(object) : decided(object);
      }
    } catch (JacksonException e) {
      // It is no JSON at all.
    }
    throw wrong("line must be a JSON object but was " + shown(text));
  }

  private static String shown(String text) {
    String beginning = "'" + OneLine.of(text.substring(0, Math.min(SHOWN_MAX, text.length())));
    return text.length() <= SHOWN_MAX
        ? beginning + "'"
        : beginning + "...' (" + text.length() + " characters)";
  }

  private JournalLine beginning(JsonNode object) {
    String version = text(object, "journal");
    if (!version.equals(JournalFile.VERSION)) {
      throw wrong("journal must be " + JournalFile.VERSION + " but was '" + version + "'");
    }
    return new JournalLine.Beginning(
        text(object, "target"),
        text(object, "at"),
        count(object, "periodNanos"),
        count(object, "lost"),
        state(there(object, "state")));
  }

  private JournalLine decided(JsonNode object) {
    return new JournalLine.Decided(
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
        numbers(there(object, "figures")),
        Optional.ofNullable(object.get("seen")).map(this::observation),
        Optional.ofNullable(object.get("state")).map(this::state));
  }

  private JournalLine.State state(JsonNode object) {
    boolean written = object.has("policy");
    return new JournalLine.State(
        constant(Mode.class, object, "mode"),
        size(object, "size"),
        size(object, "held"),
        limits(size(object, "min"), size(object, "max")),
        written ? Optional.of(text(object, "policy")) : Optional.empty(),
        written ? "" : text(object, "policyUnwritten"));
  }

  private Limits limits(int min, int max) {
    return checked("limits", () -> Limits.of(min, max));
  }

  private Observation observation(JsonNode object) {
    SortedMap<String, Number> figures = numbers(object);
    return checked("seen", () -> Observation.ofFigures(figures));
  }

  private SortedMap<String, Number> numbers(JsonNode object) {
    SortedMap<String, Number> numbers = new TreeMap<>();
    object
        .propertyStream()
        .forEach(
            figure -> numbers.put(figure.getKey(), number(figure.getKey(), figure.getValue())));
    return numbers;
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
    try {
      return Enum.valueOf(type, word.toUpperCase(Locale.ROOT).replace('-', '_'));
    } catch (IllegalArgumentException e) {
      String known =
          Arrays.toString(type.getEnumConstants()).toLowerCase(Locale.ROOT).replace('_', '-');
      throw wrong(name + " must be one of " + known + " but was '" + OneLine.of(word) + "'");
    }
  }

  /** A line of a journal file. */
  public sealed interface JournalLine {

    /**
     * The beginning of a run: the governor was started, or the file was turned over.
     *
     * @param target the name of the target
     * @param at the date and time
     * @param periodNanos the governor's period
     * @param lost decisions that could not be written before
     * @param state the governor's state
     */
    record Beginning(String target, String at, long periodNanos, long lost, State state)
        implements JournalLine {}

    /**
     * A decision.
     *
     * @param line the number of the line in its file, from 1
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
        SortedMap<String, Number> figures,
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
