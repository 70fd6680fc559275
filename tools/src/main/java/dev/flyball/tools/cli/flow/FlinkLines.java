package dev.flyball.tools.cli.flow;

import dev.flyball.base.Json;
import dev.flyball.flink.FlinkDecision;
import dev.flyball.lab.report.RunOutput;
import dev.flyball.lab.report.text.TextWidth;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of a governor's decisions: a line each to read, and a line of JSON each where that
 * is wanted, written as soon as it is made.
 */
final class FlinkLines implements AutoCloseable {

  private static final int NAME_LENGTH_MAX = 40;
  private static final DateTimeFormatter CLOCK =
      DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);

  private final PrintStream says;

  /** Where JSON goes; null where it is not wanted. */
  private final @Nullable PrintStream json;

  private final boolean ownsJson;

  private FlinkLines(PrintStream says, @Nullable PrintStream json, boolean ownsJson) {
    this.says = says;
    this.json = json;
    this.ownsJson = ownsJson;
  }

  /**
   * Opens the place for JSON; where that is standard output, the rest goes to standard error.
   *
   * @param path a file, - for standard output, or null
   * @throws IllegalArgumentException when the file cannot be written
   */
  static FlinkLines open(@Nullable String path) {
    if (path == null) {
      return new FlinkLines(System.out, null, false);
    }
    if (RunOutput.isStandardOutput(path)) {
      return new FlinkLines(System.err, System.out, false);
    }
    try {
      return new FlinkLines(
          System.out,
          new PrintStream(Files.newOutputStream(Path.of(path)), true, StandardCharsets.UTF_8),
          true);
    } catch (IOException | InvalidPathException e) {
      throw new IllegalArgumentException(
          "--json must be a file that can be written but was '" + path + "' (" + e + ")", e);
    }
  }

  void say(String line) {
    says.println(LocalTime.now(ZoneId.systemDefault()).format(CLOCK) + "  " + line);
  }

  void decided(FlinkDecision decision) {
    say(text(decision));
    if (json != null) {
      json.println(Json.exact(fields(decision)));
    }
  }

  /** An action, the vertices that it is about, and why. */
  static String text(FlinkDecision decision) {
    StringBuilder line = new StringBuilder(word(decision));
    if (decision.action().compareTo(FlinkDecision.Action.HELD) > 0) {
      decision.to().forEach((name, to) -> change(line, name, decision.from().get(name), to));
    }
    if (decision.restartSeconds() > 0) {
      line.append(String.format(Locale.ROOT, " in %.1f s,", decision.restartSeconds()));
    }
    if (line.charAt(line.length() - 1) == ',') {
      line.setLength(line.length() - 1);
    }
    return line.append(": ").append(TextWidth.printable(decision.why())).toString();
  }

  private static void change(StringBuilder line, String name, @Nullable Integer from, Integer to) {
    if (!to.equals(from)) {
      line.append(' ').append(shortened(name)).append(' ').append(from);
      line.append(" -> ").append(to).append(',');
    }
  }

  private static String word(FlinkDecision decision) {
    return decision.action().name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private static String shortened(String name) {
    String printable = TextWidth.printable(name);
    return printable.length() <= NAME_LENGTH_MAX
        ? printable
        : printable.substring(0, NAME_LENGTH_MAX) + "...";
  }

  private static Map<String, Object> fields(FlinkDecision decision) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("time", Instant.now().toString());
    fields.put("action", word(decision).replace(' ', '-'));
    fields.put("perSecond", decision.perSecond());
    fields.put("demandPerSecond", decision.demandPerSecond());
    fields.put("from", decision.from());
    fields.put("to", decision.to());
    fields.put("restartSeconds", decision.restartSeconds());
    fields.put("why", decision.why());
    return fields;
  }

  @Override
  public void close() {
    if (json != null && ownsJson) {
      json.close();
    }
  }
}
